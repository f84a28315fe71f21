import { describe, expect, test } from 'vitest';
import { exchange } from '../../../main/engine/service/exchange.ts';
import type { HubConfiguration } from '../../../main/hub/configuration.ts';
import { start } from '../../service-tests/harness.ts';
import { follow } from '../../support/follow.ts';
import { startHub } from '../../support/hub.ts';

const soon = { timeout: 15_000, interval: 20 };

async function firm(limit: HubConfiguration['limit'] = { perSecond: 200, burst: 200 }) {
  const { service, token } = await start({ seed: 'firm' });
  const asked: { path: string; token: string }[] = [];
  const hub = await startHub(service, {
    limit,
    ports: {
      exchange: (outgoing) => {
        const { authorization = '' } = outgoing.headers;
        asked.push({ path: outgoing.url.pathname, token: authorization.replace('Bearer ', '') });
        return exchange(outgoing);
      },
    },
  });
  const [matter = ''] = service.matterIds();
  return {
    ...{ service, hub, asked, matter, eleanor: token, tobias: service.tokensFor(1).accessToken },
    path: `/matters/${matter}/documents/folders/${matter}/history`,
    inView: { view: { [matter]: [matter] } },
    read: (whose: string, headers: Record<string, string> = {}) =>
      fetch(`${hub.address}/matters/${matter}/documents/folders/${matter}/history`, {
        headers: { authorization: `Bearer ${whose}`, ...headers },
      }),
  };
}

describe('a desktop that says which folders it cares about', () => {
  test('hears what they are recognised by, and how old that is, without asking for them', async () => {
    const { hub, inView, eleanor, matter, read } = await firm();
    const { told } = follow(hub, eleanor, inView);
    await expect.poll(() => told.length, soon).toBeGreaterThan(0);
    expect(told[0]).toMatchObject({ matter, folder: matter });
    const etag = (await read(eleanor, { 'cache-control': 'max-age=60' })).headers.get('etag');
    expect(told[0]?.validator).toBe(etag);
    expect(told[0]?.age).toBeLessThan(5_000);
  });

  test('hears of a colleague’s version, and is told no word of it', async () => {
    const { hub, inView, eleanor, tobias, service, matter, read } = await firm();
    const hers = follow(hub, eleanor, inView);
    const his = follow(hub, tobias, inView);
    await expect.poll(() => Math.min(hers.told.length, his.told.length), soon).toBeGreaterThan(0);
    const before = hers.told.at(-1)?.validator;
    service.colleague.createFile(matter, 'Strictly private.docx', 'new');
    for (const { told } of [hers, his])
      await expect.poll(() => told.at(-1)?.validator, soon).not.toBe(before);
    expect(JSON.stringify(hers.told)).not.toContain('private');
    const now = await read(eleanor, { 'cache-control': 'max-age=60' });
    expect(await now.text()).toContain('Strictly private.docx');
  });

  test('is read for once an interval, in the name of one of those who asked, whose proofs all stay', async () => {
    const { hub, inView, eleanor, tobias, asked, path } = await firm();
    const streams = [eleanor, tobias, eleanor, tobias, eleanor].map((whose) => follow(hub, whose, inView));
    await expect.poll(() => Math.min(...streams.map(({ told }) => told.length)), soon).toBeGreaterThan(0);
    const first = asked.filter((one) => one.path === path);
    expect(new Set(first.map(({ token }) => token))).toEqual(new Set([eleanor, tobias]));
    const before = asked.length;
    await expect.poll(() => Math.min(...streams.map(({ told }) => told.length)), soon).toBeGreaterThan(2);
    // Two more rounds for five desktops.
    expect(asked.length - before).toBeLessThanOrEqual(3);
  });

  test('hears nothing of a folder that the service does not show to them, and is told to look for themselves', async () => {
    const { hub, inView, eleanor, tobias, service, path, read } = await firm();
    await read(eleanor);
    service.faults.add({ route: 'documents.folderHistory', kind: 'status', status: 403, count: 'always' });
    const { told } = follow(hub, tobias, inView);
    await expect.poll(() => told.length, soon).toBe(1);
    expect(told[0]).toMatchObject({ validator: null });
    expect(path).toContain('/history');
  });

  test('goes on in another stream where it was, and hears what is new since', async () => {
    const { hub, inView, eleanor, matter, service } = await firm();
    const first = follow(hub, eleanor, inView);
    await expect.poll(() => first.told.length, soon).toBeGreaterThan(0);
    first.stop();
    const again = follow(hub, eleanor, inView, first.heard.id);
    const anew = follow(hub, eleanor, inView, 'another.0');
    await expect.poll(() => again.heard.opened && anew.heard.opened, soon).toBe(true);
    expect(anew.told.length).toBeGreaterThanOrEqual(1);
    service.colleague.createFile(matter, 'New.docx', 'new');
    await expect.poll(() => again.told.at(-1)?.validator, soon).not.toBe(first.told.at(-1)?.validator);
  });

  test('whose token is taken no more goes on with another, and otherwise hears nothing', async () => {
    const { hub, inView, eleanor, service } = await firm();
    let token = eleanor;
    const stream = follow(
      hub,
      (rejected) => {
        if (rejected !== null) token = service.tokensFor().accessToken;
        return token;
      },
      inView,
    );
    await expect.poll(() => stream.told.length, soon).toBeGreaterThan(0);
    service.expireAccessTokens();
    await expect.poll(() => token !== eleanor, soon).toBe(true);
    const before = stream.told.length;
    await expect.poll(() => stream.told.length, soon).toBeGreaterThan(before);
    const unrelated = follow(hub, 'a-token-of-another-firm', inView);
    await expect.poll(() => unrelated.heard.end, soon).toBe('ended');
    expect(unrelated.told).toEqual([]);
  });

  test.each([
    ['no token', '{"view":{}}', {}, 401],
    ['no JSON', 'view', { authorization: 'Bearer t' }, 400],
    ['a climbing path', '{"view":{"..":["a/../../b"]}}', { authorization: 'Bearer t' }, 400],
    ['more folders than are followed', '', { authorization: 'Bearer t' }, 429],
  ])('is refused with %s', async (_what, said, headers, status) => {
    const { hub, asked } = await firm();
    const many = { view: { m: Array.from({ length: 5_001 }, (_, index) => `f${index}`) } };
    const answer = await fetch(`${hub.address}/hub/news`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: said === '' ? JSON.stringify(many) : said,
    });
    expect(answer.status).toBe(status);
    expect(asked).toEqual([]);
  });

  test('hears that the hub ends, at once', async () => {
    const { hub, inView, eleanor } = await firm();
    const stream = follow(hub, eleanor, inView);
    await expect.poll(() => stream.heard.opened, soon).toBe(true);
    await hub.stop();
    await expect.poll(() => stream.heard.end, soon).toBe('ended');
  });
});
