/** Tokens remembered: more than a large firm has in an hour. */
const most = 20_000;

/** Tokens that the service took, by their keyed hashes: anybody in the network can make up others. */
export class TakenTokens {
  /** The one taken longest ago comes first. */
  readonly #taken = new Set<string>();

  /** The service answered it with success. */
  add(who: string): void {
    this.#taken.delete(who);
    this.#taken.add(who);
    const [first] = this.#taken;
    if (this.#taken.size > most && first !== undefined) this.#taken.delete(first);
  }

  has(who: string): boolean {
    return this.#taken.has(who);
  }
}
