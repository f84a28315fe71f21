/** Contents that this hub remembers to have put. */
const most = 20_000;

/** Which contents this hub put where the others find them, so that none is sent anew with each read of it. */
export class PutBodies {
  readonly #lasts: number;
  readonly #putAt = new Map<string, number>();

  /** @param lasts milliseconds for which one that was put is certainly there */
  constructor(lasts: number) {
    this.#lasts = lasts;
  }

  /** Whether it has to be put; it counts as put from then on. */
  isMissing(validator: string, now: number): boolean {
    const putAt = this.#putAt.get(validator);
    if (putAt !== undefined && now - putAt < this.#lasts) return false;
    this.#putAt.delete(validator);
    this.#putAt.set(validator, now);
    const [first] = this.#putAt.keys();
    if (this.#putAt.size > most && first !== undefined) this.#putAt.delete(first);
    return true;
  }

  /** It did not arrive. */
  lost(validator: string): void {
    this.#putAt.delete(validator);
  }

  forget(): void {
    this.#putAt.clear();
  }
}
