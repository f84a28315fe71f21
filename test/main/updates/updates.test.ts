import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Updates } from '../../../main/updates/updates.ts';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const minute = 60_000;

/** A program with a feed that says and does what the test wants. */
function program(change: { newer?: string | null; unfiled?: number | null } = {}) {
  const clock = new FakeClock();
  const world = { newer: change.newer ?? null, unfiled: change.unfiled === undefined ? 0 : change.unfiled };
  const answers: Result<void, string>[] = [];
  const done: string[] = [];
  const updates = new Updates({
    clock,
    random: () => 0,
    feed: {
      newer: async () => (done.push('looked'), ok(world.newer)),
      fetch: async () => (done.push('fetched'), answers.shift() ?? ok(undefined)),
    },
    unfiled: async () => world.unfiled,
    endAndInstall: () => void done.push('installed'),
  });
  updates.start();
  return { updates, clock, world, done, answers };
}

test('looks a while after the start, and then now and then', async () => {
  const { clock, done, updates } = program();
  await clock.advance(minute);
  expect(done).toEqual([]);
  await clock.advance(minute);
  expect(done).toEqual(['looked']);
  expect(updates.state.value).toMatchObject({ state: 'current' });
  await clock.advance(6 * 60 * minute);
  expect(done).toEqual(['looked', 'looked']);
});

test('fetches what is newer when everything is filed, and installs it only when the person says so', async () => {
  const { clock, done, updates } = program({ newer: '2.0.0' });
  await clock.advance(24 * 60 * minute);
  expect(done).toEqual(['looked', 'fetched']);
  expect(updates.state.value).toEqual({ state: 'ready', version: '2.0.0', allFiled: true });
  expect(await updates.install()).toMatchObject({ ok: true });
  expect(done.at(-1)).toBe('installed');
});

test('an installation that failed is said, and the version is fetched and offered again later', async () => {
  const { clock, done, updates } = program({ newer: '2.0.0' });
  await clock.advance(2 * minute);
  updates.installFailed('The installer could not be run.');
  expect(updates.state.value).toMatchObject({ state: 'failed', why: 'The installer could not be run.' });
  await clock.advance(59 * minute);
  expect(done).toEqual(['looked', 'fetched']);
  await clock.advance(minute);
  expect(done).toEqual(['looked', 'fetched', 'looked', 'fetched']);
  expect(updates.state.value).toMatchObject({ state: 'ready' });
});

test.each([1, null])('waits while something is not filed, or nobody knows (%s)', async (unfiled) => {
  const { clock, done, updates, world } = program({ newer: '2.0.0', unfiled });
  await clock.advance(2 * minute);
  expect(updates.state.value).toEqual({ state: 'waiting', version: '2.0.0' });
  world.unfiled = 0;
  await clock.advance(minute);
  expect(updates.state.value).toMatchObject({ state: 'ready', allFiled: true });
  world.unfiled = unfiled;
  expect(await updates.install()).toMatchObject({ ok: false });
  expect(await updates.installsAtEnd()).toBe(false);
  expect(updates.state.value).toMatchObject({ allFiled: false });
  world.unfiled = 0;
  await clock.advance(minute);
  expect(updates.state.value).toMatchObject({ allFiled: true });
  expect(await updates.installsAtEnd()).toBe(true);
  expect(done).not.toContain('installed');
});

test('a roll-out that was stopped meanwhile is not fetched', async () => {
  const { clock, done, updates, world } = program({ newer: '2.0.0', unfiled: 1 });
  await clock.advance(2 * minute);
  world.newer = null;
  world.unfiled = 0;
  await clock.advance(minute);
  expect(updates.state.value.state).toBe('current');
  expect(done).not.toContain('fetched');
});

test('a version that is not signed by its maker is said to be so, and never installed', async () => {
  const { clock, done, updates, answers } = program({ newer: '2.0.0' });
  answers.push(err('The update is not signed by its publisher.'));
  await clock.advance(2 * minute);
  expect(updates.state.value).toMatchObject({ state: 'failed', why: expect.stringContaining('not signed') });
  expect(await updates.install()).toMatchObject({ ok: false });
  expect(await updates.installsAtEnd()).toBe(false);
  await clock.advance(60 * minute);
  expect(updates.state.value.state).toBe('ready');
  expect(done).not.toContain('installed');
});

test('where an administrator decided against it, nobody is ever asked', async () => {
  const clock = new FakeClock();
  const updates = new Updates({
    clock,
    random: () => 0,
    feed: 'managed',
    unfiled: () => Promise.reject(new Error('asked')),
    endAndInstall: () => expect.unreachable(),
  });
  updates.start();
  await updates.lookNow();
  await clock.advance(48 * 60 * minute);
  expect(updates.state.value).toEqual({ state: 'off', why: 'managed' });
  expect(await updates.install()).toMatchObject({ ok: false });
});

test('whatever happens in whatever order, nothing is fetched or installed while something is not filed', async () => {
  const step = fc.record({
    minutes: fc.integer({ min: 0, max: 500 }),
    newer: fc.constantFrom(null, '2.0.0', '3.0.0'),
    unfiled: fc.constantFrom(0, 0, 2, null),
    does: fc.constantFrom('nothing', 'look', 'install', 'end'),
    fails: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { updates, clock, world, done, answers } = program();
      const wrong: string[] = [];
      for (const { minutes, newer, unfiled, does, fails } of steps) {
        Object.assign(world, { newer, unfiled });
        if (fails) answers.push(err('No.'));
        const before = done.length;
        await clock.advance(minutes * minute);
        if (does === 'look') await updates.lookNow();
        if (does === 'install') await updates.install();
        if (does === 'end' && (await updates.installsAtEnd())) done.push('installed');
        const happened = done.slice(before).filter((what) => what !== 'looked');
        if (unfiled !== 0) wrong.push(...happened);
        if (does !== 'install' && does !== 'end')
          wrong.push(...happened.filter((what) => what === 'installed'));
      }
      expect(wrong).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
