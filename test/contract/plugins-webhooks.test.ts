import { createServer } from 'node:http';
import { afterAll, describe, expect } from 'vitest';
import { writeJson } from '../../main/engine/service/json.ts';
import type { PluginUpdate } from '../../shared/rules/plugin.ts';
import { listen } from '../main/engine/service/tiny-service.ts';
import { type AnyJson, failed, refused, startPractice, valueOf } from './practice.ts';
import { operation, rows } from './rows.ts';

const practice = await startPractice();
const { client, service, matterId } = practice;
const { pluginId = '', foreignPluginId = '', matterTypeId = '' } = service.sample();

async function updated(update: PluginUpdate) {
  valueOf(await client.plugins.put(pluginId, update));
  service.applyPending();
  return practice.kept('plugin', pluginId);
}
const takes = (update: PluginUpdate) => async () => expect(await updated(update)).toMatchObject(update);

rows('PUT /plugins/{pluginId}', {
  externalId: takes({ externalId: 'ours-7' }),
  version: async () => {
    const version = {
      name: 'File here',
      description: 'Files the document',
      placement: 'matter-toolbar',
      requestEndpointUrl: 'https://plugin.example/open',
      attributes: {
        text: 'File',
        icon: 'folder',
        color: '#123456',
        tooltip: 'File this document',
        page: { title: 'File', width: 640, height: 480, useDefaultBrowser: true },
      },
      availability: { matterTypeIds: [matterTypeId] },
    };
    await takes({ version })();
    const half = { ...version, attributes: { page: { width: 0.5 } } };
    expect(await client.plugins.put(pluginId, { version: half })).toMatchObject(
      refused('version.attributes.page.width'),
    );
  },
  'application (Native, Web, Archie)': async () => {
    for (const value of ['Native', 'Web', 'Archie'] as const) {
      const kept = await updated({ application: { property: 'application', value } });
      expect(kept).toMatchObject({ application: value });
    }
    const unknown = { application: { property: 'application', value: 'Desktop' as 'Web' } };
    expect(await client.plugins.put(pluginId, unknown)).toMatchObject(refused('application'));
  },
  'component type (Button, Tab)': async () => {
    for (const value of ['Button', 'Tab'] as const) {
      const kept = await updated({ componentType: { property: 'componentType', value } });
      expect(kept).toMatchObject({ componentType: value });
    }
    const unknown = { componentType: { property: 'componentType', value: 'Panel' as 'Tab' } };
    expect(await client.plugins.put(pluginId, unknown)).toMatchObject(refused('componentType'));
  },
  key: async () => {
    const key = 'signing-key-of-the-plugin';
    service.faults.add({ route: 'plugins.put', kind: 'answer', status: 400, text: `{"title":"no ${key}"}` });
    const told = JSON.stringify(await client.plugins.put(pluginId, { key }));
    expect(told).toContain('rejected');
    expect(told).not.toContain(key);
  },
  additionalData: takes({ additionalData: { count: 3, nested: { deep: [true, null] } } }),
});

const received: { headers: Record<string, unknown>; body: AnyJson }[] = [];
const receiver = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    received.push({ headers: request.headers, body: JSON.parse(text) });
    response.end();
  });
});
const eventNotificationUrl = `http://127.0.0.1:${await listen(receiver)}/events`;
afterAll(() => void receiver.close());
const webhook = {
  key: 'key-of-the-subscription',
  name: 'Matterline',
  eventTypes: ['matter.updated', 'contact.created'],
  eventNotificationUrl,
};
const subscription = valueOf(await client.webhooks.create(webhook));

rows('POST /webhooks', {
  key: async () => {
    expect(writeJson(subscription.raw)).not.toContain(webhook.key);
    expect(practice.kept('webhook', subscription.id).key).toBe(webhook.key);
    service.faults.add({
      route: 'webhooks.create',
      kind: 'answer',
      status: 400,
      text: `{"title":"${webhook.key}"}`,
    });
    expect(JSON.stringify(await client.webhooks.create(webhook))).not.toContain(webhook.key);
  },
  name: () => expect(practice.kept('webhook', subscription.id).name).toBe(webhook.name),
  eventTypes: async () => {
    expect(practice.kept('webhook', subscription.id).eventTypes).toEqual(webhook.eventTypes);
    const noForm = { ...webhook, eventTypes: ['matters'] };
    expect(await client.webhooks.create(noForm)).toMatchObject(refused('eventTypes'));
  },
  eventNotificationUrl: async () => {
    expect(practice.kept('webhook', subscription.id).eventNotificationUrl).toBe(eventNotificationUrl);
    const noAddress = { ...webhook, eventNotificationUrl: 'here' };
    expect(await client.webhooks.create(noAddress)).toMatchObject(refused('eventNotificationUrl'));
  },
});

rows('Webhook subscription', {
  'id, href, relation, method, self': () => {
    const { id, href } = subscription;
    expect(subscription).toMatchObject({ relation: 'Webhooks', method: 'GET', self: { id, href } });
    expect(href).toContain(id);
  },
  accountId: () => expect(subscription.accountId).toMatch(/^[0-9a-f-]{36}$/),
  name: () => expect(subscription.name).toBe(webhook.name),
  eventTypes: () => expect(subscription.eventTypes).toEqual(webhook.eventTypes),
  eventNotificationUrl: () => expect(subscription.eventNotificationUrl).toBe(eventNotificationUrl),
  createdDateUtc: () => expect(Date.parse(String(subscription.createdDateUtc))).not.toBeNaN(),
  updatedDateUtc: () => expect(Date.parse(String(subscription.updatedDateUtc))).not.toBeNaN(),
  lastUpdated: () => expect(subscription.lastUpdated).toBeGreaterThan(2n ** 53n),
});

/** Waits for a notification the subscription asked for. */
async function notified(type: string, cause: () => Promise<unknown>) {
  received.length = 0;
  await cause();
  service.applyPending();
  await expect.poll(() => received.map(({ body }) => body.type)).toContain(type);
  return received.find(({ body }) => body.type === type);
}
const person = { firstName: 'Amara', lastName: 'Okafor', email: 'amara@okafor.example' };

rows('Events', {
  'matter.updated': async () => {
    const event = await notified('matter.updated', () => client.matters.patch(matterId, { number: '8' }));
    expect(event?.body.payload).toMatchObject({ id: matterId });
  },
  'contact.created': async () => {
    expect(await notified('contact.created', () => client.contacts.create({ person }))).toBeDefined();
  },
  'signature header': async () => {
    const event = await notified('contact.created', () => client.contacts.create({ person }));
    expect(event?.headers['signature']).toMatch(/^[0-9a-f]{64}$/);
  },
});

describe('plugins and webhooks', () => {
  operation('plugins.put', 'answers with the link of the plugin, or with ProblemDetails', async () => {
    expect(valueOf(await client.plugins.put(pluginId, {}))).toMatchObject({ id: pluginId });
    const wrong = await client.plugins.put(pluginId, { externalId: 7 as unknown as string });
    const problem = expect.objectContaining({ title: expect.any(String) });
    expect(wrong).toMatchObject({ ok: false, error: { kind: 'rejected', problem } });
    expect(await client.plugins.put(foreignPluginId, {})).toMatchObject({
      ok: false,
      error: { kind: 'forbidden', problem },
    });
    expect(await client.plugins.put('none', {})).toMatchObject({
      ok: false,
      error: { kind: 'not-found', problem },
    });
  });
  operation('webhooks.create', 'gives the new subscription, or ProblemDetails', async () => {
    expect(subscription.id).not.toBe('');
    const outside = { ...webhook, eventNotificationUrl: 'https://example.org/events' };
    expect(await client.webhooks.create(outside)).toMatchObject(failed('rejected', 400));
  });
});
