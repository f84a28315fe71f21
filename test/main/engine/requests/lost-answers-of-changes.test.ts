import { expect, test } from 'vitest';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import type { FormOf, RequestId } from '../../../../shared/model/index.ts';
import type { FaultRule } from '../../../service/faults/rule.ts';
import { type Office, openOffice } from './office.ts';

/** A change of the matter's first relationship, as the person fills it in. */
async function relationship(
  office: Office,
  more: Partial<FormOf<'relationships.put'>> = {},
): Promise<FormOf<'relationships.put'>> {
  await office.versionOfMatter();
  const { workspace, matterId } = office.place;
  const role = workspace.records.matter(matterId).roles.find(({ relationships }) => relationships.length > 0);
  const [shown] = role?.relationships ?? [];
  return {
    operation: 'relationships.put',
    matterId,
    roleId: String(role?.roleId),
    roleName: String(role?.name),
    relationshipId: String(shown?.relationshipId),
    seen: shown?.version ?? null,
    name: 'Spouse',
    displayName: 'Spouse of the client',
    contact: { kind: 'known', contactId: office.contactIds[3] ?? '', name: 'Contact 3' },
    representatives: [],
    isMatterItemRequired: false,
    ...more,
  };
}

/** A colleague changes the matter. */
async function colleagueSets({ place }: Office, changes: object): Promise<void> {
  const { baseUrl, apiKey } = place.service;
  await fetch(`${baseUrl}/matters/${place.matterId}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${place.accessToken}`,
      'x-api-key': apiKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify(changes),
  });
  place.service.applyPending();
}

/** Changes of the matter leave without their numbers, as at a service that leaves one as it was; the first answers are lost. */
function leavesNumbersOut(lost: number): { readonly exchange: Exchange; readonly bodies: object[] } {
  const bodies: object[] = [];
  return {
    bodies,
    async exchange(outgoing) {
      if (outgoing.method !== 'PATCH' || typeof outgoing.body !== 'string') return exchange(outgoing);
      const { number: _leftOut, ...others } = JSON.parse(outgoing.body);
      bodies.push(JSON.parse(outgoing.body));
      if (bodies.length > lost) return exchange(outgoing);
      const body = JSON.stringify(others);
      const headers = { ...outgoing.headers, 'content-length': String(body.length) };
      await exchange({ ...outgoing, body, headers });
      return { ok: false, error: { kind: 'offline', code: 'ECONNRESET', why: 'interrupted' } };
    },
  };
}

test('a relationship whose change arrived, and whose answer was lost, is nobody else’s change', async () => {
  await using office = await openOffice();
  const form = await relationship(office);
  office.place.service.faults.add({ route: 'relationships.put', kind: 'loseAnswer' });
  const [id] = office.submit(form);
  expect((await office.stands(id as never, 'done')).result).toMatchObject({ seen: true, wasSo: false });
  expect(office.sentTo('PUT', /relationships/)).toHaveLength(1);
});

test('of a change whose answer was lost, what the service left as it was is sent again, and nobody is asked', async () => {
  const { bodies, ...http } = leavesNumbersOut(1);
  await using office = await openOffice({ http });
  const version = await office.versionOfMatter();
  const [id] = office.submit(office.patch({ description: 'Both', number: '9/9' }, version));
  await office.stands(id as never, 'done');
  expect(bodies).toEqual([{ description: 'Both', number: '9/9' }, { number: '9/9' }]);
});

test('a request that the person edits after a try whose answer was lost is not asked about for that try', async () => {
  const { bodies, ...http } = leavesNumbersOut(1);
  await using office = await openOffice({ http, speedUp: 1 });
  const version = await office.versionOfMatter();
  const [id] = office.submit(office.patch({ description: 'First words', number: '9/9' }, version));
  await expect
    .poll(() => office.request(id as never), { timeout: 10_000, interval: 5 })
    .toMatchObject({
      state: 'waiting',
      waitsFor: 'next-try',
    });
  const better = office.patch({ description: 'Better words' }, version);
  expect(office.place.workspace.requests.edit(id as never, better, 0, null).ok).toBe(true);
  await office.stands(id as never, 'done');
  expect(bodies.at(-1)).toEqual({ description: 'Better words' });
});

test.each(['Better words', 'First words'])(
  'what a try set whose answer was lost, and the person took back since, is shown to them before “%s” alone is sent',
  async (description) => {
    await using office = await openOffice({ speedUp: 1 });
    const version = await office.versionOfMatter();
    const { requests, records } = office.place.workspace;
    office.place.service.faults.add({ route: 'matters.patch', kind: 'loseAnswer' });
    const [id] = office.submit(office.patch({ description: 'First words', number: '9/9' }, version));
    await expect
      .poll(() => office.request(id as never), { timeout: 10_000, interval: 5 })
      .toMatchObject({ state: 'waiting', waitsFor: 'next-try' });
    office.place.service.applyPending();
    expect(requests.edit(id as never, office.patch({ description }, version), 0, null).ok).toBe(true);
    const { problem } = await office.stands(id as never, 'problem');
    expect(problem.what).toContain('took back');
    expect(problem.changed).toContainEqual(expect.objectContaining({ field: 'number', now: '9/9' }));
    expect(office.sentTo('PATCH', /matters/)).toHaveLength(1);
    // They leave it at that: nobody is asked twice.
    const decision = { decision: 'send-anyway', version: problem.version } as const;
    expect(requests.decide(id as never, decision).ok).toBe(true);
    await office.stands(id as never, 'done');
    expect(records.matter(office.place.matterId).fields).toMatchObject({ description, number: '9/9' });
  },
);

test('what a colleague changed after a try whose answer was lost is asked about, and not called theirs alone', async () => {
  const { bodies, ...http } = leavesNumbersOut(1);
  await using office = await openOffice({ http, speedUp: 1 });
  const version = await office.versionOfMatter();
  const [id] = office.submit(office.patch({ description: 'Mine', number: '9/9' }, version));
  await expect.poll(() => bodies, { timeout: 10_000, interval: 5 }).toHaveLength(1);
  office.place.service.applyPending();
  await colleagueSets(office, { status: 'Closed' });
  const { problem } = await office.stands(id as never, 'problem');
  expect(problem.kind).toBe('changed-since');
  expect(problem.why).toContain('answer');
  expect(problem.changed).toContainEqual(expect.objectContaining({ field: 'status', now: 'Closed' }));
  const { requests } = office.place.workspace;
  expect(requests.cancel(id as never).ok).toBe(true);
  expect(office.request(id as never)).toMatchObject({ state: 'cancelled', certainlyNotMade: false });
});

/** The person said to send theirs over what a colleague had changed, and this befalls it. */
async function agreedOver(office: Office, fault: FaultRule): Promise<RequestId> {
  const version = await office.versionOfMatter();
  await colleagueSets(office, { description: 'Theirs' });
  const [id] = office.submit(office.patch({ description: 'Mine' }, version));
  const { problem } = await office.stands(id as RequestId, 'problem');
  office.place.service.faults.add(fault);
  const decision = { decision: 'send-anyway', version: problem.version } as const;
  const decided = office.place.workspace.requests.decide(id as RequestId, decision);
  if (!decided.ok) throw new Error(decided.error.what);
  return id as RequestId;
}

test('what the person said to send all the same is not asked about again when it did not arrive', async () => {
  await using office = await openOffice();
  const id = await agreedOver(office, { route: 'matters.patch', kind: 'reset' });
  expect((await office.stands(id, 'done')).result.wasSo).toBe(false);
});

test('what the person said to send all the same is not asked about again after the service refused it once', async () => {
  await using office = await openOffice();
  const id = await agreedOver(office, { route: 'matters.patch', kind: 'status', status: 409 });
  await expect.poll(() => office.request(id)).toMatchObject({ problem: { kind: 'refused' } });
  expect(office.place.workspace.requests.retry(id).ok).toBe(true);
  expect((await office.stands(id, 'done')).result.seen).toBe(true);
});

test('a person’s changes of one relationship, and of its matter after it, are no news to them', async () => {
  await using office = await openOffice();
  const form = await relationship(office);
  const version = await office.versionOfMatter();
  const contact = { kind: 'known', contactId: office.contactIds[4] ?? '', name: 'Contact 4' } as const;
  const ids = office.submit(form, { ...form, contact }, office.patch({ description: 'After both' }, version));
  for (const id of ids) expect((await office.stands(id, 'done')).result.seen).toBe(true);
});

test('a change that is accepted and not applied yet is not done, though nothing that it would change is shown but a name', async () => {
  const before = { answer: null as Awaited<ReturnType<Exchange>> | null, stillFor: 0 };
  await using office = await openOffice({
    http: {
      async exchange(outgoing) {
        const isMatter = outgoing.method === 'GET' && /\/matters\/[^/]+$/.test(outgoing.url.pathname);
        if (isMatter && before.answer && before.stillFor > 0) {
          before.stillFor -= 1;
          return before.answer;
        }
        const answer = await exchange(outgoing);
        if (isMatter) before.answer = answer;
        if (outgoing.method === 'PUT') before.stillFor = 3;
        return answer;
      },
    },
  });
  const form = await relationship(office);
  const { workspace, matterId } = office.place;
  const shown = () =>
    workspace.records
      .matter(matterId)
      .roles.flatMap(({ relationships }) => relationships)
      .find(({ relationshipId }) => relationshipId === form.relationshipId);
  const now = shown()?.contact;
  const contactId = (now?.shown && now.value.contactId) || '';
  const contact = { kind: 'known', contactId, name: 'The same' } as const;
  const [first, second] = office.submit(
    { ...form, contact, displayName: 'First name' },
    { ...form, contact, displayName: 'Second name' },
  );
  expect((await office.stands(first as RequestId, 'done')).result.seen).toBe(true);
  expect(shown()?.name).toEqual({ shown: true, value: 'First name' });
  expect((await office.stands(second as RequestId, 'done')).result.seen).toBe(true);
});

test('a change of what no record shows is sent, and not taken for one that was so already', async () => {
  await using office = await openOffice();
  const [id] = office.submit(office.patch({ items: { 'Matter Details': [] } }));
  await expect.poll(() => office.sentTo('PATCH', /matters/)).toHaveLength(1);
  expect(office.request(id as RequestId).state).not.toBe('cancelled');
});

test('what may be there of a try before is not called certainly not made once the person had it sent again', async () => {
  await using office = await openOffice();
  office.place.service.faults.add({ route: 'contacts.create', kind: 'loseAnswer' });
  const [id] = office.submit(office.newContact());
  await office.stands(id as never, 'problem');
  await office.place.stopService();
  const { requests } = office.place.workspace;
  expect(requests.decide(id as never, { decision: 'send-again', shown: [] }).ok).toBe(true);
  expect(requests.cancel(id as never).ok).toBe(true);
  expect(office.request(id as never)).toMatchObject({ state: 'cancelled', certainlyNotMade: false });
  await office.place.restartService();
});

test('where a new matter could not be looked for, nobody is told that there is none', async () => {
  await using office = await openOffice({ speedUp: 60 });
  const { service, workspace } = office.place;
  service.faults.add({ route: 'matters.create', kind: 'loseAnswer' });
  service.faults.add({ route: 'matters.list', kind: 'status', status: 403, count: 1_000 });
  const form = office.newMatter();
  const [id] = office.submit(form);
  const { problem } = await office.stands(id as never, 'problem');
  expect(problem).toMatchObject({ kind: 'unknown-outcome', candidates: [], lookedFor: false });
  expect(problem.next).not.toContain('Nothing like it');
  service.faults.clear();
  expect(workspace.requests.decide(id as never, { decision: 'look-again' }).ok).toBe(true);
  await expect
    .poll(() => office.request(id as never), { timeout: 30_000 })
    .toMatchObject({ state: 'problem', problem: { lookedFor: true } });
});
