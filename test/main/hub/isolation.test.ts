import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AllowedRequest } from '../../../main/hub/allowed-request.ts';
import { createAsking, type FirmAnswer } from '../../../main/hub/asking.ts';
import { createFirmBudget } from '../../../main/hub/firm-budget.ts';
import { keyedHash } from '../../../main/hub/keyed-hash.ts';
import type { AskService } from '../../../main/hub/service-behind.ts';
import { SharedReads } from '../../../main/hub/shared-reads.ts';
import { Shown } from '../../../main/hub/shown.ts';
import { TakenTokens } from '../../../main/hub/taken-tokens.ts';
import { withSleep } from '../../../main/hub/time-passed.ts';
import { ok } from '../../../shared/base/result.ts';
import { pseudoRandom } from '../../service/pseudo-random.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const quarter = 15 * 60_000;
const lists = ['/matters?limit=500', '/staff'];
const folderPath = (folder: number) => `/matters/m${folder % 3}/documents/folders/f${folder}/history`;

/** A service as it may be: folders that some may read, lists that show each something else, validators or none. */
class ModelFirm {
  readonly clock = new FakeClock(0);
  readonly #random: () => number;
  /** Who may not read a folder, as `person folder`. */
  readonly forbidden = new Set<string>();
  readonly signedOut = new Set<number>();
  readonly entries = new Map<string, { id: number; only: number | null }[]>();
  /** What the service showed to whom: the entries of each answer. */
  readonly showed: { person: number; path: string; at: number; ids: readonly number[] }[] = [];
  /** The answers that refused somebody something, when the question left and when the answer came. */
  readonly denied: { person: number; path: string; leftAt: number; at: number }[] = [];
  readonly versions: { path: string; at: number }[] = [];
  requests = 0;
  #nextId = 0;

  readonly #validators: boolean;

  constructor(seed: number, validators: boolean) {
    this.#random = pseudoRandom(seed);
    this.#validators = validators;
  }

  add(path: string, only: number | null): void {
    const list = this.entries.get(path) ?? [];
    list.push({ id: (this.#nextId += 1), only });
    this.entries.set(path, list);
    this.versions.push({ path, at: this.clock.steady() });
  }

  readonly ask: AskService = async ({ request: { path }, token, known }) => {
    this.requests += 1;
    const person = Number(token);
    const leftAt = this.clock.steady();
    await this.clock.sleep(this.#random() * 3_000);
    const folder = /f(\d+)/.exec(path)?.[1];
    const isSignedOut = this.signedOut.has(person);
    const isForbidden = folder !== undefined && this.forbidden.has(`${person} ${folder}`);
    const ids = (this.entries.get(path) ?? [])
      .filter(({ only }) => only === null || only === person)
      .map(({ id }) => id);
    const shownAt = this.clock.steady();
    // One for all that a service makes so, though each is shown something else: the hub must not be led astray by it.
    const etag = `"v${this.versions.filter((one) => one.path === path).length}"`;
    await this.clock.sleep(this.#random() * 3_000);
    if (isSignedOut || isForbidden) {
      this.denied.push({ person, path, leftAt, at: this.clock.steady() });
      return ok({
        status: isSignedOut ? 401 : folder && Number(folder) % 2 ? 403 : 404,
        headers: {},
        body: '',
      });
    }
    this.showed.push({ person, path, at: shownAt, ids });
    if (this.#validators && known === etag) return ok({ status: 304, headers: { etag }, body: '' });
    return ok({
      status: 200,
      headers: { 'content-type': 'application/json', ...(this.#validators ? { etag } : {}) },
      body: JSON.stringify(ids),
    });
  };
}

type Act =
  | { do: 'read'; person: number; what: number; maxAge: number }
  | { do: 'add'; what: number; only: number | null }
  | { do: 'forbid' | 'permit'; person: number; what: number }
  | { do: 'sign-out'; person: number }
  | { do: 'wait' | 'sleep'; ms: number };

/** Six people, four folders and two lists. */
const some = { person: fc.nat(5), what: fc.nat(5) };
const someFolder = { ...some, what: fc.nat(3) };
const is = <Word extends string>(...words: Word[]) => fc.constantFrom(...words);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: is('read'), ...some, maxAge: is('0', '4', '60', '300') }).map((read) => ({
      ...read,
      maxAge: Number(read.maxAge) * 1_000,
    })),
  },
  { weight: 1, arbitrary: fc.record({ do: is('add'), what: someFolder.what, only: fc.constant(null) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: is('add'), what: fc.constantFrom(4, 5), only: fc.option(some.person) }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('forbid', 'permit'), ...someFolder }) },
  { weight: 1, arbitrary: fc.record({ do: is('sign-out'), person: some.person }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: is('wait'), ms: fc.constantFrom(100, 1_000, 5_000, 60_000, quarter) }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('sleep'), ms: fc.constantFrom(60_000, quarter) }) },
);

const pathOf = (what: number) => (what < 4 ? folderPath(what) : (lists[what - 4] ?? ''));

async function play(acts: readonly Act[], seed: number, validators: boolean) {
  const firm = new ModelFirm(seed, validators);
  const { clock } = firm;
  const passing = withSleep(clock);
  const budget = createFirmBudget({ clock, random: () => 0.5, limit: { perSecond: 20, burst: 20 } });
  const reads = new SharedReads({
    ask: createAsking({ budget, askService: firm.ask, clock: passing, taken: new TakenTokens() }),
    clock: passing,
    hash: keyedHash(Buffer.alloc(32, seed)),
    shown: new Shown(),
    on: { shown() {}, refused() {}, notTaken() {} },
  });
  const told: { person: number; path: string; at: number; ids: number[]; age: number; arrivedAt: number }[] =
    [];
  const bodies = new Map<string, { validator: string; ids: number[] }>();
  for (let what = 0; what < 6; what += 1) firm.add(pathOf(what), null);
  const read = async (person: number, path: string, maxAge: number) => {
    const operation = /f\d+/.test(path) ? 'history.read' : path === '/staff' ? 'staff.list' : 'matters.list';
    const request: AllowedRequest = { operation, method: 'GET', path };
    const arrivedAt = clock.steady();
    const known = bodies.get(`${person} ${path}`);
    const { answer } = await reads.answer(
      {
        request,
        token: String(person),
        who: `hash of ${person}`,
        requestClass: 'view',
        known: known?.validator,
        maxAge,
      },
      new AbortController().signal,
    );
    if (!answer.ok) return;
    const { status, headers, body } = answer.value.told;
    if (status !== 200 && status !== 304) return;
    const ids: number[] = status === 200 ? JSON.parse(String(body)) : (known?.ids ?? []);
    bodies.set(`${person} ${path}`, { validator: headers['etag'] ?? '', ids });
    told.push({ person, path, at: clock.steady(), ids, arrivedAt, age: Number(headers['age'] ?? 0) * 1000 });
  };
  for (const one of acts) {
    switch (one.do) {
      case 'read':
        void read(one.person, pathOf(one.what), one.maxAge);
        break;
      case 'add':
        firm.add(pathOf(one.what), one.only);
        break;
      case 'forbid':
        firm.forbidden.add(`${one.person} ${one.what}`);
        break;
      case 'permit':
        firm.forbidden.delete(`${one.person} ${one.what}`);
        break;
      case 'sign-out':
        firm.signedOut.add(one.person);
        break;
      case 'wait':
        await clock.advance(one.ms);
        break;
      case 'sleep':
        // What somebody asked for themselves, they are told whenever it comes.
        await clock.advance(60_000);
        clock.sleeps(one.ms);
    }
  }
  await clock.advance(120_000);
  reads.stop();
  return { firm, told };
}

describe('whoever asks the hub', () => {
  test('is told nothing that the service did not show to their own token in the last quarter of an hour', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 20, maxLength: 80 }),
        fc.nat(),
        fc.boolean(),
        async (acts, seed, validators) => {
          const { firm, told } = await play(acts, seed, validators);
          for (const { person, path, at, ids, arrivedAt, age } of told) {
            const own = firm.showed.filter(
              (one) => one.person === person && one.path === path && one.at <= at && one.at >= at - quarter,
            );
            // The resource was shown to this very token.
            expect(own.length).toBeGreaterThan(0);
            // Of a list every single entry was; a folder's history is the same for whoever may read it.
            const seen = new Set(own.flatMap((one) => one.ids));
            expect(lists.includes(path) ? ids.filter((id) => !seen.has(id)) : []).toEqual([]);
            // No refusal that the hub had heard of is newer than what was shown.
            const matter = /^\/matters\/m\d/.exec(path)?.[0] ?? path;
            const refused = firm.denied.filter(
              (one) => one.person === person && one.path.startsWith(matter) && one.at < arrivedAt,
            );
            for (const refusal of refused) expect(own.some((one) => one.at > refusal.leftAt)).toBe(true);
            // It is as new as it says: whoever was shown it last was shown it after the question, less its age.
            const newest = firm.showed.filter(
              (one) => one.path === path && one.at <= at && String(one.ids) === String(ids),
            );
            expect(Math.max(...newest.map((one) => one.at))).toBeGreaterThanOrEqual(arrivedAt - age);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('costs the service one read for many who may see the same', async () => {
    const reading = Array.from(
      { length: 6 },
      (_, one): Act => ({ do: 'read', person: one, what: 0, maxAge: 5_000 }),
    );
    const wait: Act = { do: 'wait', ms: 10_000 };
    const { firm, told } = await play(
      [...reading, wait, ...Array.from({ length: 10 }, () => [...reading, wait]).flat()],
      1,
      false,
    );
    expect(told).toHaveLength(66);
    // Each once for a proof of their own, and then one of them for all.
    expect(firm.requests).toBe(6 + 10);
  });

  test('hears of what is new as soon as anybody does', async () => {
    const read = (one: number, maxAge = 0): Act => ({ do: 'read', person: one, what: 1, maxAge });
    const { firm, told } = await play(
      [
        read(1),
        read(2),
        { do: 'wait', ms: 10_000 },
        { do: 'add', what: 1, only: null },
        read(1),
        { do: 'wait', ms: 10_000 },
        read(2, 60_000),
      ],
      1,
      false,
    );
    expect(firm.requests).toBe(3);
    expect(told.at(-1)).toMatchObject({ person: 2, ids: [2, 7] });
  });

  test('is told by nobody else’s reads once two of them did not agree on a folder', async () => {
    const read = (person: number, maxAge = 0): Act => ({ do: 'read', person, what: 0, maxAge });
    const wait: Act = { do: 'wait', ms: 10_000 };
    const { told } = await play(
      [{ do: 'add', what: 0, only: 1 }, read(1), wait, read(2), wait, read(1, 60_000), wait, read(2, 60_000)],
      1,
      true,
    );
    expect(told.map(({ ids }) => ids)).toEqual([[1, 7], [1], [1, 7], [1]]);
  });

  test('is told of a list what they were shown themselves, though the service says the same validator of all of them', async () => {
    const read = (person: number, maxAge = 0): Act => ({ do: 'read', person, what: 4, maxAge });
    const wait: Act = { do: 'wait', ms: 10_000 };
    const { told } = await play(
      [
        { do: 'add', what: 4, only: 1 },
        read(2),
        wait,
        read(1),
        wait,
        read(2, 60_000),
        wait,
        read(2),
        wait,
        read(1),
      ],
      1,
      true,
    );
    expect(told.map(({ ids }) => ids)).toEqual([[5], [5, 7], [5], [5], [5, 7]]);
  });
});

test('a computer that slept counts the time: what may be told for a quarter of an hour is not told after it', () => {
  const clock = new FakeClock(0);
  let sleptUnnoticed = 0;
  const passing = withSleep({
    now: () => clock.now(),
    steady: () => clock.steady() - sleptUnnoticed,
    sleep: (ms, signal) => clock.sleep(ms, signal),
    timer: (ms, ring) => clock.timer(ms, ring),
  });
  clock.tick(500);
  expect(passing.steady()).toBe(500);
  clock.sleeps(quarter);
  sleptUnnoticed = quarter;
  // A second more: the clock may have been set back by as much, unnoticed, before.
  expect(passing.steady()).toBe(500 + quarter + 1_000);
  clock.tick(1_000);
  expect(passing.steady()).toBe(1_500 + quarter + 1_000);
});

test('who joins a read that gets no turn in time still has their own time', async () => {
  const clock = new FakeClock(0);
  const shown = new Shown();
  const turns: ((answer: FirmAnswer) => void)[] = [];
  const reads = new SharedReads({
    ask() {
      const { promise, resolve } = Promise.withResolvers<FirmAnswer>();
      turns.push(resolve);
      return { answer: promise, leftAt: () => null, raise() {} };
    },
    ...{ clock, shown, hash: keyedHash(Buffer.alloc(32)), on: { shown() {}, refused() {}, notTaken() {} } },
  });
  const read = (requestClass: 'linked' | 'announce') =>
    reads.answer(
      {
        request: { operation: 'history.read', method: 'GET', path: folderPath(0) },
        ...{ token: '1', who: 'hash of 1', requestClass, known: undefined, maxAge: 0 },
      },
      new AbortController().signal,
    );
  const poll = read('linked');
  await clock.advance(29_000);
  const look = read('announce');
  await clock.advance(1_000);
  turns[0]?.({ ok: false, error: 'busy' });
  expect((await poll).answer).toEqual({ ok: false, error: 'busy' });
  await clock.advance(0);
  expect(turns).toHaveLength(2);
  turns[1]?.(ok({ told: { status: 200, headers: {}, body: '[]' }, leftAt: clock.steady() }));
  expect((await look).answer.ok).toBe(true);
  reads.stop();
});
