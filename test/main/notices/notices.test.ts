import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EngineSource } from '../../../main/conversation/forward.ts';
import type { EngineLink } from '../../../main/engine-process/supervisor.ts';
import { noticesOf } from '../../../main/notices/notice.ts';
import { NoticeLimit } from '../../../main/notices/notice-limit.ts';
import { followProblems } from '../../../main/notices/problem-news.ts';
import { followSignIn } from '../../../main/notices/sign-in-news.ts';
import { Watched } from '../../../shared/base/watched.ts';
import { type Problem, type Session, statusBefore } from '../../../shared/model/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const day = 24 * 60 * 60_000;
const problem = (id: string, change: Partial<Problem> = {}): Problem => ({
  id,
  matterId: null,
  matterTitle: null,
  subject: 'Settlement with Ashdown.docx',
  fileId: null,
  conflict: null,
  what: '',
  why: '',
  next: '',
  since: '',
  nextTryAt: null,
  actions: [],
  ...change,
});
const conflict = {
  mine: { savedAt: '2026-01-01T00:00:00Z', size: 1, version: 'save:1' },
  theirs: { who: 'Tobias Vale', filedAt: null, version: null },
};

test('never more than a few notices a day are shown, over restarts and whatever the clock does, and urgent ones longest', () => {
  const step = fc.record({ urgent: fc.boolean(), wait: fc.integer({ min: -2 * day, max: day }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      let kept: readonly number[] = [];
      let now = 100 * day;
      const shown: number[] = [];
      for (const { urgent, wait } of steps) {
        now += wait;
        // As after a restart: only what was kept is known.
        const limit = new NoticeLimit({ get: () => kept, set: (at) => (kept = at) }, () => now);
        const before = shown.filter((at) => at <= now && at > now - day && kept.includes(at)).length;
        const taken = limit.take(urgent);
        expect(taken).toBe(before < (urgent ? 6 : 3));
        if (taken) shown.push(now);
      }
      expect(kept.length).toBeLessThanOrEqual(6);
    }),
  );
});

test('a clock that was set back silences nothing for long', () => {
  let kept: readonly number[] = [10 * day, 10 * day, 10 * day, 10 * day, 10 * day, 10 * day];
  const limit = new NoticeLimit({ get: () => kept, set: (at) => (kept = at) }, () => 2 * day);
  expect(limit.take(false)).toBe(true);
});

test('a conflict, a document changed while open and anything else are told apart, and none is named', () => {
  const notices = noticesOf([
    problem('1'),
    problem('2', { conflict }),
    problem('3', { changedWhileOpen: true }),
    problem('4'),
  ]);
  expect(notices.map(({ title, urgent }) => [title, urgent])).toEqual([
    ['A document you have open was changed', true],
    ['The service has another version of a document', true],
    ['2 problems need you', false],
  ]);
  expect(JSON.stringify(notices)).not.toMatch(/Ashdown|Vale/);
  expect(notices.every(({ lead }) => lead?.to === 'problems')).toBe(true);
});

test('no notice promises what may not be so: a kept copy may be damaged, and the other version may be one’s own', () => {
  const all = [1, 2].flatMap((howMany) =>
    [{}, { conflict }, { changedWhileOpen: true }].flatMap((change) =>
      noticesOf(Array.from({ length: howMany }, (_none, id) => problem(`${id}`, change))),
    ),
  );
  expect(all).toHaveLength(6);
  expect(JSON.stringify(all)).not.toMatch(/lost|kept|safe|someone/i);
});

/** An engine that is started several times, each time with these problems one after the other. */
function engineSaying(clock: FakeClock, ...lives: readonly (readonly (readonly string[])[])[]): EngineSource {
  let now: readonly string[] = [];
  const link: { value: unknown } = { value: null };
  const links = lives.map((lists) => {
    const status = async function* () {
      for (const ids of lists) {
        now = ids;
        yield { ...statusBefore, problems: ids.length };
        await clock.advance(3_000);
      }
    };
    const list = async () => now.map((id) => problem(id));
    const client = { engine: { status: async () => status(), problems: { list } } };
    return { client, ended: new AbortController().signal } as unknown as EngineLink;
  });
  const watch = async function* () {
    for (const one of [null, ...links]) {
      link.value = one;
      yield one;
    }
  };
  return { link: Object.assign(link, { watch }), ready: async () => null } as unknown as EngineSource;
}

async function told(...lives: readonly (readonly (readonly string[])[])[]): Promise<string[][]> {
  const clock = new FakeClock();
  const news: string[][] = [];
  await followProblems({
    engine: engineSaying(clock, ...lives),
    clock,
    tell: (fresh) => void news.push(fresh.map(({ id }) => id)),
  });
  return news;
}

test('problems that come up are told, those from before and those that go are not', async () => {
  expect(await told([['a'], ['a', 'b'], ['b'], ['b', 'c', 'd'], []])).toEqual([['b'], ['c', 'd']]);
});

test('one problem in the place of another is news too', async () => {
  expect(await told([['a'], ['b']])).toEqual([['b']]);
});

test('the first problem after none is told, and a restart of the engine tells nothing again', async () => {
  expect(await told([[], ['a']], [['a'], ['a', 'b']])).toEqual([['a'], ['b']]);
});

const signedIn = (until: number): Session => ({
  state: 'signed-in',
  keptIn: 'system',
  signInAgainBy: new Date(until).toISOString(),
});
const refusal = { code: 'sign-in-failed', what: '', why: '', next: '' } as const;

test('a sign-in that ends by itself is told, signing out is not', () => {
  const clock = new FakeClock();
  const session = new Watched<Session>(signedIn(clock.now() + 20 * day));
  const heard: string[] = [];
  followSignIn({ session, clock, ended: () => heard.push('ended'), endsSoon: () => heard.push('soon') });
  session.set({ state: 'signed-out', refusal: null });
  session.set(signedIn(clock.now() + 20 * day));
  expect(heard).toEqual([]);
  session.set({ state: 'signed-out', refusal });
  expect(heard).toEqual(['ended']);
});

test('a sign-in that ends by itself while another is under way is told once that one is given up', () => {
  const clock = new FakeClock();
  const session = new Watched<Session>(signedIn(clock.now() + 20 * day));
  const heard: string[] = [];
  followSignIn({ session, clock, ended: () => heard.push('ended'), endsSoon: () => heard.push('soon') });
  session.set({ state: 'signing-in', address: 'https://auth.example.com/', refusal: null });
  session.set({ state: 'signing-in', address: 'https://auth.example.com/', refusal });
  expect(heard).toEqual([]);
  session.set({ state: 'signed-out', refusal });
  expect(heard).toEqual(['ended']);
});

test('that a sign-in ends soon is told once a day, from three days before', async () => {
  const clock = new FakeClock();
  const session = new Watched<Session>(signedIn(clock.now() + 6.5 * day));
  const heard: number[] = [];
  followSignIn({ session, clock, ended: () => {}, endsSoon: (days) => void heard.push(days) });
  await clock.advance(8 * day);
  expect(heard).toEqual([3, 2, 1, 0]);
});
