import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Lane,
  type PolledTurn,
  PollSchedule,
  type ReadOutcome,
} from '../../../../main/engine/features/history/poll-schedule.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { pseudoRandom } from '../../../service/pseudo-random.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.UTC(2026, 10, 20, 9);
const matterId = (index: number) => `m${index}` as MatterId;

const foldersOf = (count: number, checkedAt: number | null = null) =>
  Array.from({ length: count }, (_, index) => ({
    folderId: index === 0 ? null : (`f${index}` as FolderId),
    checkedAt,
    refused: null,
  }));

const linked = (index: number) => ({ matterId: matterId(index), linked: true, lookedAt: null });
const visited = (index: number, lookedAt: number) => ({ matterId: matterId(index), linked: false, lookedAt });

/** Reads one folder after the other for so long, each taking `takes` ms; when each was read, by its key. */
function run(
  schedule: PollSchedule,
  from: number,
  ms: number,
  takes: number,
  outcome: ReadOutcome = 'read',
  enough = Number.POSITIVE_INFINITY,
) {
  const reads = new Map<string, number[]>();
  let now = from;
  while (now < from + ms && reads.size < enough) {
    const turn = schedule.take('view', now) ?? schedule.take('background', now);
    if (turn === null) {
      const next = Math.min(schedule.next('view') ?? Infinity, schedule.next('background') ?? Infinity);
      if (next === Infinity) break;
      now = Math.max(now + 1, next);
      continue;
    }
    now += takes;
    schedule.done(turn, outcome, now);
    const key = `${turn.matterId}/${turn.folderId ?? ''}`;
    reads.set(key, [...(reads.get(key) ?? []), now]);
  }
  return reads;
}

test('every folder is read in its turn, however often matters are opened, linked, left, refused or fail', () => {
  const act = fc.record({
    matter: fc.integer({ min: 0, max: 5 }),
    how: fc.constantFrom('look', 'link', 'leave', 'expedite', 'spread'),
    folders: fc.integer({ min: 1, max: 6 }),
    outcome: fc.constantFrom<ReadOutcome>('read', 'refused', 'failed', 'later'),
    wait: fc.integer({ min: 0, max: 10 * minute }),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), fc.integer(), (acts, seed) => {
      const schedule = new PollSchedule(pseudoRandom(seed));
      const expected = new Map<MatterId, number>();
      let now = start;
      for (const { matter, how, folders, outcome, wait } of acts) {
        const id = matterId(matter);
        if (how === 'look') schedule.put(visited(matter, now), true, foldersOf(folders), now);
        if (how === 'link') schedule.put(linked(matter), false, foldersOf(folders), now);
        if (how === 'leave') schedule.put({ matterId: id, linked: false, lookedAt: null }, false, [], now);
        if (how === 'expedite') schedule.expedite(id, 1_000, now);
        if (how === 'spread') schedule.spread(now);
        if (how === 'look' || how === 'link') expected.set(id, folders);
        if (how === 'leave') expected.delete(id);
        for (const lane of ['view', 'background'] as const) {
          const turn = schedule.take(lane, now);
          if (turn) schedule.done(turn, outcome, now + 100);
        }
        now += wait;
      }
      const all = [...expected].flatMap(([id, folders]) =>
        foldersOf(folders).map(({ folderId }) => `${id}/${folderId ?? ''}`),
      );
      const reads = run(schedule, now, 3 * day, 100, 'read', all.length);
      expect([...reads.keys()].toSorted()).toEqual(all.toSorted());
    }),
  );
});

test('the folder overdue longest is read first', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 40 }), (seed, count) => {
      const schedule = new PollSchedule(pseudoRandom(seed));
      for (let index = 0; index < count; index += 1) schedule.put(linked(index), false, foldersOf(3), start);
      const taken: number[] = [];
      for (let next = schedule.next('background'); next !== null; next = schedule.next('background')) {
        taken.push(next);
        expect(schedule.take('background', next)).not.toBeNull();
      }
      expect(taken).toEqual(taken.toSorted((one, other) => one - other));
      expect(taken).toHaveLength(count * 3);
    }),
  );
});

test('with more folders than can be read in a minute, none is read twice before another is read once', () => {
  const schedule = new PollSchedule(pseudoRandom(1));
  for (let index = 0; index < 100; index += 1) schedule.put(linked(index), false, foldersOf(10), start);
  schedule.spread(start);
  const reads = [...run(schedule, start, 100 * minute, 450).values()];
  const counts = reads.map((times) => times.length);
  expect(reads).toHaveLength(1_000);
  expect(Math.max(...counts)).toBeLessThanOrEqual(Math.min(...counts) * 2);
});

test('what was looked at before is read ever more rarely, up to once a day', () => {
  const schedule = new PollSchedule(pseudoRandom(2));
  schedule.put(visited(0, start), false, foldersOf(1, start), start);
  const [times] = [...run(schedule, start, 20 * day, 100).values()];
  const waits = (times ?? []).map((at, index) => at - (times?.[index - 1] ?? start));
  expect(waits[0]).toBeLessThan(4 * minute);
  expect(waits.slice(0, 6).every((wait, index) => index === 0 || wait > (waits[index - 1] ?? 0) * 0.9)).toBe(
    true,
  );
  expect(Math.max(...waits)).toBeGreaterThan(0.7 * day);
  expect(Math.max(...waits)).toBeLessThan(1.3 * day);
});

test('a refused folder is asked for rarely, and at its old pace as soon as it answers again', () => {
  const schedule = new PollSchedule(pseudoRandom(3));
  schedule.put(linked(0), false, foldersOf(1, start), start);
  const refused = [...run(schedule, start, 2 * day, 100, 'refused').values()].flat();
  expect(refused.length).toBeLessThan(25);
  const since = (refused.at(-1) ?? start) + 1;
  const again = [...run(schedule, since, 3 * day, 100).values()].flat();
  expect(again.length).toBeGreaterThan(1_000);
});

test('after a silence what is overdue is spread over a round, so that nobody comes back together', () => {
  const due: number[] = [];
  for (let seed = 0; seed < 500; seed += 1) {
    const schedule = new PollSchedule(pseudoRandom(seed));
    schedule.put(linked(0), false, foldersOf(1, start - 10 * minute), start - 10 * minute);
    schedule.spread(start);
    due.push((schedule.next('background') ?? 0) - start);
  }
  const tenths = Array.from(
    { length: 10 },
    (_, tenth) => due.filter((at) => Math.floor(at / 4_500) === tenth).length,
  );
  expect(Math.min(...tenths)).toBeGreaterThan(25);
  expect(Math.max(...tenths)).toBeLessThan(80);
});

test('a clock that was set back makes nothing wait for the old time to come round again', () => {
  const schedule = new PollSchedule(pseudoRandom(4));
  schedule.put(linked(0), false, foldersOf(5, start), start);
  schedule.spread(start - day);
  expect(schedule.next('background')).toBeLessThanOrEqual(start - day + minute);
});

test('a folder that is being read has no second turn meanwhile', () => {
  const schedule = new PollSchedule(pseudoRandom(5));
  schedule.put(linked(0), false, foldersOf(1), start);
  const turn = schedule.take('background', start + minute) as PolledTurn;
  schedule.put(visited(0, start), true, foldersOf(1), start);
  schedule.expedite(matterId(0), 0, start);
  const lanes: Lane[] = ['view', 'background'];
  expect(lanes.map((lane) => schedule.take(lane, start + day))).toEqual([null, null]);
  schedule.done(turn, 'read', start + 100);
  expect(schedule.next('view')).toBeLessThanOrEqual(start + 100 + 6_000);
});

test('when the service asks to slow down, everything is read less often, and faster again once it answers', () => {
  const reads = (slower: number) => {
    const schedule = new PollSchedule(pseudoRandom(6));
    schedule.put(linked(0), false, foldersOf(1, start), start);
    for (let times = 0; times < slower; times += 1) schedule.slower();
    return [...run(schedule, start, 60 * minute, 100).values()].flat().length;
  };
  expect(reads(3)).toBeLessThan(reads(0) / 6);
});
