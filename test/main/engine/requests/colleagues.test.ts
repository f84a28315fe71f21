import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { exchange } from '../../../../main/engine/service/exchange.ts';
import {
  type MatterChanges,
  matterIdSchema,
  type RequestForm,
  type RequestId,
} from '../../../../shared/model/index.ts';
import { type Office, openOffice } from './office.ts';

const authorized = ({ place }: Office) => ({
  authorization: `Bearer ${place.accessToken}`,
  'x-api-key': place.service.apiKey,
  'content-type': 'application/json',
});

async function changedElsewhere(office: Office, matterId: string, changes: object): Promise<void> {
  const { service } = office.place;
  const answer = await fetch(`${service.baseUrl}/matters/${matterId}`, {
    method: 'PATCH',
    headers: authorized(office),
    body: JSON.stringify(changes),
  });
  expect(answer.status).toBe(202);
  service.applyPending();
}

async function someLead(office: Office) {
  const { service } = office.place;
  const answer = await fetch(`${service.baseUrl}/matters?limit=500&isLead=true`, {
    headers: authorized(office),
  });
  const { value } = (await answer.json()) as { value: { id: string; versionId: string; isLead: boolean }[] };
  const lead = value.find(({ isLead }) => isLead);
  if (!lead) throw new Error('The sample firm has no lead.');
  return { matterId: matterIdSchema.parse(lead.id), version: lead.versionId };
}

async function rolesOfType(office: Office): Promise<readonly string[]> {
  const { service } = office.place;
  const { matterTypeId } = service.sample();
  const answer = await fetch(`${service.baseUrl}/mattertypes/${matterTypeId}`, {
    headers: authorized(office),
  });
  return ((await answer.json()) as { representativeOptions: string[] }).representativeOptions;
}

test('a lead that a colleague made a matter of, in a role that nobody can see, is not taken for converted as asked', async () => {
  await using office = await openOffice();
  const { matterId, version } = await someLead(office);
  const matterTypeId = String(office.place.service.sample().matterTypeId);
  const [theirs = 'Buyer', ours = 'Seller'] = await rolesOfType(office);
  await changedElsewhere(office, matterId, { isLead: false, clientRole: theirs, matterTypeId });
  const changes: MatterChanges = { isLead: false, clientRole: ours, matterTypeId };
  const [id] = office.submit({ operation: 'matters.patch', matterId, seen: version, changes });
  const { problem } = await office.stands(id as RequestId, 'problem');
  expect(problem.kind).toBe('changed-since');
  expect(problem.changed).toContainEqual(
    expect.objectContaining({ field: 'clientRole', now: 'Not shown', yours: ours }),
  );
});

test('of a change whose fields no record shows is said which they are', async () => {
  await using office = await openOffice();
  office.place.service.variants.extraMembers = false;
  const [staffId = ''] = office.staffIds;
  const [id] = office.submit(office.patch({ description: 'Shown', personAssistingStaffIds: [staffId] }));
  const { result } = await office.stands(id as RequestId, 'done');
  expect(result).toMatchObject({ seen: true, notShown: ['personAssistingStaffIds'] });
  const [other] = office.submit(office.patch({ description: 'Shown too' }));
  expect((await office.stands(other as RequestId, 'done')).result.notShown).toEqual([]);
});

test('where it is not known what the person saw, nothing is said of it', async () => {
  await using office = await openOffice();
  const { matterId } = office.place;
  const version = await office.versionOfMatter();
  await changedElsewhere(office, matterId, { description: 'Theirs' });
  await office.versionOfMatter();
  const [id] = office.submit(office.patch({ description: 'Mine' }, version));
  const { problem } = await office.stands(id as RequestId, 'problem');
  expect(problem.changed).toEqual([{ field: 'description', now: 'Theirs', yours: 'Mine' }]);
});

test('a form that is sent again under its id, corrected since, is the request from then on', async () => {
  await using office = await openOffice();
  const { requests } = office.place.workspace;
  await office.place.stopService();
  const id = randomUUID() as RequestId;
  const [first, corrected] = [office.newMatter(), office.newMatter({ number: '8/8' })];
  const submit = (form: RequestForm) => requests.submit([{ id, form }], null).ok;
  expect(submit(first)).toBe(true);
  expect(submit(first)).toBe(true);
  expect(office.request(id)).toMatchObject({ revision: 0 });
  expect(submit(corrected)).toBe(true);
  expect(office.request(id)).toMatchObject({ revision: 1, form: { number: '8/8' } });
  expect(submit(office.newContact())).toBe(false);
  await office.place.restartService();
  await office.stands(id, 'done');
  expect(await office.mattersCalled(first.description)).toBe(0);
  expect(await office.mattersCalled(corrected.description)).toBe(1);
  expect(submit(first)).toBe(false);
  expect(submit(corrected)).toBe(true);
});

test('changes that are accepted and do not show for a long time keep nothing else from being sent', async () => {
  const held = new Map<string, unknown>();
  await using office = await openOffice({
    speedUp: 5,
    http: {
      async exchange(outgoing) {
        const { method, url } = outgoing;
        const isHeld = [...held.keys()].some((id) => url.pathname.endsWith(`/matters/${id}`));
        // Accepted, and never done.
        if (isHeld && method === 'PATCH') {
          const read = await exchange({ ...outgoing, method: 'GET', body: undefined } as never);
          return read.ok ? { ...read, value: { ...read.value, status: 202 } } : read;
        }
        return exchange(outgoing);
      },
    },
  });
  const stuck = office.place.service.matterIds().slice(1, 13);
  for (const id of stuck) held.set(id, null);
  const ids = office.submit(
    ...stuck.map((id) => ({
      ...office.patch({ description: `Never ${id}` }),
      matterId: matterIdSchema.parse(id),
    })),
  );
  for (const id of ids) await office.stands(id, 'sent');
  const before = performance.now();
  const [next] = office.submit(office.patch({ description: 'At once' }));
  await office.stands(next as RequestId, 'done');
  // Behind them it would wait ten minutes of the engine's clock, which runs five times as fast here.
  expect(performance.now() - before).toBeLessThan(60_000);
});
