import { describe, expect } from 'vitest';
import { stageSetIdSchema } from '../../main/engine/service/ids.ts';
import { matterIdSchema } from '../../shared/model/index.ts';
import { failed, firstPage, itemsOf, refused, startPractice, valueOf } from './practice.ts';
import { operation, rows } from './rows.ts';

const practice = await startPractice();
const { client, service, matterId } = practice;
const { layoutId = '', stageSetId, deletedStageSetId } = service.sample();
const { body: rawLayouts } = await practice.call('GET', '/layouts');
const layouts = await itemsOf(client.layouts.list());

rows('Layout design', {
  'id, href, relation, method, self, versionId': () => {
    const { id, href, relation, method, versionId } = rawLayouts.value[0];
    expect(layouts[0]).toMatchObject({ id, href, relation, method, versionId, self: { href } });
  },
  name: () => {
    expect(layouts.map(({ name }) => name)).toEqual(
      rawLayouts.value.map(({ name }: { name: string }) => name),
    );
  },
  lastUpdated: () => {
    for (const { lastUpdated } of layouts) expect(lastUpdated).toBeGreaterThan(2n ** 53n);
  },
});

const { body: rawContacts } = await practice.call('GET', `/matters/${matterId}/layouts/${layoutId}/contacts`);
const contacts = valueOf(await client.layouts.contacts(matterId, layoutId)).items;

rows('Layout contact', {
  'id, href, relation, method, self': () => {
    const { id, href, relation, method } = rawContacts[0];
    expect(contacts[0]).toMatchObject({ id, href, relation, method, self: { href } });
  },
  key: () => {
    const keys = contacts.map(({ key }) => key);
    expect(keys).toEqual(rawContacts.map(({ key }: { key: string }) => key));
    expect(new Set(keys).size).toBe(keys.length);
  },
  contact: () => {
    expect(contacts[0]?.contact).toEqual({ ...rawContacts[0].contact, name: null });
  },
});

rows('GET /layouts', {
  Offset: async () => {
    const rest = await itemsOf(client.layouts.list({ offset: 1 }));
    expect(rest.map(({ id }) => id)).toEqual(layouts.slice(1).map(({ id }) => id));
    for (const offset of [-1, 2_147_483_648]) {
      expect((await client.layouts.list({ offset }).next()).value).toMatchObject(refused('Offset'));
    }
  },
  Limit: async () => {
    expect((await firstPage(client.layouts.list({ limit: 1 }))).items).toHaveLength(1);
    for (const limit of [0, 501, 1.5]) {
      expect((await client.layouts.list({ limit }).next()).value).toMatchObject(refused('Limit'));
    }
  },
});

rows('GET /matters/{matterId}/layouts/{itemId}/contacts', {
  'path ids (uuid)': async () => {
    const word = matterIdSchema.parse('not-a-uuid');
    expect(await client.layouts.contacts(word, layoutId)).toMatchObject(refused('matterId'));
    expect(await client.layouts.contacts(matterId, 'not-a-uuid')).toMatchObject(refused('itemId'));
    const unknown = await client.layouts.contacts(matterId, '00000000-0000-4000-8000-000000000000');
    expect(unknown).toMatchObject(failed('not-found', 404));
  },
});

const id = stageSetIdSchema.parse(stageSetId);
const { body: rawSet } = await practice.call('GET', `/stagesets/${id}`);
const set = valueOf(await client.stageSets.read(id));

rows('Stage set', {
  'href, relation, method, self, id, versionId': () => {
    const { href, relation, method, versionId } = rawSet;
    expect(set).toMatchObject({ id, href, relation, method, versionId, self: { href } });
  },
  name: () => expect(set.name).toBe(rawSet.name),
  isDeleted: async () => {
    expect(set.isDeleted).toBe(false);
    const deleted = valueOf(await client.stageSets.read(stageSetIdSchema.parse(deletedStageSetId)));
    expect(deleted.isDeleted).toBe(true);
  },
  stages: () => {
    expect(set.stages.map(({ name }) => name)).toEqual(
      rawSet.stages.map(({ name }: { name: string }) => name),
    );
  },
  lastUpdated: () => expect(set.lastUpdated).toBeGreaterThan(2n ** 53n),
  'each stage': () => {
    for (const [index, stage] of set.stages.entries()) {
      const { id: stageId, href, relation, method, versionId, isDeleted } = rawSet.stages[index];
      expect(stage).toMatchObject({
        id: stageId,
        href,
        relation,
        method,
        versionId,
        isDeleted,
        self: { href },
      });
      expect(stage.lastUpdated).toBeGreaterThan(2n ** 53n);
    }
    expect(set.stages.some(({ isDeleted }) => isDeleted)).toBe(true);
  },
});

rows('GET /stagesets/{id}', {
  id: async () => {
    expect(await client.stageSets.read(stageSetIdSchema.parse('none'))).toMatchObject(
      failed('not-found', 404),
    );
  },
});

describe('layouts and stage sets', () => {
  operation('layouts.list', 'gives every design once over many pages', async () => {
    const ids = (await itemsOf(client.layouts.list({ limit: 1 }))).map((layout) => layout.id);
    expect(ids).toEqual(layouts.map((layout) => layout.id));
  });
  operation('layouts.contacts', 'gives the array as one collection', () => {
    expect(Array.isArray(rawContacts)).toBe(true);
    expect(contacts).toHaveLength(rawContacts.length);
  });
  operation('stageSets.read', 'keeps every member the service gave', () => {
    expect(Object.keys(set.raw)).toEqual(Object.keys(rawSet));
  });
});
