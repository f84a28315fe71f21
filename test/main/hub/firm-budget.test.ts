import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFirmBudget } from '../../../main/hub/firm-budget.ts';
import { classOf, type RequestClass, requestClasses } from '../../../main/hub/request-class.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const patient = 3_600_000;

function firm(limit: { perSecond: number; burst: number }) {
  const clock = new FakeClock(0);
  const budget = createFirmBudget({ clock, random: () => 0.5, limit });
  const went: { who: string; class: RequestClass; at: number }[] = [];
  return {
    clock,
    budget,
    went,
    ask(who: string, requestClass: RequestClass, within = patient, signal = new AbortController().signal) {
      const turn = budget.turn(who, requestClass, within, signal);
      void turn.granted.then((granted) => {
        if (granted.ok) went.push({ who, class: requestClass, at: clock.steady() });
      });
      return turn;
    },
  };
}

describe('the firm’s one budget', () => {
  test('lets the more urgent class go first', async () => {
    const { clock, ask, went } = firm({ perSecond: 10, burst: 1 });
    for (const requestClass of requestClasses.toReversed()) ask('a', requestClass);
    await clock.advance(5_000);
    // The first one found nobody in line.
    expect(went.map((one) => one.class)).toEqual(['rest', 'announce', 'write', 'view', 'linked']);
  });

  test('gives each desktop its turn: one that asks for much keeps nobody waiting', async () => {
    const { clock, ask, went } = firm({ perSecond: 10, burst: 1 });
    for (let times = 0; times < 100; times += 1) ask('greedy', 'view');
    for (const who of ['b', 'c', 'd']) ask(who, 'view');
    await clock.advance(1_000);
    expect(went.slice(0, 8).map(({ who }) => who)).toEqual(expect.arrayContaining(['b', 'c', 'd']));
  });

  test('lets nothing starve: the least urgent goes in the end, however many announcements come', async () => {
    const { clock, ask, went } = firm({ perSecond: 10, burst: 1 });
    ask('a', 'announce');
    ask('b', 'rest');
    for (let second = 0; second < 30; second += 1) {
      for (let times = 0; times < 12; times += 1) ask(`d${times}`, 'announce');
      await clock.advance(1_000);
    }
    expect(went.find((one) => one.class === 'rest')?.at).toBeLessThan(3_000);
  });

  test('keeps room for an announcement beside what is polled', async () => {
    const { clock, ask, went } = firm({ perSecond: 5, burst: 5 });
    for (let times = 0; times < 200; times += 1) ask(`d${times % 20}`, 'linked');
    await clock.advance(2_000);
    const asked = clock.steady();
    ask('d1', 'announce');
    await clock.advance(0);
    expect(went.at(-1)).toEqual({ who: 'd1', class: 'announce', at: asked });
  });

  test('a pause that one request learns of holds for all, and is told to those who cannot wait that long', async () => {
    const { clock, budget, ask, went } = firm({ perSecond: 10, burst: 10 });
    const waiting = ask('a', 'view', 30_000);
    await clock.advance(0);
    budget.refused(60_000);
    const late = ask('b', 'announce', 30_000);
    expect(await late.granted).toEqual({ ok: false, error: 'paused' });
    const patientOne = ask('c', 'announce', 90_000);
    await clock.advance(59_000);
    expect(went).toHaveLength(1);
    expect((await waiting.granted).ok).toBe(true);
    await clock.advance(2_000);
    expect((await patientOne.granted).ok).toBe(true);
  });

  test('who cannot be let through in time is told, and takes nobody’s turn', async () => {
    const { clock, ask, went } = firm({ perSecond: 1, burst: 1 });
    const turns = Array.from({ length: 10 }, (_, index) => ask(`d${index}`, 'view', 3_000));
    await clock.advance(20_000);
    const results = await Promise.all(turns.map(({ granted }) => granted));
    expect(results.filter(({ ok }) => ok)).toHaveLength(went.length);
    expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, error: 'busy' });
  });

  test('who becomes more urgent goes sooner; who hangs up goes never', async () => {
    const { clock, ask, went } = firm({ perSecond: 1, burst: 1 });
    ask('first', 'view');
    for (const who of ['b', 'c', 'd']) ask(who, 'linked');
    const hung = new AbortController();
    ask('e', 'view', patient, hung.signal);
    hung.abort();
    ask('f', 'rest').raise('announce');
    await clock.advance(1_100);
    expect(went.map(({ who }) => who)).toEqual(['first', 'f']);
    await clock.advance(20_000);
    expect(went.map(({ who }) => who)).not.toContain('e');
    expect(went).toHaveLength(5);
  });

  test('uses at least 95 % of the limit while anything waits, and never more than it, whoever asks for what', async () => {
    const request = fc.record({
      who: fc.integer({ min: 0, max: 30 }),
      class: fc.constantFrom(...requestClasses),
      at: fc.integer({ min: 0, max: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 400, maxLength: 500 }), async (requests) => {
        const limit = { perSecond: 10, burst: 10 };
        const { clock, ask, went } = firm(limit);
        for (let second = 0; second <= 20; second += 1) {
          for (const one of requests.filter(({ at }) => at === second)) ask(`d${one.who}`, one.class);
          await clock.advance(1_000);
        }
        await clock.advance(120_000);
        expect(went).toHaveLength(requests.length);
        for (const [index, { at }] of went.entries()) {
          expect(index + 1).toBeLessThanOrEqual(limit.burst + (at / 1000) * limit.perSecond);
        }
        const last = went.at(-1)?.at ?? 0;
        expect(went.length / (last / 1000)).toBeGreaterThan(0.95 * limit.perSecond);
      }),
      { numRuns: 20 },
    );
  });
});

describe('how urgent a request is', () => {
  const history = { operation: 'history.read', method: 'GET' } as const;
  test.each<[string, Parameters<typeof classOf>[0], string | undefined, RequestClass]>([
    ['announcing is, whatever is said', { operation: 'documents.putFile', method: 'PUT' }, 'u=7', 'announce'],
    [
      'another write is never an announcement',
      { operation: 'matters.patch', method: 'PATCH' },
      'u=0',
      'write',
    ],
    ['a look before announcing is a part of it', history, 'u=1', 'announce'],
    ['a list is at most what somebody looks at', { operation: 'matters.list', method: 'GET' }, 'u=0', 'view'],
    ['a read of which nothing is said is looked at', history, undefined, 'view'],
    ['a linked folder', history, 'u=5, i', 'linked'],
    ['the rest', history, 'u=7', 'rest'],
    ['nonsense says nothing', history, 'u=99', 'view'],
  ])('%s', (_what, request, said, expected) => {
    expect(classOf(request, said)).toBe(expected);
  });
});
