import { describe, expect } from 'vitest';
import { billingTypes } from '../../main/engine/service/billing-configuration.ts';
import type { Region } from '../../shared/model/index.ts';
import { matterIdSchema } from '../../shared/model/index.ts';
import { failed, startPractice, valueOf } from './practice.ts';
import { operation, rows } from './rows.ts';

const british = await startPractice({ region: 'UK' });
const american = await startPractice({ region: 'US' });
const australian = await startPractice({ region: 'AU' });
const practices: Record<Region, typeof british> = { UK: british, US: american, AU: australian };

async function configuration(region: Region) {
  const { client, matterId, call } = practices[region];
  const { body } = await call('GET', `/matters/${matterId}/billingconfiguration`);
  return { raw: body, read: valueOf(await client.billingConfiguration.read(matterId)) };
}

/** The field is read where it exists, and null elsewhere. */
const existsIn = (field: string, regions: readonly Region[]) => async () => {
  for (const region of ['UK', 'US', 'AU'] as const) {
    const { raw, read } = await configuration(region);
    expect(field in raw).toBe(regions.includes(region));
    expect(Reflect.get(read, field)).toEqual(raw[field] ?? null);
  }
};

rows('Billing configuration', {
  'id, href, relation, method, self': async () => {
    const { raw, read } = await configuration('UK');
    const { id, href, relation, method } = raw;
    expect(read).toMatchObject({ id, href, relation, method, self: { id, href, relation, method } });
  },
  versionId: async () => {
    const { raw, read } = await configuration('UK');
    expect(read.versionId).toBe(raw.versionId);
  },
  billingType: async () => {
    expect(billingTypes).toEqual({
      none: 0,
      fixedFee: 1,
      fixedFeePerAppearance: 2,
      timeBased: 3,
      contingencyDollars: 4,
      contingencyPercent: 5,
      notBillable: 6,
    });
    const types = new Set<unknown>();
    for (const id of british.service.matterIds()) {
      const { body } = await british.call('GET', `/matters/${id}/billingconfiguration`);
      const read = valueOf(await british.client.billingConfiguration.read(matterIdSchema.parse(id)));
      expect(read.billingType).toBe(body.billingType);
      types.add(read.billingType);
    }
    const meaningNotShown = 7;
    expect(types).toEqual(new Set([...Object.values(billingTypes), meaningNotShown]));
  },
  amount: existsIn('amount', ['UK', 'US', 'AU']),
  disbursementAmount: existsIn('disbursementAmount', ['UK', 'AU']),
  contingencyAmount: existsIn('contingencyAmount', ['UK', 'US', 'AU']),
  debtors: async () => {
    const { raw, read } = await configuration('UK');
    expect(read.debtors).toEqual(raw.debtors.map((link: object) => ({ ...link, name: null })));
    expect(read.debtors).not.toEqual([]);
  },
  rateSetId: existsIn('rateSetId', ['UK', 'AU']),
  isUtbmsEnabled: existsIn('isUtbmsEnabled', ['US']),
  'ledesFirmId, ledesMatterId, ledesClientMatterId': async () => {
    for (const field of ['ledesFirmId', 'ledesMatterId', 'ledesClientMatterId'])
      await existsIn(field, ['US'])();
  },
  ledesTimekeeperClassificationType: existsIn('ledesTimekeeperClassificationType', ['US']),
});

rows('GET /matters/{matterId}/billingconfiguration', {
  matterId: async () => {
    const unknown = matterIdSchema.parse('no-such-matter');
    expect(await british.client.billingConfiguration.read(unknown)).toMatchObject(failed('not-found', 404));
  },
});

const { client, service, matterId } = british;
const { roleId = '', relationshipId = '', contactIds } = service.sample();
const ids = { matterId, roleId, id: relationshipId };
type Relationship = Parameters<typeof client.relationships.put>[1];

/** What the service keeps of a relationship, as the matter's items show it. */
async function after(relationship: Relationship) {
  valueOf(await client.relationships.put(ids, relationship));
  service.applyPending();
  const matter = valueOf(await client.matters.read(matterId));
  const details = Object.values(matter.items ?? {})
    .flat()
    .flatMap(
      (role) => Reflect.get(Object(Reflect.get(Object(role), 'subItems')), 'relationshipDetails') ?? [],
    );
  return details.find((detail: { id: string }) => detail.id === relationshipId);
}

const taken = (relationship: Relationship) => async () => {
  expect((await client.relationships.put(ids, relationship)).ok).toBe(true);
};

rows('PUT /matters/{matterId}/roles/{roleId}/relationships/{id}', {
  name: async () => expect(await after({ name: 'Guardian' })).toMatchObject({ name: 'Guardian' }),
  displayName: async () => {
    expect(await after({ name: 'Guardian', displayName: 'Litigation friend' })).toMatchObject({
      name: 'Litigation friend',
    });
  },
  contactId: async () => {
    expect(await after({ contactId: String(contactIds[3]) })).toMatchObject({
      contact: { id: contactIds[3] },
    });
    expect(await client.relationships.put(ids, { contactId: 'nobody' })).toMatchObject(
      failed('rejected', 400),
    );
  },
  representativeIds: async () => {
    await taken({ representativeIds: contactIds.slice(0, 2) })();
    expect(await client.relationships.put(ids, { representativeIds: ['x'] })).toMatchObject(
      failed('rejected', 400),
    );
  },
  isMatterItemRequired: taken({ isMatterItemRequired: true }),
});

describe('billing configuration and relationships', () => {
  operation('billingConfiguration.read', 'keeps every member the service gave', async () => {
    const { raw, read } = await configuration('US');
    expect(read.raw).toEqual(raw);
  });
  operation('relationships.put', 'answers with the link of the relationship', async () => {
    const link = valueOf(await client.relationships.put(ids, { name: 'Guardian' }));
    expect(link).toMatchObject({ id: relationshipId, relation: 'Relationships' });
    const unknown = await client.relationships.put({ ...ids, id: 'none' }, {});
    expect(unknown).toMatchObject({ ok: false, error: { kind: 'not-found', problem: { status: 404 } } });
  });
});
