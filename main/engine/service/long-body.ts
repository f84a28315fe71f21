/** An answer too long to be read between two answers to the window. */
export interface LongBody {
  readonly bytes: Buffer;
  readonly status: number;
  readonly etag: string | null;
  /** To be taken out of what was answered. */
  readonly secrets: readonly string[];
}
