/** A value that changes. Watchers see the newest value, never a backlog of old ones. */
export class Watched<Value> {
  #value: Value;
  #version = 0;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set(value: Value): void {
    if (value === this.#value) return;
    this.#value = value;
    this.#version += 1;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Calls back after each change; the answer ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The value now, then each newest one, until the signal aborts. */
  async *watch(signal?: AbortSignal): AsyncGenerator<Value, void> {
    while (!signal?.aborted) {
      const version = this.#version;
      yield this.#value;
      if (version === this.#version) await this.#change(signal);
    }
  }

  #change(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = (): void => {
        stop();
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const stop = this.subscribe(end);
      signal?.addEventListener('abort', end, { once: true });
    });
  }
}
