import { expect, test } from 'vitest';
import { openOffice } from './office.ts';

test('what is made, and what it names, is there, in the order it was asked for', async () => {
  await using office = await openOffice();
  const { place } = office;
  const person = office.newContact();
  const [contactId = ''] = office.submit(person);
  const matter = office.newMatter({
    clients: [{ kind: 'requested', requestId: contactId as never, name: person.lastName }],
  });
  const [matterRequest] = office.submit(matter);
  const made = await office.stands(contactId as never, 'done');
  const done = await office.stands(matterRequest as never, 'done');
  expect(done.result).toMatchObject({ seen: true, wasSo: false });
  expect(await office.mattersCalled(matter.description)).toBe(1);
  const [contact] = office.sentTo('POST', /contacts$/);
  expect(contact?.body).toMatchObject({ person: { lastName: person.lastName }, externalSystemId: contactId });
  const [sentMatter] = office.sentTo('POST', /matters$/);
  expect(sentMatter?.body).toMatchObject({ clientIds: [made.result.id] });
  expect(place.workspace.stores.clients.nameOf(String(made.result.id))).toContain(person.lastName);
});

test('only what changed is sent, and the reference of another system stays its own', async () => {
  await using office = await openOffice();
  const version = await office.versionOfMatter();
  const { fields } = office.place.workspace.records.matter(office.place.matterId);
  const [id] = office.submit(
    office.patch({ description: 'New words', number: String(fields.number) }, version),
  );
  await office.stands(id as never, 'done');
  expect(office.sentTo('PATCH', /matters/).map(({ body }) => body)).toEqual([{ description: 'New words' }]);
  const [again] = office.submit(office.patch({ description: 'New words' }));
  expect((await office.stands(again as never, 'done')).result.wasSo).toBe(true);
  expect(office.sentTo('PATCH', /matters/)).toHaveLength(1);
});

test('changes of one record go one after the other, and the person’s own are no news to them', async () => {
  await using office = await openOffice();
  const version = await office.versionOfMatter();
  const ids = office.submit(
    office.patch({ description: 'First' }, version),
    office.patch({ number: '2026/1' }, version),
    office.patch({ description: 'Third' }, version),
  );
  for (const id of ids) await office.stands(id, 'done');
  expect(office.sentTo('PATCH', /matters/).map(({ body }) => body)).toEqual([
    { description: 'First' },
    { number: '2026/1' },
    { description: 'Third' },
  ]);
});

test('what somebody else changed since is shown before anything is sent', async () => {
  await using office = await openOffice();
  const { place } = office;
  const version = await office.versionOfMatter();
  const { baseUrl, apiKey } = place.service;
  await fetch(`${baseUrl}/matters/${place.matterId}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${place.accessToken}`,
      'x-api-key': apiKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ description: 'Theirs' }),
  });
  place.service.applyPending();
  const [id] = office.submit(office.patch({ description: 'Mine' }, version));
  const { problem } = await office.stands(id as never, 'problem');
  expect(problem.kind).toBe('changed-since');
  expect(problem.changed).toContainEqual(
    expect.objectContaining({ field: 'description', now: 'Theirs', yours: 'Mine' }),
  );
  expect(office.sentTo('PATCH', /matters/)).toEqual([]);
  const { requests } = place.workspace;
  expect(requests.decide(id as never, { decision: 'send-anyway', version: 'another' }).ok).toBe(false);
  expect(requests.decide(id as never, { decision: 'send-anyway', version: problem.version }).ok).toBe(true);
  await office.stands(id as never, 'done');
  expect(office.sentTo('PATCH', /matters/).map(({ body }) => body)).toEqual([{ description: 'Mine' }]);
});

test('a request waits offline, and can be edited and cancelled until it leaves', async () => {
  await using office = await openOffice();
  const { place } = office;
  await place.stopService();
  const [kept, cancelled] = office.submit(office.newMatter(), office.newMatter());
  const { requests } = place.workspace;
  const edited = office.newMatter({ number: '42/7' });
  expect(requests.edit(kept as never, edited, 1, null).ok).toBe(false);
  expect(requests.edit(kept as never, edited, 0, null).ok).toBe(true);
  expect(requests.cancel(cancelled as never).ok).toBe(true);
  await place.restartEngine();
  expect(office.request(kept as never).state).toBe('waiting');
  await place.restartService();
  await office.stands(kept as never, 'done');
  expect(await office.mattersCalled(edited.description)).toBe(1);
  expect(office.request(cancelled as never)).toMatchObject({ state: 'cancelled', certainlyNotMade: true });
  expect(office.sentTo('POST', /matters$/).map(({ body }) => body['description'])).toEqual(
    expect.arrayContaining([edited.description]),
  );
});

test('what the service refuses is told in its own words, by the fields of the form', async () => {
  await using office = await openOffice();
  const [id] = office.submit(
    office.newMatter({ matterTypeId: 'none', clients: [{ kind: 'known', contactId: 'nobody', name: '' }] }),
  );
  const { problem } = await office.stands(id as never, 'problem');
  expect(problem).toMatchObject({ kind: 'refused', actions: ['edit', 'retry', 'cancel'] });
  expect(problem.fields.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['matterTypeId', 'clients']),
  );
  const corrected = office.newMatter();
  expect(office.place.workspace.requests.edit(id as never, corrected, 0, null).ok).toBe(true);
  await office.stands(id as never, 'done');
  expect(await office.mattersCalled(corrected.description)).toBe(1);
});
