import { expect, onTestFinished, test } from 'vitest';
import { HubNews } from '../../../main/engine/features/history/hub-news.ts';
import type { FollowNews } from '../../../main/engine/service/hub-news.ts';
import { allowedRequest } from '../../../main/hub/allowed-request.ts';
import { createAnswering } from '../../../main/hub/answering.ts';
import { keyedHash } from '../../../main/hub/keyed-hash.ts';
import { News } from '../../../main/hub/news/news.ts';
import { ReadSchedule } from '../../../main/hub/news/read-schedule.ts';
import type { AskService } from '../../../main/hub/service-behind.ts';
import { err, ok } from '../../../shared/base/result.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const minute = 60_000;

/** A hub whose service answers folders called bad in a way of its own. */
function firm(bad: (token: string) => Awaited<ReturnType<AskService>>, perSecond = 50) {
  const clock = new FakeClock();
  const asked = { good: 0, bad: 0 };
  const told = new Map<string, number>();
  const closed: string[] = [];
  const answering = createAnswering({
    ...{ clock, random: () => 0.5, limit: { perSecond, burst: perSecond } },
    ...{ hash: keyedHash(Buffer.alloc(32)), onPause() {} },
    async askService({ request: { path }, token }) {
      const isBad = path.includes('folders/bad');
      asked[isBad ? 'bad' : 'good'] += 1;
      await clock.sleep(100);
      return isBad ? bad(token) : ok({ status: 200, headers: {}, body: '{"value":[]}' });
    },
  });
  onTestFinished(() => answering.stop());
  const open = (who: string, interests: object) =>
    answering.stream({
      ...{ token: who, body: JSON.stringify(interests), lastId: undefined },
      tell(said) {
        told.set(who, (told.get(who) ?? 0) + said.folders.length);
        return true;
      },
      close: () => void closed.push(who),
    });
  return { clock, answering, asked, told, closed, open };
}

test.each([
  ['500', () => ok({ status: 500, headers: {}, body: '' })],
  ['410', () => ok({ status: 410, headers: {}, body: '' })],
  ['nothing', () => err({ kind: 'offline', code: 'ECONNRESET', why: 'interrupted' } as const)],
])('a folder that is answered with %s stops nobody’s news of the others', async (_what, bad) => {
  const { clock, asked, told, open } = firm(bad);
  for (let person = 0; person < 10; person += 1)
    open(`p${person}`, { view: { [`m${person}`]: [`m${person}`, `m${person}a`, `m${person}b`] } });
  await clock.advance(minute);
  const before = { ...asked };
  told.clear();
  open('unlucky', { view: { mbad: ['bad1', 'bad2', 'bad3', 'bad4'] } });
  await clock.advance(3 * minute);
  expect(asked.good - before.good).toBeGreaterThan(0.9 * 3 * before.good);
  expect(asked.bad).toBeLessThan(40);
  for (let person = 0; person < 10; person += 1) expect(told.get(`p${person}`)).toBeGreaterThan(60);
});

test('a folder for which the service takes nobody’s token ends nobody’s stream, and is left alone for a while', async () => {
  const { clock, asked, told, closed, open } = firm(() => ok({ status: 401, headers: {}, body: '' }));
  open('unlucky', { view: { m: ['bad', 'good'] } });
  await clock.advance(5 * minute);
  expect(closed).toEqual([]);
  expect(asked.bad).toBeLessThanOrEqual(2);
  expect(told.get('unlucky')).toBeGreaterThan(50);
});

test('a token that is taken for nothing any more ends its stream at once', async () => {
  const { clock, closed, open, answering } = firm(() => ok({ status: 401, headers: {}, body: '' }));
  expect(open('signed-out', { linked: { m: ['bad', 'bad2', 'bad3'] } }).ok).toBe(true);
  await clock.advance(2_000);
  expect(closed).toEqual(['signed-out']);
  expect(answering.news.streams).toBe(0);
});

test('folders that nobody waits for take nothing from what is in view, however many a desktop has', async () => {
  const { clock, asked, told, open } = firm(() => ok({ status: 200, headers: {}, body: '[]' }), 20);
  open('viewer', { view: { m: Array.from({ length: 60 }, (_, index) => `f${index}`) } });
  await clock.advance(2 * minute);
  told.clear();
  await clock.advance(2 * minute);
  const before = told.get('viewer') ?? 0;
  // As each desktop says when it connects.
  open('another', { seen: { m: Array.from({ length: 4_000 }, (_, index) => `bad${index}`) } });
  told.clear();
  await clock.advance(2 * minute);
  expect(told.get('viewer')).toBeGreaterThan(0.9 * before);
  // What is left of the limit is theirs.
  expect(asked.bad).toBeGreaterThan(60);
});

test('a desktop whose stream ends again and again opens it ever more seldom', async () => {
  const clock = new FakeClock();
  let opened = 0;
  const follow: FollowNews = async (_interests, { onRead }) => {
    opened += 1;
    onRead([], '1');
    await clock.sleep(200);
    return 'ended';
  };
  const parts = { account: { ready: async () => {} }, poller: { followed() {}, folders: () => [] } };
  const news = new HubNews({ ...parts, follow, clock, random: () => 0.5 } as never);
  onTestFinished(() => news.stop());
  news.start();
  await clock.advance(10 * minute);
  expect(opened).toBeLessThan(60);
});

test('tokens that nobody was given share one turn, and keep nobody waiting whose token is taken', async () => {
  const { clock, asked, answering } = firm(() => ok({ status: 401, headers: {}, body: '' }), 5);
  const read = (token: string, folder: string) => {
    const request = allowedRequest('GET', `/matters/m/documents/folders/${folder}/history`);
    if (!request.ok) throw new Error('no request');
    return answering.answer({
      ...{ request: request.value, token, body: undefined, contentType: undefined },
      ...{ header: () => undefined, gone: new AbortController().signal },
    });
  };
  const first = read('hers', 'good');
  await clock.advance(1_000);
  expect((await first).told.status).toBe(200);
  for (let index = 0; index < 100; index += 1) void read(`made up ${index}`, `bad${index}`);
  const askedAt = clock.steady();
  let answeredAt = Number.POSITIVE_INFINITY;
  void read('hers', 'good2').then(() => (answeredAt = clock.steady()));
  await clock.advance(20_000);
  expect(answeredAt - askedAt).toBeLessThan(2_000);
  expect(asked.bad).toBeGreaterThan(20);
});

test('streams of made-up tokens take nobody’s place, nor much memory', () => {
  const closed: string[] = [];
  const news = new News({
    ...{ clock: new FakeClock(), schedule: new ReadSchedule(), hash: keyedHash(Buffer.alloc(32)) },
    may: { tellable: () => null, standing: () => ({ shownAt: null, leftAt: null }) },
    taken: { has: (who) => who === 'hers' },
    mostUnproven: { streams: 10, characters: 5_000 },
    onChanged() {},
  });
  const open = (who: string, characters: number) => {
    const path = `/${'x'.repeat(characters - 1)}`;
    const interests = [{ matter: 'm', folder: who, why: 'seen', path } as const];
    const subscriber = { reader: { who, token: who }, interests, tell: () => true };
    expect(news.open({ ...subscriber, close: () => void closed.push(who) }, undefined)).toBe(true);
  };
  open('hers', 10_000);
  for (let index = 0; index < 30; index += 1) open(`made up ${index}`, 100);
  expect(news.streams).toBe(1 + 10);
  expect(closed[0]).toBe('made up 0');
  for (let index = 0; index < 30; index += 1) open(`long ${index}`, 1_000);
  expect(news.streams).toBe(1 + 5);
  // One alone is never too much.
  open('very long', 6_000);
  expect(news.streams).toBe(1 + 1);
  expect(closed).not.toContain('hers');
  news.stop();
});
