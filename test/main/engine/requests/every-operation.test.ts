import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { RequestKeyId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { openOffice } from './office.ts';

/** All files below a directory. */
const filesBelow = (directory: string): string[] =>
  readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

test('a portal task is made, changed and closed, and stands here as it was last set here', async () => {
  await using office = await openOffice();
  const { place } = office;
  const [task] = office.submit(office.newTask());
  const [patch] = office.submit({
    operation: 'portalTasks.patch',
    matterId: place.matterId,
    task: task as never,
    changes: { title: 'Sign it, please', completed: true, completedText: 'Thank you' },
  });
  await office.stands(task as never, 'done');
  await office.stands(patch as never, 'done');
  const { portalTasks } = await import('../../../../main/engine/features/requests/made-here.ts');
  const { rows, total } = portalTasks(place.workspace.stores, {
    matterId: place.matterId,
    offset: 0,
    limit: 10,
  });
  expect(total).toBe(1);
  expect(rows[0]).toMatchObject({
    state: 'completed',
    pending: false,
    fields: { title: 'Sign it, please', url: 'https://portal.example.com/sign', completedText: 'Thank you' },
  });
  expect(rows[0]?.taskId).toBe(office.sentTo('PATCH', /tasks/)[0]?.path.split('/').at(-1));
});

test('an address that is not https is refused before anything is kept', async () => {
  await using office = await openOffice();
  for (const url of ['http://portal.example.com', 'javascript:alert(1)', 'file:///etc/passwd'])
    expect(() => office.submit(office.newTask({ url }))).toThrow('https');
  expect(() => office.submit(office.newTask({ completedUrl: 'http://x.example' }))).toThrow('https');
});

test('keys are fetched at sending, and are nowhere on this computer but where main keeps them', async () => {
  await using office = await openOffice();
  const { place } = office;
  const [secret, pluginSecret] = [`key-${randomUUID()}`, `key-${randomUUID()}`];
  const [key, pluginKey] = [randomUUID() as RequestKeyId, randomUUID() as RequestKeyId];
  const webhook = {
    operation: 'webhooks.create' as const,
    name: 'Practice',
    eventTypes: ['matter.updated'],
    eventNotificationUrl: 'http://127.0.0.1:9/in',
    key,
  };
  const plugin = {
    operation: 'plugins.put' as const,
    pluginId: String(place.service.sample().pluginId),
    isNew: true,
    version: { name: 'Signing' },
    application: null,
    componentType: null,
    key: pluginKey,
  };
  const [missing] = office.submit(webhook);
  expect((await office.stands(missing as never, 'problem')).problem.kind).toBe('key-missing');
  office.keys.set(key, secret);
  office.keys.set(pluginKey, pluginSecret);
  place.workspace.requests.edit(missing as never, webhook, 0, null);
  const [put] = office.submit(plugin);
  expect((await office.stands(missing as never, 'done')).result.seen).toBe(true);
  // This service knows the plugin already, and says so.
  const { problem } = await office.stands(put as never, 'problem');
  expect(problem.fields.map(({ field }) => field)).toEqual(['key']);
  expect(office.sentTo('POST', /webhooks/)[0]?.body['key']).toBe(secret);
  expect(office.sentTo('PUT', /plugins/)[0]?.body['key']).toBe(pluginSecret);
  place.workspace.stores.database.pragma('wal_checkpoint(TRUNCATE)');
  for (const file of filesBelow(join(place.directory, 'engine'))) {
    const bytes = readFileSync(file);
    for (const each of [secret, pluginSecret]) expect(bytes.includes(each)).toBe(false);
  }
});

test('an activity code and a relationship are read before, and changed as a whole', async () => {
  await using office = await openOffice();
  const { workspace, matterId } = office.place;
  await vi.waitFor(() => expect(workspace.records.activityCodes().codes).not.toEqual([]), eventually);
  const { activityCodeView } = await import('../../../../main/engine/features/records/activity-code-view.ts');
  const code = workspace.records
    .activityCodes()
    .codes.filter(({ raw }) => raw['isDeleted'] !== true)
    .map(activityCodeView)
    .find(({ fields, type }) => type === 1 && fields.rate === null);
  const { fields, codeId, version } = code ?? { fields: {}, codeId: '', version: '' };
  const [changed] = office.submit({
    ...fields,
    operation: 'activityCodes.put',
    codeId,
    seen: version,
    description: 'Drafting',
    isBillable: true,
  } as never);
  const done = office.request(changed as never);
  expect(done.form).toMatchObject({ seen: version });
  await office.stands(changed as never, 'done');
  await office.versionOfMatter();
  const role = workspace.records.matter(matterId).roles.find(({ relationships }) => relationships.length > 0);
  const [relationship] = role?.relationships ?? [];
  const contact = { kind: 'known' as const, contactId: office.contactIds[3] ?? '', name: 'Contact 3' };
  const [put] = office.submit({
    operation: 'relationships.put',
    matterId,
    roleId: String(role?.roleId),
    roleName: String(role?.name),
    relationshipId: String(relationship?.relationshipId),
    seen: relationship?.version ?? null,
    name: 'Spouse',
    displayName: 'Spouse of the client',
    contact,
    representatives: [],
    isMatterItemRequired: false,
  });
  await office.stands(put as never, 'done');
  await office.versionOfMatter();
  const after = workspace.records.matter(matterId).roles.find(({ roleId }) => roleId === role?.roleId);
  expect(JSON.stringify(after?.relationships)).toContain(contact.contactId);
});

test('what forms choose from is there, and is there offline too', async () => {
  await using office = await openOffice();
  const { place } = office;
  const all = () => {
    const { records } = place.workspace;
    return [
      records.matterTypes().types.length,
      records.staff().rows.length,
      records.layouts().rows.length,
      records.activityCodes().codes.length,
      records.matter(place.matterId).roles.length,
      records.billing(place.matterId).configuration === null ? 0 : 1,
    ];
  };
  await vi.waitFor(() => expect(all().every((count) => count > 0)).toBe(true), eventually);
  const before = all();
  await place.stopService();
  await place.restartEngine();
  expect(all()).toEqual(before);
  await place.restartService();
});

test('drafts outlive the program, and go with the request that is made of them', async () => {
  await using office = await openOffice();
  const draft = {
    id: randomUUID(),
    operation: 'contacts.create' as const,
    matterId: null,
    name: 'Nora',
    fields: '{"firstName":"Nora"}',
  };
  office.place.workspace.stores.drafts.put(draft, 5);
  await office.place.restartEngine();
  const { stores, requests } = office.place.workspace;
  expect(stores.drafts.list()).toEqual([{ ...draft, savedAt: '1970-01-01T00:00:00.005Z' }]);
  const submitted = [{ id: randomUUID() as never, form: office.newContact() }];
  expect(requests.submit(submitted, draft.id).ok).toBe(true);
  expect(stores.drafts.list()).toEqual([]);
  // Submitted twice, as by a window that did not hear of the first, it is one request.
  expect(requests.submit(submitted, draft.id).ok).toBe(true);
  expect(
    stores.requests.list({ matterId: null, states: null, operations: null, offset: 0, limit: 9 }).total,
  ).toBe(1);
});
