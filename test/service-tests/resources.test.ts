import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Region } from '../service/index.ts';
import { type Json, type Running, sampleFirm, start } from './harness.ts';

let running: Running;

beforeAll(() =>
  sampleFirm((firm) => {
    running = firm;
  }),
);

test('matter types: list names deletion `deleted`, the single read `isDeleted`', async () => {
  const { call, service } = running;
  const id = service.sample().deletedMatterTypeId;
  const list: Json[] = (await call('GET', '/mattertypes')).body.value;
  expect(list.find((type) => type.id === id)).toMatchObject({ deleted: true });
  const read = (await call('GET', `/mattertypes/${id}`)).body;
  expect(read).toMatchObject({ isDeleted: true, self: { id, relation: 'MatterTypes', method: 'GET' } });
  expect(Object.keys(read)).not.toContain('deleted');
  expect((await call('GET', '/mattertypes/none')).body).toMatchObject({ status: 404, title: 'Not Found' });
});

test('matter types are chosen by Type and Location', async () => {
  const types = async (query: string): Promise<Json[]> =>
    (await running.call('GET', `/mattertypes?${query}`)).body.value;
  expect((await types('Type=1')).map((type) => type.type)).toEqual([1, 1, 1, 1]);
  expect((await types('Type=Lead')).length).toBe(4);
  expect((await types('location=scotland')).map((type) => type.location)).toEqual(['Scotland']);
  expect((await running.call('GET', '/mattertypes?Type=x')).status).toBe(400);
});

test('twelve staff, one of whom has left', async () => {
  const { body } = await running.call('GET', '/staff');
  expect(body).toMatchObject({ size: 12, first: { href: expect.any(String) } });
  expect(body.value.filter((person: Json) => person.former)).toHaveLength(1);
  expect(body.value[0]).toMatchObject({ phone: { number: expect.any(String) }, enabled: true });
});

test('contacts are accepted as a person or a company, and usable once applied', async () => {
  const { call, service } = running;
  const person = { firstName: 'Ada', lastName: 'Moor', email: 'ada@client.example' };
  const created = await call('POST', '/contacts', { person, externalSystemId: 'X-1' });
  expect([created.status, created.body.href]).toEqual([
    202,
    `${service.baseUrl}/contacts/${created.body.id}`,
  ]);
  const matter = { matterTypeId: service.sample().matterTypeId, clientIds: [created.body.id] };
  expect((await call('POST', '/matters', matter)).status).toBe(400);
  service.applyPending();
  expect((await call('POST', '/matters', matter)).status).toBe(202);
  expect((await call('POST', '/contacts', { company: { name: 'Moor Ltd' } })).status).toBe(202);
  for (const body of [{}, { person: {} }, { person, company: { name: 'x' } }, { person: { firstName: 1 } }]) {
    expect((await call('POST', '/contacts', body)).status).toBe(400);
  }
});

test.each<[Region, string[]]>([
  ['AU', ['amount', 'contingencyAmount', 'disbursementAmount', 'rateSetId']],
  ['UK', ['amount', 'contingencyAmount', 'disbursementAmount', 'rateSetId']],
  [
    'US',
    [
      'amount',
      'contingencyAmount',
      'isUtbmsEnabled',
      'ledesClientMatterId',
      'ledesFirmId',
      'ledesMatterId',
      'ledesTimekeeperClassificationType',
    ],
  ],
])('billing configuration in %s has the fields of that region', async (region, fields) => {
  const { call, service } = await start({ seed: 'firm', region });
  const { body } = await call('GET', `/matters/${service.sample().matterId}/billingconfiguration`);
  const common = new Set(['id', 'href', 'relation', 'method', 'self', 'versionId', 'billingType', 'debtors']);
  expect(
    Object.keys(body)
      .filter((name) => !common.has(name))
      .toSorted(),
  ).toEqual(fields);
  expect(body.debtors[0]).toMatchObject({ relation: 'Contacts' });
});

test('all eight billing types occur', async () => {
  const types = await Promise.all(
    running.service.matterIds().map((id) => running.call('GET', `/matters/${id}/billingconfiguration`)),
  );
  expect(new Set(types.map(({ body }) => body.billingType)).size).toBe(8);
});

test('a relationship is changed where it is', async () => {
  const { call, service } = running;
  const { matterId, roleId, relationshipId, contactIds } = service.sample();
  const path = `/matters/${matterId}/roles/${roleId}/relationships/${relationshipId}`;
  const answer = await call('PUT', path, {
    name: 'Guardian',
    contactId: contactIds[3],
    representativeIds: [],
  });
  expect([answer.status, answer.body.id]).toEqual([202, relationshipId]);
  service.applyPending();
  const items: Json = (await call('GET', `/matters/${matterId}`)).body.items;
  expect(items.Claimant[0].subItems.relationshipDetails[0]).toMatchObject({
    name: 'Guardian',
    contact: { id: contactIds[3] },
  });
  expect((await call('PUT', path, { contactId: 'nobody' })).status).toBe(400);
  expect(
    (await call('PUT', `/matters/${matterId}/roles/none/relationships/${relationshipId}`, {})).status,
  ).toBe(404);
});

test('layouts are paged within the limits, with exact ticks', async () => {
  const page = await running.call('GET', '/layouts?Offset=1&Limit=2');
  expect(page.body).toMatchObject({ offset: 1, limit: 2, size: 4, next: { relation: 'next' }, previous: {} });
  expect(page.text).toMatch(/"lastUpdated":63\d{16}[,}]/);
  for (const query of ['Limit=0', 'Limit=501', 'Offset=-1', 'Offset=2147483648', 'Limit=1.5']) {
    expect((await running.call('GET', `/layouts?${query}`)).status).toBe(400);
    expect((await running.call('GET', `/activitycodes?${query}`)).status).toBe(400);
  }
});

test('contacts of a layout on a matter', async () => {
  const { matterId, layoutId } = running.service.sample();
  const { body } = await running.call('GET', `/matters/${matterId}/layouts/${layoutId}/contacts`);
  expect(body[0]).toMatchObject({ key: 'contact_1', contact: { relation: 'Contacts' } });
  expect((await running.call('GET', `/matters/${matterId}/layouts/${randomUUID()}/contacts`)).status).toBe(
    404,
  );
  expect((await running.call('GET', `/matters/${matterId}/layouts/x/contacts`)).status).toBe(400);
});

test('activity codes since a tick', async () => {
  const { call, service } = running;
  const id = service.sample().activityCodeId;
  await call('PUT', `/activitycodes/${id}`, { description: 'Attendance' });
  service.applyPending();
  const since = BigInt(Date.now() - 60_000) * 10_000n + 621_355_968_000_000_000n;
  expect((await call('GET', `/activitycodes?UpdatedSince=${since + 36_000_000_000n}`)).body.size).toBe(0);
  const all: Json[] = (await call('GET', '/activitycodes')).body.value;
  expect(all.find((code) => code.id === id)).toMatchObject({ description: 'Attendance', isDeleted: false });
  expect(all.map((code) => code.type)).toContain(3);
});

test('updating an activity code: 202, 400, 403, 404', async () => {
  const { call, service } = running;
  const { activityCodeId, foreignActivityCodeId, fixedActivityCodeId } = service.sample();
  const status = async (id: string | undefined, body: unknown) =>
    (await call('PUT', `/activitycodes/${id}`, body)).status;
  const accepted = await call('PUT', `/activitycodes/${activityCodeId}`, { code: 'x'.repeat(20) });
  expect([accepted.status, accepted.body.id, accepted.body.relation]).toEqual([
    202,
    activityCodeId,
    'ActivityCodes',
  ]);
  expect(await status(foreignActivityCodeId, {})).toBe(403);
  expect(await status('none', {})).toBe(404);
  expect(await status(fixedActivityCodeId, { quantity: 1 })).toBe(400);
  for (const body of [
    { code: 'x'.repeat(21) },
    { colour: 'red' },
    { isDeleted: true },
    { type: 3 },
    { rateType: 5 },
    { rate: 10 },
    { rate: 10, rateType: 2 },
    { taxExempt: true, taxZeroRated: true },
    { taxZeroRated: true, taxOutOfScope: true },
    { taxExempt: true, taxOutOfScope: true },
    { inputTaxRate: 17.555 },
    { isBillable: 'yes' },
  ]) {
    expect([body, await status(activityCodeId, body)]).toEqual([body, 400]);
  }
  expect(await status(activityCodeId, { rate: 10, rateType: 1, outputTaxRate: 17.55, quantity: 0.6 })).toBe(
    202,
  );
});

test('activity code fields of other regions are neither shown nor taken', async () => {
  const { call, service } = await start({ region: 'US' });
  const { activityCodeId } = service.sample();
  const put = async (body: unknown) => (await call('PUT', `/activitycodes/${activityCodeId}`, body)).status;
  expect(await put({ taxInclusive: true })).toBe(400);
  expect(await put({ taxOutOfScope: true })).toBe(400);
  const [code]: Json[] = (await call('GET', '/activitycodes')).body.value;
  expect(Object.keys(code)).toContain('taxExempt');
  expect(Object.keys(code)).not.toContain('taxInclusive');
});

test('stage sets with their stages', async () => {
  const { stageSetId, deletedStageSetId } = running.service.sample();
  const answer = await running.call('GET', `/stagesets/${stageSetId}`);
  expect(answer.body.stages[0]).toMatchObject({ name: 'Pre-action', isDeleted: false, self: {} });
  expect(answer.text.match(/"lastUpdated":\d{18}/g)).toHaveLength(7);
  expect((await running.call('GET', `/stagesets/${deletedStageSetId}`)).body.isDeleted).toBe(true);
  expect((await running.call('GET', '/stagesets/none')).body.status).toBe(404);
});

test('portal tasks are created and their flags set', async () => {
  const { call, service } = running;
  const path = `/matters/${service.sample().matterId}/portal/tasks`;
  const task = { externalUserId: 'u1', title: 'Sign', url: 'https://sign.example' };
  const created = await call('POST', path, task);
  expect([created.status, typeof created.body.id]).toEqual([202, 'string']);
  const patch = (body: unknown) => call('PATCH', `${path}/${created.body.id}`, body);
  expect((await patch({ completed: true })).status).toBe(404);
  service.applyPending();
  expect((await patch({ completed: true, completedText: 'Thanks' })).body).toEqual({ id: created.body.id });
  expect((await patch({ completed: 'yes' })).status).toBe(400);
  for (const [field, value] of [
    ['externalUserId', ''],
    ['title', ''],
    ['url', undefined],
    ['contactId', 'x'],
    ['actionText', 'two words'],
  ] as const) {
    expect((await call('POST', path, { ...task, [field]: value })).status).toBe(400);
  }
  expect((await call('POST', '/matters/12/portal/tasks', task)).status).toBe(400);
  expect((await call('POST', `/matters/${randomUUID()}/portal/tasks`, task)).status).toBe(404);
});

test('plugins: a link, or one of three errors', async () => {
  const { call, service } = running;
  const { pluginId, foreignPluginId } = service.sample();
  const put = (id: string | undefined, body: unknown) => call('PUT', `/plugins/${id}`, body);
  const version = { name: 'Tab', attributes: { page: { width: 800, height: 600 } } };
  const answer = await put(pluginId, {
    version,
    application: 'Web',
    componentType: 'Tab',
    additionalData: { a: [1] },
  });
  expect([answer.status, answer.body.id]).toEqual([202, pluginId]);
  expect((await put(pluginId, { key: 'new' })).status).toBe(400);
  expect((await put(pluginId, { application: 'Desktop' })).status).toBe(400);
  expect((await put(pluginId, { version: { attributes: { page: { width: 1.5 } } } })).status).toBe(400);
  expect((await put(foreignPluginId, {})).status).toBe(403);
  expect((await put('none', {})).status).toBe(404);
});

test('unknown operations are not found', async () => {
  expect((await running.call('GET', '/contacts')).body).toMatchObject({ status: 404 });
});
