/** Milliseconds in which the event that belongs to a change arrives, before or after the change was found. */
const belongs = 60_000;
/** Changes in a row of which an event told, before polling slows down. */
const proven = 10;
/** Milliseconds without any event after which nobody relies on them. */
const silent = 60 * 60_000;

/** Whether events tell of what changes. Knows no clock. */
export class EventTrust {
  readonly #named = new Map<string, number>();
  /** Changes found of which no event has told yet. */
  readonly #open = new Map<string, number>();
  #inARow = 0;
  #lastEvent = Number.NEGATIVE_INFINITY;

  /** An event named a matter. */
  named(matter: string, now: number): void {
    this.#lastEvent = now;
    this.#named.set(matter, now);
    if (this.#open.delete(matter)) this.#inARow += 1;
  }

  /** Something new was found in a matter. */
  changed(matter: string, now: number): void {
    if (now - (this.#named.get(matter) ?? Number.NEGATIVE_INFINITY) <= belongs) this.#inARow += 1;
    else if (!this.#open.has(matter)) this.#open.set(matter, now);
  }

  /** True while polling may be slower. */
  isProven(now: number): boolean {
    for (const [matter, at] of this.#named) if (now - at > belongs) this.#named.delete(matter);
    for (const [matter, at] of this.#open) {
      if (now - at <= belongs) continue;
      this.#open.delete(matter);
      this.#inARow = 0;
    }
    return this.#inARow >= proven && now - this.#lastEvent <= silent;
  }
}
