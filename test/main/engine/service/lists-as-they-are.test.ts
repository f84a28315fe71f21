import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRequestBudget } from '../../../../main/engine/service/budget/request-budget.ts';
import { createServiceClient } from '../../../../main/engine/service/client.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import { ok } from '../../../../shared/base/result.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { startPracticeService, type Variants } from '../../../service/index.ts';

async function open(variants: Partial<Variants> = {}, seed: 'firm' | 'empty' = 'firm') {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  const service = await startPracticeService({ directory, variants, seed });
  onTestFinished(async () => {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  const random = () => 0.5;
  const { accessToken } = service.tokensFor();
  const client = createServiceClient({
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    accessToken: () => Promise.resolve(ok(accessToken)),
    budget: createRequestBudget({ clock: systemClock, random, limit: { perSecond: 1e5, burst: 1e5 } }),
    clock: systemClock,
    random,
  });
  return { service, client };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test('staff that come page by page are all there, each once', async () => {
  const { client: whole } = await open();
  const { client: paged } = await open({ staffList: 'paged' });
  const names = async (client: typeof whole) => {
    const staff = await client.staff.list();
    return staff.ok
      ? staff.value.items.map(({ firstName, lastName }) => `${firstName} ${lastName}`).toSorted()
      : staff;
  };
  expect(await names(paged)).toEqual(await names(whole));
  expect(await names(paged)).not.toHaveLength(5);
});

test('a collection whose value is null has nothing in it', async () => {
  const { client } = await open({ emptyCollection: 'null' }, 'empty');
  const pages = await collect(client.matters.list());
  expect(pages).toMatchObject([{ ok: true, value: { items: [], malformed: [] } }]);
});

test('elements of a list that are no records leave the others', async () => {
  const { service, client } = await open();
  const all = await client.staff.list();
  service.faults.add({ route: '*', kind: 'strayElements', count: 'always' });
  const staff = await client.staff.list();
  expect(staff).toMatchObject({ ok: true, value: { malformed: [{}, {}, {}] } });
  expect(staff.ok && staff.value.items.length).toBe(all.ok && all.value.items.length);
  const matters = await collect(client.matters.list());
  expect(matters.flatMap((page) => (page.ok ? page.value.items : []))).toHaveLength(
    service.matterIds().length,
  );
});

test('an answer that names nothing of what was made is a success all the same', async () => {
  const { service, client } = await open();
  service.faults.add({ route: '*', kind: 'nullIds', count: 'always' });
  const made = await client.contacts.create({
    person: { firstName: 'A', lastName: 'B', email: 'a@b.example' },
  });
  expect(made).toMatchObject({ ok: true, value: { id: null } });
  const matterId = service.sample().matterId as MatterId;
  const fileId = crypto.randomUUID() as FileId;
  const put = await client.documents.putFile(matterId, fileId, { fileName: 'a.pdf', folderId: null });
  expect(put).toMatchObject({ ok: true, value: { fileId } });
});

test('a service that spells two names of a new matter otherwise is understood after one refusal, and remembered', async () => {
  const { service, client } = await open({ newMatterNames: 'asPatch' });
  const { matterTypeId = '', contactIds } = service.sample();
  const contactId = contactIds[0] ?? '';
  const matter = {
    matterTypeId,
    clientIds: [contactId],
    otherSidesIds: [contactId],
    dateOpened: '2026-01-05',
  };
  service.faults.add({ route: 'matters.create', kind: 'latency', ms: 0, count: 'always' });
  expect(await client.matters.create(matter)).toMatchObject({ ok: true });
  expect(service.faults.hits).toBe(2);
  expect(await client.matters.create(matter)).toMatchObject({ ok: true });
  expect(service.faults.hits).toBe(3);
  service.applyPending();
  expect(service.matterIds().length).toBeGreaterThan(2);
});

test('a new matter that is refused for another reason says the first refusal, and one that lost its answer is not sent again', async () => {
  const { service, client } = await open();
  const { matterTypeId = '' } = service.sample();
  const matter = { matterTypeId, clientIds: ['nobody'], dateOpened: '2026-01-05' };
  expect(await client.matters.create(matter)).toMatchObject({
    ok: false,
    error: { kind: 'rejected', problem: { detail: expect.stringContaining('clientIds') } },
  });
  const { hits } = service.faults;
  service.faults.add({ route: 'matters.create', kind: 'status', status: 500, count: 'always' });
  expect(await client.matters.create(matter)).toMatchObject({ ok: false, error: { kind: 'server' } });
  expect(service.faults.hits - hits).toBe(1);
});

test('a role that a service wants to be a UUID is refused in its words', async () => {
  const { service, client } = await open({ roleIds: 'uuid' });
  const matterId = service.sample().matterId as MatterId;
  expect(await client.relationships.put({ matterId, roleId: 'attorney', id: 'x' }, {})).toMatchObject({
    ok: false,
    error: { kind: 'rejected', problem: { detail: expect.stringContaining('must be a UUID') } },
  });
});
