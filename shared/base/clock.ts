/** A timer that has not rung yet; cancelling it twice, or after it rang, does nothing. */
export interface Timer {
  cancel(): void;
}

/** Time, passed in so that tests and the fault simulator can hold it in their hands. */
export interface Clock {
  /** Milliseconds since 1970 in UTC; may jump in either direction when the computer's clock is set. */
  now(): number;
  /** Milliseconds since some instant: never jumps, for what must be paced; stands still while the computer sleeps. */
  steady(): number;
  /** Resolves after `ms`, or at once when `signal` aborts: the caller looks at the signal. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  timer(ms: number, callback: () => void): Timer;
}

/** Longer delays overflow the runtime's timers and would fire at once. */
const longestDelay = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  sleep(ms, signal) {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = () => {
        clearTimeout(handle);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const handle = setTimeout(end, Math.min(Math.max(ms, 0), longestDelay));
      signal?.addEventListener('abort', end);
    });
  },
  timer(ms, callback) {
    const handle = setTimeout(callback, Math.min(Math.max(ms, 0), longestDelay));
    return { cancel: () => clearTimeout(handle) };
  },
};
