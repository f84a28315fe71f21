/** Within one day: so many notices in all, and so many before only urgent ones are shown. */
const most = { urgent: 6, other: 3 };
const day = 24 * 60 * 60_000;

interface Kept {
  /** When notices were shown, in milliseconds since 1970; kept, so that a restart does not begin anew. */
  get: () => readonly number[];
  set: (shownAt: number[]) => void;
}

/** Never more than a few notices a day: whoever is told too often no longer reads any. */
export class NoticeLimit {
  readonly #kept: Kept;
  readonly #now: () => number;

  constructor(kept: Kept, now: () => number) {
    this.#kept = kept;
    this.#now = now;
  }

  /** True when one more may be shown now, which then counts. */
  take(urgent: boolean): boolean {
    const now = this.#now();
    // What seems to lie ahead was shown before the clock was set back, and says nothing about today.
    const today = this.#kept.get().filter((at) => at <= now && at > now - day);
    if (today.length >= (urgent ? most.urgent : most.other)) return false;
    this.#kept.set([...today, now]);
    return true;
  }
}
