import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Candidate, RequestForm, RequestId, RequestKeyId } from '../../../../shared/model/index.ts';
import { type Office, openOffice } from './office.ts';

test('after the answer to a new matter was lost, it is looked for and shown, and nothing is sent again', async () => {
  await using office = await openOffice();
  const { place } = office;
  place.service.faults.add({ route: 'matters.create', kind: 'loseAnswer' });
  const form = office.newMatter({ number: '7/7' });
  const [id] = office.submit(form);
  const { problem } = await office.stands(id as never, 'problem');
  expect(problem).toMatchObject({ kind: 'unknown-outcome', lookedFor: true, actions: ['decide'] });
  const likely = problem.candidates.filter(({ facts }) => facts.every(({ same }) => same));
  expect(likely).toHaveLength(1);
  const { requests } = place.workspace;
  expect(requests.decide(id as never, { decision: 'it-is', candidateId: 'another' }).ok).toBe(false);
  expect(requests.retry(id as never).ok).toBe(false);
  const candidateId = String(likely[0]?.id);
  expect(requests.decide(id as never, { decision: 'it-is', candidateId }).ok).toBe(true);
  expect(office.request(id as never)).toMatchObject({ state: 'done', result: { id: candidateId } });
  expect(await office.mattersCalled(form.description)).toBe(1);
  expect(office.sentTo('POST', /matters$/)).toHaveLength(1);
});

test('where nothing arrived, the person says so, having seen that there is nothing like it', async () => {
  await using office = await openOffice({ speedUp: 60 });
  const { place } = office;
  place.service.faults.add({ route: 'matters.create', kind: 'reset' });
  const form = office.newMatter();
  const [id] = office.submit(form);
  const { problem } = await office.stands(id as never, 'problem');
  const shown = problem.candidates.map((candidate) => candidate.id);
  expect(problem.candidates.filter(({ facts }) => facts.every(({ same }) => same))).toEqual([]);
  const { requests } = place.workspace;
  const more = [...shown, 'more'];
  expect(requests.decide(id as never, { decision: 'send-again', shown: more }).ok).toBe(false);
  expect(requests.decide(id as never, { decision: 'send-again', shown }).ok).toBe(true);
  await office.stands(id as never, 'done');
  expect(await office.mattersCalled(form.description)).toBe(1);
});

/** A person is made, and what became of it is not told. */
async function lostPerson(office: Office, kind: 'loseAnswer' | 'reset' | 'emptyBody') {
  const { workspace, service } = office.place;
  service.faults.add({ route: 'contacts.create', kind });
  const form = office.newContact();
  const [id] = office.submit(form) as [RequestId];
  const { problem } = await office.stands(id, 'problem');
  return { id, form, problem, requests: workspace.requests };
}
const allSame = ({ facts }: Candidate) => facts.every(({ same }) => same);
const lists = { variants: { contactReads: 'offered' } } as const;

test('after the answer to a new person was lost, a service that lists contacts shows them by our id, and nothing is sent again', async () => {
  await using office = await openOffice(lists);
  const { id, form, problem } = await lostPerson(office, 'loseAnswer');
  expect(problem).toMatchObject({ kind: 'unknown-outcome', lookedFor: true, actions: ['decide'] });
  const [first] = problem.candidates;
  expect(problem.candidates.filter(allSame)).toEqual([first]);
  expect(first).toMatchObject({ name: `${form.firstName} ${form.lastName}` });
  expect(first?.facts[0]).toEqual({ label: 'Reference', value: id, same: true });
  await office.place.restartEngine();
  expect(office.sentTo('POST', /contacts$/)).toHaveLength(1);

  const candidateId = String(first?.id);
  // After the restart it is the new engine's to decide about.
  const again = office.place.workspace.requests;
  expect(again.decide(id, { decision: 'it-is', candidateId: 'another' }).ok).toBe(false);
  expect(again.decide(id, { decision: 'it-is', candidateId }).ok).toBe(true);
  expect(office.request(id)).toMatchObject({ state: 'done', result: { id: candidateId, seen: true } });
  expect(office.sentTo('POST', /contacts$/)).toHaveLength(1);
});

test('where a new person did not arrive, others of that name are shown, and it is sent again once the person says it is none of them', async () => {
  await using office = await openOffice({ ...lists, speedUp: 60 });
  const twin = office.newContact();
  const [before] = office.submit(twin);
  const { result } = await office.stands(before as never, 'done');
  // Made here by another request: it is not offered as what this one made.
  const { firstName, lastName } = twin;
  const colleague = await office.makeContactElsewhere({ firstName, lastName });
  office.place.service.faults.add({ route: 'contacts.create', kind: 'reset' });
  const [id] = office.submit({ ...twin, email: 'n.quill@example.com' });
  const { problem } = await office.stands(id as never, 'problem');
  const shown = problem.candidates.map((one) => one.id);
  expect(shown).toEqual([colleague]);
  expect(shown).not.toContain(result.id);
  expect(problem.candidates.filter(allSame)).toEqual([]);
  const { requests } = office.place.workspace;
  expect(requests.decide(id as never, { decision: 'send-again', shown: [] }).ok).toBe(false);
  expect(requests.decide(id as never, { decision: 'send-again', shown }).ok).toBe(true);
  await office.stands(id as never, 'done');
  expect(office.sentTo('POST', /contacts$/)).toHaveLength(3);
});

test('where the service lists no contacts, those known from matters are shown, and the person is asked to look', async () => {
  await using office = await openOffice();
  const { workspace } = office.place;
  const known = String(office.contactIds[0]);
  workspace.stores.clients.tell(known, 'Nora Quill');
  office.place.service.faults.add({ route: 'contacts.create', kind: 'loseAnswer' });
  const [id] = office.submit(office.newContact({ lastName: 'Quill' }));
  const { problem } = await office.stands(id as never, 'problem');
  expect(problem).toMatchObject({ kind: 'unknown-outcome', lookedFor: false, canBeLookedFor: false });
  expect(problem.candidates.map((one) => one.id)).toContain(known);
  expect(problem.next).toContain('known from matters');
  expect(office.sentTo('POST', /contacts$/)).toHaveLength(1);
  expect(workspace.requests.decide(id as never, { decision: 'it-is', candidateId: known }).ok).toBe(true);
  expect(office.request(id as never)).toMatchObject({ state: 'done', result: { id: known, seen: false } });
});

test('a new person whom the service accepted without saying whom it made is looked for, and never sent again', async () => {
  await using office = await openOffice(lists);
  const { id, problem, requests } = await lostPerson(office, 'emptyBody');
  expect(problem.kind).toBe('unknown-id');
  expect(problem.candidates.filter(allSame)).toHaveLength(1);
  const shown = problem.candidates.map((one) => one.id);
  expect(requests.decide(id, { decision: 'send-again', shown }).ok).toBe(false);
  expect(requests.decide(id, { decision: 'leave' }).ok).toBe(true);
  expect(office.sentTo('POST', /contacts$/)).toHaveLength(1);
});

const others: Record<string, (office: Office, key: RequestKeyId) => RequestForm> = {
  'contacts.create': (office) => office.newContact(),
  'portalTasks.create': (office) => office.newTask(),
  'webhooks.create': (_office, key) => ({
    operation: 'webhooks.create',
    name: 'Practice',
    eventTypes: ['matter.updated'],
    eventNotificationUrl: 'https://hooks.example.com/in',
    key,
  }),
};

test.each(Object.keys(others))(
  'of %s nothing can be looked for: the person decides, and nothing is sent before',
  async (route) => {
    await using office = await openOffice();
    const { place } = office;
    const key = randomUUID() as RequestKeyId;
    office.keys.set(key, 'a key of nobody else');
    place.service.faults.add({ route, kind: 'loseAnswer' });
    const [id] = office.submit(others[route]?.(office, key) as RequestForm);
    const { problem } = await office.stands(id as never, 'problem');
    expect(problem).toMatchObject({ kind: 'unknown-outcome', lookedFor: false, candidates: [] });
    await place.restartEngine();
    expect(office.request(id as never).state).toBe('problem');
    expect(office.sentTo('POST', /./)).toHaveLength(1);
    const { requests } = place.workspace;
    expect(requests.decide(id as never, { decision: 'leave' }).ok).toBe(true);
    expect(office.request(id as never)).toMatchObject({ state: 'cancelled', certainlyNotMade: false });
  },
);

test.each(['loseAnswer', 'reset', 'cutConnection'] as const)(
  'a change whose answer was lost (%s) is looked at, and is there once, without anybody',
  async (kind) => {
    await using office = await openOffice();
    const version = await office.versionOfMatter();
    office.place.service.faults.add({ route: 'matters.patch', kind, count: 2 });
    const [id] = office.submit(office.patch({ description: 'Once' }, version));
    expect((await office.stands(id as never, 'done')).result.wasSo).toBe(false);
    const { workspace, matterId } = office.place;
    expect(workspace.records.matter(matterId).fields.description).toBe('Once');
  },
);

test('a service with a fault of its own is asked again for changes, and of what is made the person is asked', async () => {
  await using office = await openOffice({ speedUp: 60 });
  const { faults } = office.place.service;
  faults.add({ route: 'matters.patch', kind: 'status', status: 503, count: 2 });
  faults.add({ route: 'contacts.create', kind: 'status', status: 500 });
  const [patched, made] = office.submit(office.patch({ description: 'Again' }), office.newContact());
  await office.stands(patched as never, 'done');
  expect((await office.stands(made as never, 'problem')).problem.kind).toBe('unknown-outcome');
});

test('a refusal for being too fast or signed out is no doubt: nothing was done', async () => {
  await using office = await openOffice();
  const { faults } = office.place.service;
  faults.add({ route: 'matters.create', kind: 'status', status: 429, retryAfter: '1' });
  const form = office.newMatter();
  const [id] = office.submit(form);
  await office.stands(id as never, 'done');
  expect(await office.mattersCalled(form.description)).toBe(1);
  expect(office.sentTo('POST', /matters$/).map(({ status }) => status)).toEqual([429, 202]);
});

test('an accepted creation whose answer names nothing is looked for, and never sent again', async () => {
  await using office = await openOffice();
  office.place.service.faults.add({ route: 'matters.create', kind: 'emptyBody' });
  const form = office.newMatter();
  const [id] = office.submit(form);
  const { problem } = await office.stands(id as never, 'problem');
  expect(problem).toMatchObject({ kind: 'unknown-id', what: expect.stringContaining('Which one') });
  expect(problem.candidates.some(({ facts }) => facts.every(({ same }) => same))).toBe(true);
  const { requests } = office.place.workspace;
  const shown = problem.candidates.map((candidate) => candidate.id);
  expect(requests.decide(id as never, { decision: 'send-again', shown }).ok).toBe(false);
  expect(requests.decide(id as never, { decision: 'leave' }).ok).toBe(true);
  expect(office.request(id as never)).toMatchObject({ state: 'done', result: { id: null, seen: false } });
  expect(office.sentTo('POST', /matters$/)).toHaveLength(1);
});

/** A new plugin whose first answer was lost, at a service that has it since: a key can only be set on creation. */
async function pluginWithLostAnswer(office: Office, fault: 'loseAnswer' | 'reset' = 'loseAnswer') {
  const { service } = office.place;
  const key = randomUUID() as RequestKeyId;
  office.keys.set(key, 'a key of nobody else');
  const form = {
    operation: 'plugins.put' as const,
    pluginId: String(service.sample().pluginId),
    isNew: true,
    version: { name: 'Signing' },
    application: null,
    componentType: null,
    key,
  };
  service.faults.add({ route: 'plugins.put', kind: fault });
  const [id] = office.submit(form);
  return { form, id: id as never };
}

test('a new plugin that is refused after a lost answer may be the first try’s: the person says so, and its key is kept', async () => {
  await using office = await openOffice();
  const { requests } = office.place.workspace;
  const { form, id } = await pluginWithLostAnswer(office);
  const { problem, revision } = await office.stands(id, 'problem');
  expect(office.sentTo('PUT', /plugins/)).toHaveLength(2);
  expect(problem).toMatchObject({ kind: 'unknown-outcome', lookedFor: false, actions: ['decide'] });
  expect(problem.candidates).toMatchObject([{ id: form.pluginId, name: 'Signing' }]);
  expect(problem.fields.map(({ field }) => field)).toEqual(['key']);
  // Who entered another key would have the one that it may have thrown away.
  const another = { ...form, key: randomUUID() as RequestKeyId };
  expect(requests.edit(id, another, revision, null).ok).toBe(false);
  expect(requests.decide(id, { decision: 'it-is', candidateId: form.pluginId }).ok).toBe(true);
  expect(office.request(id)).toMatchObject({ state: 'done', result: { id: form.pluginId, seen: false } });
});

test('where the person did not find it, it is sent again, and what is refused then can be corrected', async () => {
  await using office = await openOffice();
  const { requests } = office.place.workspace;
  const { form, id } = await pluginWithLostAnswer(office);
  await office.stands(id, 'problem');
  expect(requests.decide(id, { decision: 'send-again', shown: [form.pluginId] }).ok).toBe(true);
  await expect
    .poll(() => {
      const request = office.request(id);
      return request.state === 'problem' && request.problem.kind;
    })
    .toBe('refused');
  expect(office.request(id)).toMatchObject({ problem: { actions: ['edit', 'retry', 'cancel'] } });
  const { revision } = office.request(id);
  expect(requests.edit(id, { ...form, key: null }, revision, null).ok).toBe(true);
  await office.stands(id, 'done');
});

test('the key of a new plugin is not changed while it is not known whether it arrived', async () => {
  await using office = await openOffice();
  const { requests } = office.place.workspace;
  office.place.service.faults.add({ route: 'plugins.put', kind: 'status', status: 503, count: 'always' });
  const { form, id } = await pluginWithLostAnswer(office, 'reset');
  await expect
    .poll(() => {
      const request = office.request(id);
      return request.state === 'waiting' && request.why;
    })
    .not.toBeNull();
  await expect.poll(() => office.request(id)).toMatchObject({ waitsFor: 'next-try' });
  const { revision } = office.request(id);
  const another = { ...form, key: randomUUID() as RequestKeyId };
  expect(requests.edit(id, another, revision, null)).toMatchObject({ ok: false });
  const named = { ...form, version: { name: 'Signing here' } };
  expect(requests.edit(id, named, revision, null)).toMatchObject({ ok: true });
});
