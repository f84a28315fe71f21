import { expect, test } from 'vitest';
import { Rests } from '../../../../main/engine/features/fetching/rests.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const [matterId, fileId] = ['m' as MatterId, 'f' as FileId];

test('what cannot be had rests twice as long each time, up to an hour', async () => {
  const clock = new FakeClock();
  const rests = new Rests(clock);
  const waits = [];
  for (let count = 0; count < 12; count += 1) {
    rests.begin(matterId, fileId, 7, null);
    const wait = rests.next(matterId, clock.steady()) ?? 0;
    waits.push(wait / 1_000);
    expect(rests.of(matterId, fileId, 7)).toBeDefined();
    await clock.advance(wait);
    expect(rests.of(matterId, fileId, 7)).toBeUndefined();
  }
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]);
});

test('a newer version is asked for at once, and what the person wants now', () => {
  const clock = new FakeClock();
  const rests = new Rests(clock);
  rests.begin(matterId, fileId, 7, null);
  expect(rests.of(matterId, fileId, 8)).toBeUndefined();
  rests.endAll(matterId);
  expect(rests.of(matterId, fileId, 7)).toBeUndefined();
  expect(rests.next(matterId, clock.steady())).toBeNull();
});

test('a document that is not asked for once its rest is over has nothing looked at again', async () => {
  const clock = new FakeClock();
  const rests = new Rests(clock);
  rests.begin(matterId, fileId, null, null);
  await clock.advance(10_000);
  expect(rests.next(matterId, clock.steady())).toBeNull();
});

test('what was passed over in a look during which its rest ended is looked at again at once', async () => {
  const clock = new FakeClock();
  const rests = new Rests(clock);
  rests.begin(matterId, fileId, 7, null);
  await clock.advance(9_000);
  const lookBegan = clock.steady();
  expect(rests.of(matterId, fileId, 7)).toBeDefined();
  await clock.advance(2_000);
  expect(rests.next(matterId, lookBegan)).toBe(0);
  expect(rests.next(matterId, clock.steady())).toBeNull();
});
