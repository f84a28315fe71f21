/** Lets one at a time read a file and register what it read, so that versions are registered in the order they were read in. */
export class CaptureTurns {
  /** Resolves when the last that asked for the file is done. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** @param path of the file, absolute */
  async run<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
    const done = (this.#last.get(path) ?? Promise.resolve()).then(work);
    const over = done.catch(() => undefined);
    this.#last.set(path, over);
    try {
      return await done;
    } finally {
      if (this.#last.get(path) === over) this.#last.delete(path);
    }
  }
}
