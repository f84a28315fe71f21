import { createHmac } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readConfiguration } from '../../../main/hub/configuration.ts';
import { EventTrust } from '../../../main/hub/webhooks/event-trust.ts';
import { namedIn } from '../../../main/hub/webhooks/named-in.ts';
import { isSigned, signatureSchema } from '../../../main/hub/webhooks/signature.ts';
import { subscribe } from '../../../main/hub/webhooks/subscribe.ts';
import { systemClock } from '../../../shared/base/clock.ts';
import type { PracticeService } from '../../service/index.ts';
import { start, temporaryDirectory } from '../../service-tests/harness.ts';
import { follow } from '../../support/follow.ts';
import { startHub } from '../../support/hub.ts';

const soon = { timeout: 15_000, interval: 20 };
const key = 'a-key-that-nobody-else-has';

function configurationOf(service: PracticeService, address = 'http://127.0.0.1:1/hub/events') {
  const directory = temporaryDirectory();
  const file = join(directory, 'hub.json');
  const secrets = join(directory, 'secrets.json');
  const state = join(directory, 'subscription.json');
  writeFileSync(secrets, JSON.stringify({ apiKey: service.apiKey }), { mode: 0o600 });
  const webhooks = { address, events: ['matter.updated'], state };
  writeFileSync(file, JSON.stringify({ service: service.baseUrl, secrets, webhooks }));
  const read = () => {
    const started = readConfiguration(['subscribe', '--config', file]);
    if (!started.ok || started.value === 'usage') throw new Error('the configuration cannot be used');
    return started.value.configuration;
  };
  return { read, secrets, state };
}

const ports = { clock: systemClock, random: Math.random };

describe('an administrator subscribes', () => {
  test('once: the key lies in the secret file, and neither a restart nor a second call makes another', async () => {
    const { service, token } = await start({ seed: 'firm' });
    const { read, secrets, state } = configurationOf(service);
    const first = await subscribe(read(), { token, again: false }, ports);
    expect(first).toMatchObject({ ok: true, value: { isNew: true } });
    const kept = JSON.parse(readFileSync(secrets, 'utf8')) as { webhookKey: string; apiKey: string };
    expect(kept.apiKey).toBe(service.apiKey);
    expect(kept.webhookKey.length).toBeGreaterThan(40);
    // Windows has no such bits.
    expect(process.platform === 'win32' ? 0 : statSync(secrets).mode & 0o077).toBe(0);
    expect(readFileSync(state, 'utf8')).not.toContain(kept.webhookKey);
    const second = await subscribe(read(), { token, again: false }, ports);
    expect(second).toMatchObject({ value: { isNew: false } });
    expect(first.ok && second.ok && second.value.subscription).toBe(first.ok && first.value.subscription);
  });

  test('and a subscription whose answer was lost is told of, not asked for once more', async () => {
    const { service, token } = await start({ seed: 'firm' });
    const { read } = configurationOf(service);
    service.faults.add({ route: 'webhooks.create', kind: 'status', status: 503 });
    const lost = await subscribe(read(), { token, again: false }, ports);
    expect(lost.ok).toBe(false);
    const told = await subscribe(read(), { token, again: false }, ports);
    expect(told).toMatchObject({ ok: false, error: { next: expect.stringContaining('--again') } });
    expect(await subscribe(read(), { token, again: true }, ports)).toMatchObject({ value: { isNew: true } });
  });

  test('and hears from the service what is wrong with it', async () => {
    const { service } = await start();
    const { read } = configurationOf(service);
    const refused = await subscribe(read(), { token: 'nobody’s', again: false }, ports).catch(() => null);
    expect(refused?.ok ?? false).toBe(false);
  });
});

function notification(matter: string, { id = 'event-1', at = new Date(), signed = key } = {}) {
  const timestamp = at.toISOString();
  return {
    headers: {
      'content-type': 'application/json',
      timestamp,
      requestid: id,
      clientid: 'client',
      signature: createHmac('sha256', signed).update(`${timestamp}|${id}|client`).digest('hex'),
    },
    body: JSON.stringify({ id, type: 'matter.updated', payload: { href: `https://x/matters/${matter}` } }),
  };
}

async function hubWithEvents() {
  const { service, token } = await start({ seed: 'firm' });
  const hub = await startHub(service, { webhookKey: key });
  const [matter = ''] = service.matterIds();
  const post = async (sent: { headers: Record<string, string>; body: string }) =>
    (await fetch(`${hub.address}/hub/events`, { method: 'POST', ...sent })).status;
  const counted = async (outcome: string) => {
    const figures = await (await fetch(`${hub.address}/hub/metrics`)).text();
    return Number(new RegExp(`events_total{outcome="${outcome}"} (\\d+)`).exec(figures)?.[1] ?? 0);
  };
  return { service, hub, token, matter, post, counted };
}

describe('what the service notifies of', () => {
  test('is read at once, and told to whom it concerns', async () => {
    const { service, hub, token, matter, post } = await hubWithEvents();
    const { told } = follow(hub, token, { linked: { [matter]: [matter] } });
    await expect.poll(() => told.length, soon).toBeGreaterThan(0);
    service.colleague.createFile(matter, 'New.docx', 'new');
    const before = told.at(-1)?.validator;
    const sentAt = Date.now();
    expect(await post(notification(matter))).toBe(204);
    // A linked folder would have been read after 45 seconds.
    await expect.poll(() => told.at(-1)?.validator, soon).not.toBe(before);
    expect(Date.now() - sentAt).toBeLessThan(10_000);
  });

  test('that is forged, old, not readable or without a subscription is refused, counted and does nothing', async () => {
    const { matter, post, counted } = await hubWithEvents();
    const good = notification(matter);
    expect(await post({ ...good, headers: { ...good.headers, signature: 'ab'.repeat(32) } })).toBe(401);
    expect(await post(notification(matter, { signed: 'another-key' }))).toBe(401);
    const { signature: _, ...unsigned } = good.headers;
    expect(await post({ ...good, headers: unsigned })).toBe(401);
    expect(await post(notification(matter, { at: new Date(Date.now() - 3_600_000) }))).toBe(401);
    expect(await post({ ...good, body: '{' })).toBe(400);
    expect(await post({ ...good, body: JSON.stringify('a'.repeat(70_000)) })).toBe(413);
    expect([await counted('forged'), await counted('old'), await counted('not-readable')]).toEqual([3, 1, 1]);
    expect(await counted('taken')).toBe(0);
    const { service } = await start();
    const unsubscribed = await startHub(service);
    const answer = await fetch(`${unsubscribed.address}/hub/events`, { method: 'POST', ...good });
    expect(answer.status).toBe(401);
  });

  test('comes again, in whatever order, and does nothing the second time', async () => {
    const { matter, post, counted } = await hubWithEvents();
    for (const id of ['2', '1', '2', '2']) expect(await post(notification(matter, { id }))).toBe(204);
    expect([await counted('taken'), await counted('repeated')]).toEqual([2, 2]);
  });

  test('is not waited for when it trickles in', async () => {
    const { hub, token } = await hubWithEvents();
    const { port } = new URL(hub.address);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write('POST /hub/events HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{');
    const answer = await fetch(`${hub.address}/staff`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    socket.destroy();
  });

  test('is taken by a hub that ran already when somebody subscribed', async () => {
    const { service, token } = await start({ seed: 'firm' });
    const { read, secrets } = configurationOf(service);
    const hub = await startHub(service, { secrets });
    const [matter = ''] = service.matterIds();
    expect((await subscribe(read(), { token, again: false }, ports)).ok).toBe(true);
    const signed = read().webhookKey ?? '';
    const { headers, body } = notification(matter, { signed });
    const answer = await fetch(`${hub.address}/hub/events`, { method: 'POST', headers, body });
    expect(answer.status).toBe(204);
  });

  test('by the practice service, untidily as it may be, arrives signed as it says', async () => {
    const { service, token } = await start({ seed: 'firm', variants: { webhookDelivery: 'untidy' } });
    const { read } = configurationOf(service);
    const first = await startHub(service, { webhookKey: key });
    const configuration = read();
    const webhooks = configuration.webhooks && {
      ...configuration.webhooks,
      address: `${first.address}/hub/events`,
    };
    const made = await subscribe(
      { ...configuration, webhooks, webhookKey: key },
      { token, again: false },
      ports,
    );
    expect(made.ok).toBe(true);
    const [matter = ''] = service.matterIds();
    await fetch(`${first.address}/matters/${matter}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ description: 'Another' }),
    });
    service.applyPending();
    await expect
      .poll(async () => (await fetch(`${first.address}/hub/metrics`)).text(), soon)
      .toMatch(/events_total{outcome="taken"} 1/);
  });
});

describe('a signature', () => {
  test('holds for what was signed with this key, by whatever rules are configured, and for nothing else', () => {
    const rules = fc.record({
      algorithm: fc.constantFrom('sha256', 'sha512', 'sha1'),
      encoding: fc.constantFrom('hex', 'base64'),
      over: fc.constantFrom('{body}', '{timestamp}.{body}', '{timestamp}|{requestid}'),
      prefix: fc.constantFrom('', 'sha256='),
    });
    fc.assert(
      fc.property(rules, fc.string({ minLength: 1 }), fc.string(), fc.nat(), (chosen, body, other, flip) => {
        const parsed = signatureSchema.parse(chosen);
        const headers: Record<string, string> = { timestamp: '1', requestid: '2' };
        const signed = parsed.over
          .replace('{body}', () => body)
          .replace('{timestamp}', '1')
          .replace('{requestid}', '2');
        const made = createHmac(parsed.algorithm, key).update(signed).digest(parsed.encoding);
        const check = (signature: string, text = body, by = key) =>
          isSigned(parsed, by, (name) => ({ ...headers, signature })[name], text);
        expect(check(parsed.prefix + made)).toBe(true);
        expect(check(parsed.prefix + made, body, 'another')).toBe(false);
        const isCovered = parsed.over.includes('body') && other !== body;
        expect(check(parsed.prefix + made, other)).toBe(!isCovered);
        const at = flip % made.length;
        const changed = made.slice(0, at) + (made[at] === '0' ? '1' : '0') + made.slice(at + 1);
        expect(check(parsed.prefix + changed)).toBe(false);
        expect(check(`${parsed.prefix}${made}00`)).toBe(false);
        expect(check('')).toBe(false);
      }),
    );
  });
});

test('whatever a notification looks like, the ids in it are found, and it takes no time', () => {
  expect([...namedIn({ a: [{ matterId: 'm1', href: 'https://x/matters/m2/documents?x=1' }], n: 7 })]).toEqual(
    expect.arrayContaining(['m1', 'm2', '7']),
  );
  fc.assert(fc.property(fc.anything(), (json) => namedIn(json).size <= 20_000));
  let deep: unknown = 'm1';
  for (let level = 0; level < 5_000; level += 1) deep = [deep];
  expect(namedIn(deep).size).toBe(0);
});

describe('polling', () => {
  const minute = 60_000;
  test('slows down where events told of ten changes in a row, and comes back when they stop', () => {
    const trust = new EventTrust();
    let now = 0;
    for (let change = 0; change < 10; change += 1) {
      expect(trust.isProven(now)).toBe(false);
      // The event comes before the change is found, or soon after.
      if (change % 2) trust.named('m', now);
      trust.changed('m', now + 1_000);
      if (change % 2 === 0) trust.named('m', now + 5_000);
      now += 3 * minute;
    }
    expect(trust.isProven(now)).toBe(true);
    trust.changed('other', now);
    expect(trust.isProven(now + minute / 2)).toBe(true);
    expect(trust.isProven(now + 2 * minute)).toBe(false);
  });

  test('comes back too where no event came for an hour', () => {
    const trust = new EventTrust();
    for (let change = 0; change < 10; change += 1) {
      trust.named('m', change * 1_000);
      trust.changed('m', change * 1_000);
    }
    expect(trust.isProven(minute)).toBe(true);
    expect(trust.isProven(62 * minute)).toBe(false);
  });
});
