/** A value that changes, as a stream that begins with the newest one. */
export class Stream<Value> {
  #newest: Value | null;
  readonly #listeners = new Set<(value: Value) => void>();

  constructor(first: Value | null) {
    this.#newest = first;
  }

  push(value: Value): void {
    this.#newest = value;
    for (const listener of this.#listeners) listener(value);
  }

  async *read(signal: AbortSignal | undefined): AsyncGenerator<Value, void> {
    const queue: Value[] = this.#newest === null ? [] : [this.#newest];
    let wake = () => {};
    const listener = (value: Value) => {
      queue.push(value);
      wake();
    };
    this.#listeners.add(listener);
    signal?.addEventListener('abort', () => wake(), { once: true });
    try {
      while (!signal?.aborted) {
        yield* queue.splice(0);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      this.#listeners.delete(listener);
    }
  }
}
