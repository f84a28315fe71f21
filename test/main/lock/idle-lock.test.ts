import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdleLock } from '../../../main/lock/idle-lock.ts';
import { Watched } from '../../../shared/base/watched.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** A computer that is used and left, with a lock that starts as it was kept. */
function computer(minutes: number | null, kept = { locked: false }) {
  const clock = new FakeClock();
  const signIns = new Watched(0);
  const state = { idle: 0, minutes };
  const lock = new IdleLock({
    clock,
    signIns,
    idleSeconds: () => state.idle,
    minutes: () => state.minutes,
    kept: { get: () => kept.locked, set: (locked) => void (kept.locked = locked) },
  });
  lock.start();
  const pass = async (seconds: number, used: boolean) => {
    state.idle = used ? 0 : state.idle + seconds;
    await clock.advance(seconds * 1000);
  };
  return { lock, state, kept, pass, signIn: () => signIns.set(signIns.value + 1) };
}

test('is off unless somebody wants it, however long nobody is there', async () => {
  const { lock, pass } = computer(null);
  await pass(100_000, false);
  lock.away();
  expect(lock.locked.value).toBe(false);
});

test('locks after the minutes chosen without use, and not before', async () => {
  const { lock, pass } = computer(5);
  await pass(290, false);
  expect(lock.locked.value).toBe(false);
  await pass(20, false);
  expect(lock.locked.value).toBe(true);
});

test('use alone does not open it, nor does switching it off: only a sign-in does', async () => {
  const { lock, state, pass, signIn } = computer(1);
  await pass(70, false);
  await pass(10, true);
  state.minutes = null;
  await pass(10, true);
  expect(lock.locked.value).toBe(true);
  signIn();
  expect(lock.locked.value).toBe(false);
});

test('locks with the computer’s own lock and with its sleep', () => {
  const { lock } = computer(60);
  lock.away();
  expect(lock.locked.value).toBe(true);
});

test('stays locked over a restart of the program', () => {
  const kept = { locked: false };
  computer(60, kept).lock.away();
  expect(computer(60, kept).lock.locked.value).toBe(true);
});

test('whatever people do, it is open only if nobody was away that long since the last sign-in', async () => {
  const step = fc.record({
    seconds: fc.integer({ min: 1, max: 200 }),
    used: fc.boolean(),
    signIn: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { lock, pass, signIn, state } = computer(2);
      let wasAway = false;
      let openWhileAway = false;
      for (const { seconds, used, signIn: signsIn } of steps) {
        if (signsIn) {
          state.idle = 0;
          signIn();
          wasAway = false;
        }
        await pass(seconds, used);
        wasAway ||= state.idle >= 120 + 5;
        openWhileAway ||= wasAway && !lock.locked.value;
      }
      expect(openWhileAway).toBe(false);
    }),
    { numRuns: 60 },
  );
});
