import { expect, test } from 'vitest';
import { refusal } from '../stub-engine.ts';
import { matterId, refusalOf, window } from './window-and-engine.ts';

test('what the engine answers reaches the window as it is, defaults and refusals included', async () => {
  const { client, engine } = await window();
  engine.start();
  expect(await client.engine.matters.list({})).toEqual({ rows: [], total: 100 });
  expect(await refusalOf(client.engine.matters.get({ matterId }))).toEqual(refusal);
  expect(await refusalOf(client.documents.list({ matterId }))).toEqual(refusal);
});

test('input that breaks the contract never reaches the engine', async () => {
  const { client, engine } = await window();
  engine.start();
  await expect(client.engine.matters.list({ limit: 0 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('a call waits for an engine that is being restarted', async () => {
  const { client, engine } = await window();
  const answer = client.engine.matters.list({});
  engine.start();
  expect(await answer).toEqual({ rows: [], total: 100 });
});

test('a call is refused in words when no engine comes', async () => {
  const { client, clock } = await window();
  const answer = refusalOf(client.engine.matters.list({}));
  await expect
    .poll(async () => (clock.tick(1_000), await Promise.race([answer, Promise.resolve(null)])))
    .toMatchObject({
      code: 'service-failed',
      what: 'Matterline is not ready yet.',
    });
});

test('a call in which the engine dies is refused in words', async () => {
  const { client, engine } = await window();
  engine.start();
  expect(await refusalOf(client.engine.pause({ paused: true }))).toMatchObject({
    code: 'service-failed',
    what: 'This was interrupted.',
  });
});

test('the status survives a restart of the engine, and tells of it', async () => {
  const { client, clock, engine, crash } = await window();
  const seen: string[] = [];
  const closing = new AbortController();
  const following = (async () => {
    for await (const status of await client.engine.status(undefined, { signal: closing.signal })) {
      seen.push(`${status.engine} ${status.waiting}`);
    }
  })().catch(() => {});
  await expect.poll(() => seen).toEqual(['stopped 0']);
  engine.start();
  await expect.poll(() => seen.slice(1)).toEqual(['running 0', 'running 1']);
  crash();
  await expect.poll(() => seen.slice(3)).toEqual(['stopped 1']);
  await expect.poll(() => (clock.tick(100), seen.slice(4))).toEqual(['running 0', 'running 1']);
  closing.abort();
  await following;
});

test('the stream of changes ends with its engine, so that the window asks for everything again', async () => {
  const { client, clock, engine, crash } = await window();
  engine.start();
  const changes = await client.engine.changes();
  expect(await changes.next()).toEqual({ done: false, value: { topic: 'matters' } });
  const next = changes.next();
  crash();
  expect(await next).toMatchObject({ done: true });
  const again = await client.engine.changes();
  const first = again.next();
  await expect.poll(() => (clock.tick(100), engine.link.value !== null)).toBe(true);
  expect(await first).toEqual({ done: false, value: { topic: 'matters' } });
});
