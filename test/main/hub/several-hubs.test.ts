import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { exchange } from '../../../main/engine/service/exchange.ts';
import type { HubConfiguration } from '../../../main/hub/configuration.ts';
import { systemClock } from '../../../shared/base/clock.ts';
import { freePort } from '../../service/free-port.ts';
import type { PracticeService } from '../../service/index.ts';
import { start } from '../../service-tests/harness.ts';
import { startHub } from '../../support/hub.ts';
import { lackOfRedis, type RealRedis, startRedis } from '../../support/redis.ts';

const lacks = lackOfRedis();
if (lacks !== null) console.warn(lacks);
const redis: RealRedis | null = lacks === null ? await startRedis() : null;
afterAll(() => redis?.stop());

const patience = { timeout: 20_000, interval: 20 };

function hubOf(
  service: PracticeService,
  limit?: HubConfiguration['limit'],
  asked: string[] = [],
  { url = redis?.url ?? '', clock = systemClock } = {},
) {
  if (!redis) throw new Error('there is no Redis');
  return startHub(service, {
    redis: { ...redis, url },
    ...(limit ? { limit } : {}),
    ports: {
      clock,
      exchange: (outgoing) => {
        asked.push(outgoing.url.pathname);
        return exchange(outgoing);
      },
    },
  });
}

const read = (hub: { address: string }, token: string, path: string, headers: Record<string, string> = {}) =>
  fetch(hub.address + path, { headers: { authorization: `Bearer ${token}`, ...headers } });
const recent = { 'cache-control': 'max-age=60' };
const historyOf = (service: PracticeService) => {
  const [matterId = ''] = service.matterIds();
  return `/matters/${matterId}/documents/folders/${matterId}/history`;
};

/** A way to Redis that can be cut. */
async function wayToRedis() {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(Number(new URL(redis?.url ?? '').port), '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    if (isCut) near.destroy();
    else near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return {
    url: `redis://127.0.0.1:${port}`,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe.skipIf(lacks !== null)('several hubs with one Redis', () => {
  test('what the service showed through one is told through the other, to the same token alone', async () => {
    const { service, token } = await start({ seed: 'firm' });
    const asked: string[] = [];
    const [one, other] = [await hubOf(service, undefined, asked), await hubOf(service, undefined, asked)];
    const path = historyOf(service);
    const first = await (await read(one, token, path)).text();
    expect(asked).toHaveLength(1);
    await expect
      .poll(async () => {
        asked.length = 0;
        const told = await read(other, token, path, recent);
        expect(await told.text()).toBe(first);
        return asked.length;
      }, patience)
      .toBe(0);
    await read(other, service.tokensFor(1).accessToken, path, recent);
    expect(asked).toHaveLength(1);
  });

  test('a refusal through one counts for the other', async () => {
    const { service, token } = await start({ seed: 'firm' });
    const asked: string[] = [];
    const [one, other] = [await hubOf(service, undefined, asked), await hubOf(service, undefined, asked)];
    const path = historyOf(service);
    await read(one, token, path);
    await expect
      .poll(async () => {
        asked.length = 0;
        await read(other, token, path, recent);
        return asked.length;
      }, patience)
      .toBe(0);
    service.faults.add({ route: 'documents.folderHistory', kind: 'status', status: 403, count: 'always' });
    expect((await read(one, token, path)).status).toBe(403);
    await expect.poll(async () => (await read(other, token, path, recent)).status, patience).toBe(403);
  });

  test('nothing that lies in Redis says a name, an id, a token, a key or a content', async () => {
    const { service, token } = await start({ seed: 'firm' });
    const hub = await hubOf(service);
    const path = historyOf(service);
    const text = await (await read(hub, token, path)).text();
    await expect.poll(() => redis?.dump() ?? '', patience).toContain('shown');
    const dump = redis?.dump() ?? '';
    const [matterId = ''] = service.matterIds();
    const entry = /"id":"([^"]+)"/.exec(text)?.[1] ?? 'none';
    for (const secret of [token, service.apiKey, matterId, entry]) expect(dump).not.toContain(secret);
  });

  test('they keep one limit between them: the service refuses nobody, also while Redis and a hub end in the midst', async () => {
    const rateLimit = { perSecond: 50, burst: 20 };
    const { service } = await start({ seed: 'firm', rateLimit });
    const limit = { perSecond: 50, burst: 20 };
    const hubs = [await hubOf(service, limit), await hubOf(service, limit)];
    const tokens = Array.from({ length: 10 }, (_, person) => service.tokensFor(person).accessToken);
    // Asked anew for each who asks.
    const path = `/matters/${service.matterIds()[0]}`;
    const statuses: number[] = [];
    const client = async (index: number) => {
      const token = tokens[index % tokens.length] ?? '';
      for (let times = 0; times < 5; times += 1) {
        // As behind a load balancer: whoever finds one hub gone takes the other.
        const order = index % 2 ? hubs : hubs.toReversed();
        for (const hub of order) {
          const answer = await read(hub, token, path).catch(() => null);
          if (!answer) continue;
          statuses.push(answer.status);
          break;
        }
      }
    };
    const all = Promise.all(Array.from({ length: 60 }, (_, index) => client(index)));
    await expect.poll(() => statuses.length, patience).toBeGreaterThan(100);
    await redis?.restart();
    await expect.poll(() => statuses.length, patience).toBeGreaterThan(180);
    await hubs[0]?.stop();
    await all;
    expect(statuses).toHaveLength(300);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(hubs.flatMap(({ log }) => log).join('\n')).not.toContain('paused');
  }, 60_000);

  test('a hub whose clock is set forward says of nothing that it is newer than it is', async () => {
    const { service, token } = await start({ seed: 'firm' });
    let ahead = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + ahead };
    const [one, other] = [await hubOf(service, undefined, [], { clock }), await hubOf(service)];
    const path = historyOf(service);
    const [matterId = ''] = service.matterIds();
    await read(other, token, path);
    await read(one, token, path);
    // Longer than an answer of Redis takes, by which the times of two hubs differ.
    await delay(1_500);
    ahead = 60_000;
    service.colleague.createFile(matterId, 'Seen.docx', 'seen');
    const says = async (hub: { address: string }, name: string, headers = {}) =>
      (await (await read(hub, token, path, headers)).text()).includes(name);
    expect(await says(one, 'Seen.docx')).toBe(true);
    await expect.poll(() => says(other, 'Seen.docx', recent), patience).toBe(true);
    service.colleague.createFile(matterId, 'Newest.docx', 'newest');
    // A look before a version is announced takes nothing old.
    expect(await says(other, 'Newest.docx', { priority: 'u=1' })).toBe(true);
  });

  test('a Redis that falls silent without closing keeps nobody waiting for long', async () => {
    const { service, token } = await start({ seed: 'firm' });
    const hub = await hubOf(service);
    const path = `/matters/${service.matterIds()[0]}`;
    expect((await read(hub, token, path)).status).toBe(200);
    redis?.holdStill();
    const askedAt = Date.now();
    const answer = await read(hub, token, path).finally(() => redis?.goOn());
    expect(answer.status).toBe(200);
    expect(Date.now() - askedAt).toBeLessThan(20_000);
    await expect.poll(() => hub.log.join('\n'), patience).toMatch(/"is":"away"[^]*"is":"reached"/);
  }, 60_000);

  test('a hub that alone is cut off from Redis takes its share, and the others leave it that', async () => {
    const rateLimit = { perSecond: 20, burst: 10 };
    const { service } = await start({ seed: 'firm', rateLimit });
    const way = await wayToRedis();
    const hubs = [await hubOf(service, rateLimit), await hubOf(service, rateLimit, [], { url: way.url })];
    // Each knows of the other.
    await delay(2_500);
    const tokens = Array.from({ length: 10 }, (_, person) => service.tokensFor(person).accessToken);
    const path = `/matters/${service.matterIds()[0]}`;
    let going = true;
    const went = [0, 0];
    const client = async (index: number) => {
      while (going) {
        const at = index % 2;
        const hub = hubs[at];
        if (!hub) return;
        const answer = await read(hub, tokens[index % tokens.length] ?? '', path);
        if (answer.status === 200) went[at] = (went[at] ?? 0) + 1;
      }
    };
    const all = Promise.all(Array.from({ length: 40 }, (_, index) => client(index)));
    await delay(1_000);
    way.cut();
    await delay(7_000);
    const before = [...went];
    await delay(8_000);
    going = false;
    await all;
    expect(went[0]).toBeGreaterThan(before[0] ?? 0);
    expect(went[1]).toBeGreaterThan(before[1] ?? 0);
    expect(hubs.flatMap(({ log }) => log).join('\n')).not.toContain('paused');
  }, 60_000);
});
