import { beforeAll, expect, test } from 'vitest';
import { ticksOf } from '../service/index.ts';
import { type Json, type Running, sampleFirm, start } from './harness.ts';

let firm: Running;

// The firm is only read here; tests that write start their own.
beforeAll(() =>
  sampleFirm((running) => {
    firm = running;
  }),
);

async function all(query: string): Promise<Json[]> {
  const found: Json[] = [];
  let address: string | undefined = `/matters?${query}`;
  while (address !== undefined) {
    const page: Json = (await firm.call('GET', address)).body;
    found.push(...page.value);
    address = page.next?.href;
  }
  return found;
}

test('pages join into the whole list, nothing twice, filters kept in the links', async () => {
  const ids = (await all('limit=7&status=Open')).map((matter) => matter.id);
  expect(new Set(ids).size).toBe(ids.length);
  const { body } = await firm.call('GET', '/matters?status=Open');
  expect(body).toMatchObject({ offset: 0, limit: 500, size: ids.length, next: null });
  expect(body.value.map((matter: Json) => matter.id)).toEqual(ids);
});

test('filters select by type, contact, status, lead and time', async () => {
  const [first] = await all('limit=1');
  const contactId = first.clientIds[0];
  expect(
    (await all(`contactId=${contactId}`)).every((m) =>
      [...m.clientIds, ...m.otherSideIds].includes(contactId),
    ),
  ).toBe(true);
  const typed = await all(`matterTypeId=${first.matterType.id}`);
  expect(typed.length).toBeGreaterThan(0);
  expect(typed.every((matter) => matter.matterType.id === first.matterType.id)).toBe(true);
  const leads = await all('isLead=true');
  expect(leads.length).toBeGreaterThan(3);
  expect(leads.length + (await all('isLead=false')).length).toBe(60);
  const newest = (await all('sort=desc(LastUpdated)'))[0];
  expect((await all(`updatedSince=${newest.versionId}`)).map((matter) => matter.id)).toEqual([newest.id]);
  expect(await all(`updatedSince=${BigInt(newest.versionId) + 1n}`)).toEqual([]);
});

test('sorting follows the fields in their order', async () => {
  const keys = (await all('sort=desc(Status),asc(LastUpdated)')).map(
    (matter) => `${matter.status}|${matter.versionId}`,
  );
  const statuses = keys.map((key) => key.split('|')[0] ?? '');
  expect(statuses).toEqual(statuses.toSorted().toReversed());
  const open = keys.filter((key) => key.startsWith('Open|'));
  expect(open).toEqual(open.toSorted());
});

test('items come with fields=Items and with the single matter only', async () => {
  const [plain] = await all('limit=60');
  expect(Object.keys(plain)).not.toContain('items');
  const [withItems] = await all('limit=60&fields=Items');
  const read = (await firm.call('GET', `/matters/${plain.id}`)).body;
  expect(read.items).toEqual(withItems.items);
  expect(read.items.Attorney[0]).toMatchObject({ type: 'role', contact: { id: 'firm', rel: 'Contacts' } });
  expect(Object.keys(read.matterType)).toEqual(['id', 'href', 'rel']);
  expect(withItems.matterType.name).toBe('Personal Injury');
});

test.each([
  'limit=0',
  'limit=x',
  'offset=-1',
  'offset=2147483648',
  'status=Asleep',
  'isLead=maybe',
  'updatedSince=yesterday',
  'updatedSince=9223372036854775808',
  'sort=Status',
  'sort=asc(Title)',
  'fields=Roles',
])('GET /matters?%s is refused', async (query) => {
  const answer = await firm.call('GET', `/matters?${query}`);
  expect([answer.status, answer.body.status]).toEqual([400, 400]);
});

test('the list can answer 202 and in the full paged form', async () => {
  const { call, service } = await start({ variants: { mattersListStatus: 202, pagedShape: 'full' } });
  service.seedMatters(3);
  const answer = await call('GET', '/matters?limit=1&offset=1');
  expect(answer.status).toBe(202);
  expect(answer.body).toMatchObject({
    self: { relation: 'Matters', method: 'GET' },
    previous: { relation: 'previous' },
    next: { relation: 'next' },
  });
});

test('a created matter is not there before it is applied, and carries what was sent', async () => {
  const { call, service } = await start({ clock: { now: () => Date.parse('2026-03-01T09:00:00Z') } });
  const sample = service.sample();
  const created = await call('POST', '/matters', {
    matterTypeId: sample.matterTypeId,
    clientIds: [sample.contactIds[0]],
    otherSidesIds: [sample.contactIds[1]],
    description: 'A fall',
    dateOpened: '2025-12-24',
    personResponsibleStaffId: sample.staffIds[2],
  });
  expect(created.status).toBe(202);
  expect((await call('GET', created.body.href)).status).toBe(404);
  service.applyPending();
  const { body } = await call('GET', created.body.href);
  expect(body).toMatchObject({
    id: created.body.id,
    title: 'Hartley v Langstaff',
    number: '',
    status: 'Open',
    isLead: false,
    openedDate: '2025-12-24T00:00:00.000Z',
    personResponsible: { id: sample.staffIds[2], rel: 'Staff' },
    personAssisting: null,
  });
  expect(BigInt(body.versionId)).toBeGreaterThanOrEqual(ticksOf(Date.parse('2026-03-01T09:00:00Z')));
  expect(body.items.Claimant).toHaveLength(1);
});

test('creation needs a usable matter type and at least one known client', async () => {
  const { call, service } = await start();
  const { matterTypeId, leadTypeId, deletedMatterTypeId, contactIds } = service.sample();
  const body = { matterTypeId, clientIds: [contactIds[0]] };
  const broken = async (changes: Record<string, unknown>) => {
    const answer = await call('POST', '/matters', { ...body, ...changes });
    return [answer.status, Object.keys(answer.body.errors ?? {})];
  };
  expect(await broken({ matterTypeId: undefined })).toEqual([400, ['matterTypeId']]);
  expect(await broken({ matterTypeId: deletedMatterTypeId })).toEqual([400, ['matterTypeId']]);
  expect(await broken({ matterTypeId: leadTypeId })).toEqual([400, ['matterTypeId']]);
  expect(await broken({ matterTypeId: leadTypeId, isLead: true })).toEqual([202, []]);
  expect(await broken({ clientIds: [] })).toEqual([400, ['clientIds']]);
  expect(await broken({ clientIds: ['nobody'] })).toEqual([400, ['clientIds']]);
  expect(await broken({ status: 'Asleep' })).toEqual([400, ['status']]);
  expect(await broken({ dateOpened: 'last week' })).toEqual([400, ['dateOpened']]);
});

async function patching(options: Parameters<typeof start>[0] = {}) {
  const running = await start({ seed: 'firm', ...options });
  const { matterId = '', leadId = '', staffIds, matterTypeId } = running.service.sample();
  const patch = async (id: string, body: Record<string, unknown>) => {
    const answer = await running.call('PATCH', `/matters/${id}`, body);
    running.service.applyPending();
    return { status: answer.status, body: answer.body, broken: Object.keys(answer.body.errors ?? {}) };
  };
  return { ...running, patch, matterId, leadId, staffIds, matterTypeId };
}

test('a patch answers with a link and changes only what it says, with a new version', async () => {
  const { call, patch, matterId } = await patching();
  const before = (await call('GET', `/matters/${matterId}`)).body;
  const answer = await patch(matterId, {
    status: 'Closed',
    number: null,
    closedDate: '2026-01-02T10:00:00Z',
  });
  expect([answer.status, answer.body.id, answer.body.relation]).toEqual([202, matterId, 'Matters']);
  const after = (await call('GET', `/matters/${matterId}`)).body;
  expect(after).toMatchObject({ status: 'Closed', number: before.number, title: before.title });
  expect(BigInt(after.versionId)).toBeGreaterThan(BigInt(before.versionId));
});

test('a lead becomes a matter with a client role, and only then is the role taken', async () => {
  const { call, patch, matterId, leadId, matterTypeId } = await patching();
  expect((await patch(leadId, { isLead: false })).broken).toEqual(['clientRole']);
  expect((await patch(matterId, { clientRole: 'Buyer' })).broken).toEqual(['clientRole']);
  expect((await patch(matterId, { isLead: true })).broken).toEqual(['isLead']);
  expect((await patch(matterId, { leadClosedReason: 'Too dear' })).broken).toEqual(['leadClosedReason']);
  expect((await patch(leadId, { leadClosedReason: 'Too dear' })).status).toBe(202);
  expect((await patch(leadId, { isLead: false, clientRole: 'Claimant', matterTypeId })).status).toBe(202);
  const converted = (await call('GET', `/matters/${leadId}`)).body;
  expect(converted.isLead).toBe(false);
  expect(Object.keys(converted.items)).toContain('Claimant');
});

test('the four rules for splitting originating staff', async () => {
  const { patch, matterId, staffIds } = await patching();
  const [a = '', b = '', c = ''] = staffIds;
  const share = (matterStaffId: string, matterStaffRatio: number) => ({ matterStaffId, matterStaffRatio });
  const split = (shares: unknown[], more: Record<string, unknown> = {}, ids: unknown = [a, b]) =>
    patch(matterId, {
      originatingStaffIds: ids,
      splitOriginatingStaffSettings: {
        isEnabled: true,
        splitMatterStaffs: shares,
        splitMethod: 'UseRatio',
        ...more,
      },
    });
  const good = [share(a, 3333), share(b, 6667)];
  expect((await split(good, { remainderStaffId: b })).status).toBe(202);
  expect((await split(good, {}, [a, c])).broken).toEqual(['splitOriginatingStaffSettings']);
  expect((await split(good, {}, null)).broken).toEqual(['originatingStaffIds']);
  expect((await split([share(a, 3333), share(b, 6666)])).broken).toEqual(['splitOriginatingStaffSettings']);
  expect((await split([share(a, 1), share(b, 1)], { splitMethod: 'EqualSplit' })).status).toBe(202);
  expect((await split(good, { remainderStaffId: c })).broken).toEqual(['splitOriginatingStaffSettings']);
  expect((await split([share(a, 5000), share(a, 5000)], {}, [a])).broken).toEqual([
    'splitOriginatingStaffSettings',
  ]);
});

test('fields of other regions are refused', async () => {
  const us = await patching({ region: 'US' });
  const outside = { supervisorStaffId: us.staffIds[0], clientCode: 'C1' };
  expect((await us.patch(us.matterId, outside)).broken).toEqual(['supervisorStaffId', 'clientCode']);
  const uk = await patching({ region: 'UK' });
  expect((await uk.patch(uk.matterId, { supervisorStaffId: uk.staffIds[0], clientCode: 'C1' })).status).toBe(
    202,
  );
});

test('a patch of an id that is no uuid, or of no matter, is refused', async () => {
  const { patch } = await patching();
  expect((await patch('12', {})).status).toBe(400);
  expect((await patch('00000000-0000-4000-8000-000000000000', {})).status).toBe(404);
});

test('bodies come as any JSON type, and nothing else', async () => {
  const { call, matterId } = await patching();
  const send = async (type: string, body = '{"description":"x"}') =>
    (await call('PATCH', `/matters/${matterId}`, body, { 'content-type': type })).status;
  expect(await send('application/json-patch+json')).toBe(202);
  expect(await send('application/vnd.firm+json; charset=utf-8')).toBe(202);
  expect(await send('text/xml')).toBe(415);
  expect(await send('application/json', '{"description":')).toBe(400);
  expect(await send('application/json', JSON.stringify({ description: 'x'.repeat(1_100_000) }))).toBe(413);
});
