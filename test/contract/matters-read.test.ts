import { describe, expect } from 'vitest';
import { changedAt } from '../../main/engine/service/matter.ts';
import { matterIdSchema, matterStatuses } from '../../shared/model/index.ts';
import { failed, firstPage, itemsOf, refused, startPractice, valueOf } from './practice.ts';
import { operation, rows } from './rows.ts';

const practice = await startPractice();
const { client, service, matterId, leadId } = practice;
const { body: rawRead } = await practice.call('GET', `/matters/${matterId}`);
const { body: rawList } = await practice.call('GET', '/matters?fields=Items');
const rawListed = rawList.value[0];
const read = valueOf(await client.matters.read(matterId));
const all = await itemsOf(client.matters.list());
const [listed = read] = all;

const link = (raw: { id: string; href: string; rel: string }, name: string | null = null) => ({
  id: raw.id,
  href: raw.href,
  relation: raw.rel,
  method: 'GET',
  name,
});

rows('Matter', {
  'href, id, versionId': () => {
    const { href, id, versionId } = rawRead;
    expect(read).toMatchObject({ href, id, versionId });
    expect(changedAt(read)).toBe(BigInt(versionId));
  },
  number: async () => {
    expect(read.number).toBe(rawRead.number);
    expect(read.number).not.toBe('');
    const blank = service.sample();
    const created = valueOf(
      await client.matters.create({
        matterTypeId: String(blank.matterTypeId),
        clientIds: blank.contactIds.slice(0, 1),
      }),
    );
    service.applyPending();
    const matter = (await itemsOf(client.matters.list())).find(({ id }) => id === created.id);
    expect(matter?.number).toBe('');
  },
  matterType: () => {
    expect(read.matterType).toEqual(link(rawRead.matterType));
    expect(read.matterType?.relation).toBe('MatterTypes');
    expect(listed.matterType).toEqual(link(rawListed.matterType, rawListed.matterType.name));
    expect(listed.matterType?.name).not.toBeNull();
  },
  clients: () => {
    expect(read.clients).toEqual(rawRead.clients.map((each: Parameters<typeof link>[0]) => link(each)));
    expect(read.clients[0]?.relation).toBe('Contacts');
  },
  otherSides: () => {
    expect(read.otherSides).toEqual(rawRead.otherSides.map((each: Parameters<typeof link>[0]) => link(each)));
    expect(read.otherSides[0]?.relation).toBe('Contacts');
  },
  'clientIds, otherSideIds': () => {
    expect(listed.clientIds).toEqual(rawListed.clientIds);
    expect(listed.otherSideIds).toEqual(rawListed.otherSideIds);
    expect(listed.clientIds).not.toEqual([]);
    expect(read.clientIds).toEqual([]);
  },
  title: () => {
    expect(read.title).toBe(rawRead.title);
    expect(read.title).not.toBe('');
  },
  description: () => expect(read.description).toBe(rawRead.description),
  status: () => {
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(matterStatuses));
  },
  'personResponsible, personAssisting': () => {
    expect(read.personResponsible).toEqual(link(rawRead.personResponsible));
    expect(read.personAssisting).toEqual(link(rawRead.personAssisting));
    expect(read.personResponsible?.relation).toBe('Staff');
  },
  openedDate: () => {
    expect(read.openedDate).toBe(rawRead.openedDate);
    expect(Number.isNaN(Date.parse(String(read.openedDate)))).toBe(false);
  },
  isLead: async () => {
    expect(read.isLead).toBe(false);
    expect(valueOf(await client.matters.read(leadId)).isLead).toBe(true);
  },
  items: async () => {
    expect(read.items).toEqual(rawRead.items);
    expect(listed.items).toBeNull();
    const [withItems] = (await firstPage(client.matters.list({ fields: ['Items'] }))).items;
    expect(withItems?.items).toEqual(rawListed.items);
  },
  'role entries': () => {
    const roles = Object.values(rawRead.items)
      .flat()
      .filter((entry) => Reflect.get(Object(entry), 'type') === 'role');
    expect(Object.values(read.items ?? {}).flat()).toEqual(expect.arrayContaining(roles));
    expect(roles).toContainEqual(
      expect.objectContaining({
        id: expect.any(String),
        name: expect.any(String),
        contact: expect.objectContaining({ rel: 'Contacts' }),
        subItems: { solicitors: expect.any(Array), relationshipDetails: expect.any(Array) },
      }),
    );
    const words = roles
      .map((entry) => String(Object(entry).contact.id))
      .filter((id) => !/^[0-9a-f-]{36}$/.test(id));
    expect(words).toHaveLength(1);
  },
  'layout entries': () => {
    expect(Object.values(read.items ?? {}).flat()).toContainEqual({
      id: expect.any(String),
      href: expect.any(String),
      rel: 'layout',
      type: 'layout',
      subItems: expect.anything(),
    });
  },
});

async function listIds(...query: Parameters<typeof client.matters.list>) {
  return (await itemsOf(client.matters.list(...query))).map(({ id }) => id);
}

rows('GET /matters', {
  limit: async () => {
    expect((await firstPage(client.matters.list({ limit: 3 }))).items).toHaveLength(3);
    expect((await firstPage(client.matters.list())).limit).toBe(500);
    for (const limit of [0, -1, 1.5, Number.NaN]) {
      expect(await firstPage(client.matters.list({ limit })).catch(String)).toContain('"field":"limit"');
    }
  },
  offset: async () => {
    expect(await listIds({ offset: 50 })).toEqual((await listIds()).slice(50));
    expect(await firstPage(client.matters.list({ offset: -1 })).catch(String)).toContain('"field":"offset"');
  },
  matterTypeId: async () => {
    const matterTypeId = String(read.matterType?.id);
    const expected = all.filter(({ matterType }) => matterType?.id === matterTypeId).map(({ id }) => id);
    expect((await listIds({ matterTypeId })).slice(0, expected.length)).toEqual(expected);
    expect(expected.length).toBeLessThan(all.length);
  },
  contactId: async () => {
    const contactId = String(read.clients[0]?.id);
    const found = await listIds({ contactId });
    expect(found).toContain(matterId);
    expect(found.length).toBeLessThan(all.length);
    expect(await listIds({ contactId: 'nobody' })).toEqual([]);
  },
  status: async () => {
    for (const status of matterStatuses) {
      const found = await itemsOf(client.matters.list({ status }));
      expect(new Set(found.map((matter) => matter.status))).toEqual(new Set([status]));
    }
    const unknown = client.matters.list({ status: 'Asleep' as 'Open' });
    expect((await unknown.next()).value).toMatchObject(refused('status'));
  },
  isLead: async () => {
    const leads = await itemsOf(client.matters.list({ isLead: true }));
    expect(leads.map(({ id }) => id)).toContain(leadId);
    expect(leads.every(({ isLead }) => isLead)).toBe(true);
    expect(await listIds({ isLead: false })).not.toContain(leadId);
  },
  updatedSince: async () => {
    const newest = all.reduce((latest, matter) => {
      const ticks = changedAt(matter) ?? 0n;
      return ticks > latest ? ticks : latest;
    }, 0n);
    expect(all.filter((matter) => changedAt(matter) === newest).map(({ id }) => id)).toEqual(
      (await listIds({ updatedSince: newest })).slice(0, 1),
    );
    expect((await listIds({ updatedSince: newest + 1n })).length).toBeLessThan(2);
    const beyond = client.matters.list({ updatedSince: 2n ** 63n });
    expect((await beyond.next()).value).toMatchObject(refused('updatedSince'));
  },
  sort: async () => {
    const byChange = await itemsOf(client.matters.list({ sort: [{ by: 'LastUpdated', order: 'desc' }] }));
    const ticks = byChange.map((matter) => changedAt(matter) ?? 0n);
    expect(ticks).toEqual(ticks.toSorted((one, other) => (one < other ? 1 : -1)));
    const byBoth = await itemsOf(
      client.matters.list({
        sort: [
          { by: 'Status', order: 'asc' },
          { by: 'LastUpdated', order: 'asc' },
        ],
      }),
    );
    const statuses = byBoth.map(({ status }) => status);
    expect(statuses).toEqual(statuses.toSorted());
    const unknown = client.matters.list({ sort: [{ by: 'Title' as 'Status', order: 'asc' }] });
    expect((await unknown.next()).value).toMatchObject(refused('sort'));
  },
  fields: async () => {
    const { items } = await firstPage(client.matters.list({ fields: ['Items'], limit: 2 }));
    expect(items.every((matter) => matter.items !== null)).toBe(true);
    const unknown = client.matters.list({ fields: ['Roles' as 'Items'] });
    expect((await unknown.next()).value).toMatchObject(refused('fields'));
  },
  'status 202 on a list': async () => {
    Object.assign(service.variants, { mattersListStatus: 202 });
    expect((await practice.call('GET', '/matters')).status).toBe(202);
    expect(await listIds()).toHaveLength(service.matterIds().length);
    Object.assign(service.variants, { mattersListStatus: 200 });
  },
});

describe('GET /matters/{matterId}', () => {
  operation('matters.read', 'combines matter data, items, roles and relationships', () => {
    expect(JSON.stringify(read.items)).toContain('relationshipDetails');
    expect(read.raw).toEqual(rawRead);
  });

  operation('matters.list', 'gives every matter once over many pages', async () => {
    const ids = await listIds({ limit: 7 });
    expect(ids.toSorted()).toEqual(service.matterIds().toSorted());
  });

  operation('matters.read', 'is not found when there is no such matter', async () => {
    const unknown = matterIdSchema.parse('00000000-0000-4000-8000-000000000000');
    expect(await client.matters.read(unknown)).toMatchObject(failed('not-found', 404));
  });
});
