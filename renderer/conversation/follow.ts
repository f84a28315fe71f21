type Subscribe<Value> = (signal: AbortSignal) => Promise<AsyncIterable<Value>>;

/** Pauses before a broken stream is asked for again, in milliseconds; the last one repeats. */
const pauses = [100, 500, 2_000, 5_000] as const;

/**
 * Follows a stream for as long as the window lives: when it ends or fails (the engine was restarted, say), it is asked
 * for again. `onStart` runs each time a stream is about to be read.
 */
export async function follow<Value>(
  subscribe: Subscribe<Value>,
  onValue: (value: Value) => void,
  signal: AbortSignal,
  onStart: () => void = () => {},
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const stream = await subscribe(signal);
      onStart();
      for await (const value of stream) {
        failures = 0;
        onValue(value);
      }
    } catch (error) {
      if (!signal.aborted) console.warn('A stream broke off and is asked for again.', error);
    }
    await pause(pauses[Math.min(failures, pauses.length - 1)] ?? 0, signal);
    failures += 1;
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

/** The newest value of a stream, for `useSyncExternalStore`; null until the first one. Asked for once somebody listens. */
export interface Live<Value> {
  current: () => Value | null;
  listen: (listener: () => void) => () => void;
  /** Asks for it, and resolves with the first value. */
  first: () => Promise<Value>;
}

export function live<Value>(subscribe: Subscribe<Value>, signal: AbortSignal): Live<Value> {
  let value: Value | null = null;
  const listeners = new Set<() => void>();
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    void follow(
      subscribe,
      (next) => {
        value = next;
        for (const listener of listeners) listener();
      },
      signal,
    );
  };
  const listen = (listener: () => void) => {
    start();
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    current: () => value,
    listen,
    first: () =>
      new Promise((resolve) => {
        const look = () => {
          if (value === null) return;
          leave();
          resolve(value);
        };
        const leave = listen(look);
        look();
      }),
  };
}
