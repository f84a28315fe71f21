/** A page that lived shorter than this, in milliseconds, crashed of being loaded. */
const leastLife = 10_000;
const firstPause = 2_000;
const longestPause = 60_000;

/** How long to wait before a page whose process died is loaded again. */
export class PageRevival {
  #loadedAt = Number.NEGATIVE_INFINITY;
  #shortLives = 0;

  /**
   * @param now milliseconds of a clock that is never set
   * @returns milliseconds: none after a life of ten seconds or more, then from two seconds doubling to a minute
   */
  pauseAfterCrash(now: number): number {
    this.#shortLives = now - this.#loadedAt < leastLife ? this.#shortLives + 1 : 0;
    const pause =
      this.#shortLives === 0
        ? 0
        : Math.min(firstPause * 2 ** Math.min(this.#shortLives - 1, 20), longestPause);
    this.#loadedAt = now + pause;
    return pause;
  }
}
