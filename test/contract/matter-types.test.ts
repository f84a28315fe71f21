import { describe, expect } from 'vitest';
import { matterTypeIdSchema } from '../../main/engine/service/ids.ts';
import { matterTypeKinds } from '../../main/engine/service/matter-types.ts';
import { type AnyJson, failed, firstPage, itemsOf, startPractice, valueOf } from './practice.ts';
import { operation, rows } from './rows.ts';

const practice = await startPractice({ seed: 'empty' });
const { client, service } = practice;
const { body: rawList } = await practice.call('GET', '/mattertypes');
const listed = await itemsOf(client.matterTypes.list());
const [first] = listed;
if (!first) throw new Error('the firm has matter types');
const { body: raw } = await practice.call('GET', `/mattertypes/${first.id}`);
const read = valueOf(await client.matterTypes.read(first.id));

rows('Matter type', {
  'href, relation, method, self': () => {
    const { href, relation, method } = raw;
    expect(read).toMatchObject({ href, relation, method, self: { href, relation, method } });
  },
  id: () => {
    expect(listed.map(({ id }) => id)).toEqual(rawList.value.map(({ id }: { id: string }) => id));
    expect(listed.some(({ id }) => /_\w+$/.test(id))).toBe(true);
  },
  versionId: () => expect(read.versionId).toBe(raw.versionId),
  name: () => expect(read.name).toBe(raw.name),
  category: () => expect(read.category).toBe(raw.category),
  type: () => {
    expect(read.type).toBe(matterTypeKinds.matter);
    expect(listed.some(({ type }) => type === matterTypeKinds.lead)).toBe(true);
  },
  representativeOptions: () => {
    expect(read.representativeOptions).toEqual(raw.representativeOptions);
    expect(read.representativeOptions).not.toEqual([]);
  },
  location: () => expect(read.location).toBe(raw.location),
  isDeleted: async () => {
    expect(rawList.value.some((type: AnyJson) => type.deleted === true && !('isDeleted' in type))).toBe(true);
    const deleted = listed.filter(({ isDeleted }) => isDeleted);
    expect(deleted.map(({ id }) => String(id))).toEqual([service.sample().deletedMatterTypeId]);
    const [gone] = deleted;
    expect(gone && valueOf(await client.matterTypes.read(gone.id)).isDeleted).toBe(true);
    expect(read.isDeleted).toBe(false);
  },
  items: () => {
    expect(read.items).toHaveLength(raw.items.length);
    const { id, href, relation, method, providerId, itemId, name, subItems } = raw.items[0];
    expect(read.items[0]).toMatchObject({ id, href, relation, method, providerId, itemId, name, subItems });
    expect(read.items[0]?.self).toMatchObject({ href });
  },
});

rows('GET /mattertypes', {
  Location: async () => {
    const location = String(raw.location);
    const found = await itemsOf(client.matterTypes.list({ location }));
    expect(new Set(found.map((type) => type.location))).toEqual(new Set([location]));
    expect(await itemsOf(client.matterTypes.list({ location: 'Atlantis' }))).toEqual([]);
  },
  Type: async () => {
    for (const type of [0, 1]) {
      const found = await itemsOf(client.matterTypes.list({ type }));
      expect(new Set(found.map((each) => each.type))).toEqual(new Set([type]));
    }
    const refused = client.matterTypes.list({ type: 'Unheard' });
    expect((await refused.next()).value).toMatchObject(failed('rejected', 400));
  },
  limit: async () => {
    expect((await firstPage(client.matterTypes.list())).limit).toBe(500);
  },
});

rows('GET /mattertypes/{id}', {
  id: async () => {
    const unknown = matterTypeIdSchema.parse('no-such-type');
    expect(await client.matterTypes.read(unknown)).toMatchObject(failed('not-found', 404));
  },
});

describe('matter types', () => {
  operation('matterTypes.list', 'gives every type once', () => {
    expect(listed).toHaveLength(rawList.size);
  });
  operation('matterTypes.read', 'keeps every member the service gave', () => {
    expect(read.raw).toEqual(raw);
  });
});
