/** One deliberate fault in the engine: `find` stands exactly once in the file and is replaced. */
export interface Mutation {
  readonly name: string;
  /** The invariant that must be found broken, by the beginning of its words: whatever else goes wrong does not count. */
  readonly breaks: string;
  /** Below main/engine/. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}
