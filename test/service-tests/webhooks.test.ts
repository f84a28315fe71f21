import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Json, start } from './harness.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Json;
}

/** A subscriber that answers the given statuses in turn, then 200. */
async function subscriber(...statuses: number[]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      received.push({ headers: request.headers, body: JSON.parse(text) });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}/events` };
}

const contact = { person: { firstName: 'Ada', lastName: 'Moor', email: 'a@client.example' } };

test('a subscription answers with what was subscribed, without the key', async () => {
  const { call } = await start();
  const body = {
    key: 'secret-key',
    name: 'Mine',
    eventTypes: ['contact.created'],
    eventNotificationUrl: 'http://127.0.0.1:9/events',
  };
  const { status, body: made, text } = await call('POST', '/webhooks', body);
  expect(status).toBe(201);
  expect(made).toMatchObject({
    name: 'Mine',
    eventTypes: ['contact.created'],
    accountId: expect.any(String),
  });
  expect(text).not.toContain('secret-key');
  expect(text).toMatch(/"lastUpdated":\d{18}/);
  for (const changes of [
    { key: '' },
    { name: undefined },
    { eventTypes: [] },
    { eventTypes: ['everything'] },
    { eventNotificationUrl: 'https://elsewhere.example/' },
    { eventNotificationUrl: 'http://127.0.0.1@elsewhere.example/' },
  ]) {
    expect((await call('POST', '/webhooks', { ...body, ...changes })).status).toBe(400);
  }
});

test('notifications are signed, and come again until they are taken', async () => {
  const { call, service } = await start();
  const { received, url } = await subscriber(500);
  await call('POST', '/webhooks', {
    key: 'k',
    name: 'n',
    eventTypes: ['contact.created'],
    eventNotificationUrl: url,
  });
  const { body } = await call('POST', '/contacts', contact);
  service.applyPending();
  await expect.poll(() => received.length).toBe(2);
  const [first, second] = received;
  expect(first?.body).toMatchObject({ type: 'contact.created', payload: { id: body.id } });
  expect(second?.body).toEqual(first?.body);
  const { timestamp, requestid, clientid, signature } = second?.headers ?? {};
  const signed = [timestamp, requestid, clientid].join('|');
  expect(signature).toBe(createHmac('sha256', 'k').update(signed).digest('hex'));
});

test('only what was subscribed to is notified', async () => {
  const { call, service } = await start({ seed: 'firm' });
  const { received, url } = await subscriber();
  await call('POST', '/webhooks', {
    key: 'k',
    name: 'n',
    eventTypes: ['matter.updated'],
    eventNotificationUrl: url,
  });
  await call('POST', '/contacts', contact);
  await call('PATCH', `/matters/${service.sample().matterId}`, { description: 'new' });
  service.applyPending();
  await expect.poll(() => received.map(({ body }) => body.type)).toEqual(['matter.updated']);
});

test('an untidy service notifies some twice and some late, and none never', async () => {
  const { call, service } = await start({ variants: { webhookDelivery: 'untidy' }, faultSeed: 3 });
  const { received, url } = await subscriber();
  await call('POST', '/webhooks', {
    key: 'k',
    name: 'n',
    eventTypes: ['contact.created'],
    eventNotificationUrl: url,
  });
  const ids: string[] = [];
  for (let count = 0; count < 12; count += 1) ids.push((await call('POST', '/contacts', contact)).body.id);
  service.applyPending();
  const arrived = () => received.map(({ body }) => body.payload.id);
  await expect.poll(() => new Set(arrived()).size).toBe(ids.length);
  await expect.poll(() => arrived().length).toBeGreaterThan(ids.length);
  expect([...new Set(arrived())]).not.toEqual(ids);
});
