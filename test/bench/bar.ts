/** One measured promise: what was measured, what against, and whether it holds. */
export interface Bar {
  /** The bench it belongs to, as `npm run bench -- NAME` calls it. */
  readonly bench: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** What it is compared with, and that one's value. */
  readonly against: string;
  /** Value against the other, so that the limit can be read the same way. */
  readonly ratio: number;
  /** The limit in words, such as `at least 0.7`. */
  readonly limit: string;
  readonly holds: boolean;
}
