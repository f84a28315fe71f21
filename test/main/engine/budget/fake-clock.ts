import type { Clock, Timer } from '../../../../main/engine/ports.ts';

export interface FakeClock extends Clock {
  /** Lets `ms` pass, ringing timers in order; what they start is settled before the next one rings. */
  pass(ms: number): Promise<void>;
  /** Sets the clock without any time passing, as a person or a time server does. */
  set(epochMs: number): void;
}

/** A clock that stands still until told otherwise. */
export function fakeClock(start = Date.UTC(2026, 10, 2, 9)): FakeClock {
  let elapsed = 0;
  let offset = start;
  let alarms: { at: number; ring: () => void }[] = [];
  const clock: FakeClock = {
    now: () => offset + elapsed,
    sleep(ms, signal) {
      return new Promise((resolve) => {
        const timer = clock.timer(ms, resolve);
        signal?.addEventListener('abort', () => {
          timer.cancel();
          resolve();
        });
      });
    },
    timer(ms, callback): Timer {
      const alarm = { at: elapsed + Math.max(0, ms), ring: callback };
      alarms.push(alarm);
      return { cancel: () => void (alarms = alarms.filter((other) => other !== alarm)) };
    },
    async pass(ms) {
      const end = elapsed + ms;
      for (;;) {
        await settle();
        const next = alarms.reduce<(typeof alarms)[number] | null>(
          (first, alarm) => (first === null || alarm.at < first.at ? alarm : first),
          null,
        );
        if (next === null || next.at > end) break;
        elapsed = next.at;
        alarms = alarms.filter((alarm) => alarm !== next);
        next.ring();
      }
      elapsed = end;
      await settle();
    },
    set: (epochMs) => {
      offset = epochMs - elapsed;
    },
  };
  return clock;
}

/** Lets everything that waits only for promises go on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
}
