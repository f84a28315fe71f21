import { expect, test } from 'vitest';
import { openedOfRequest } from '../../../renderer/firm/requests/openRequest.ts';
import { contactChoices } from '../../../renderer/forms/contactChoices.ts';
import { fieldsOf, openedOf } from '../../../renderer/forms/draftFields.ts';
import { matterChange, newMatter } from '../../../renderer/forms/newForms.ts';
import { relationshipForm, unreadOf } from '../../../renderer/forms/relationship.ts';
import { unconfirmedLists } from '../../../renderer/forms/unreadLists.ts';
import { changedFields } from '../../../renderer/forms/useMatterRecord.ts';
import { matterIdSchema, type RequestView } from '../../../shared/model/index.ts';

const matterId = matterIdSchema.parse('matter');

test('only what was changed of a matter is sent: what is entered as it was is not', () => {
  const before = { number: '17', status: 'Open' as const, clients: [], referralType: null };
  expect(
    changedFields(before, { number: '17', status: 'Closed', clients: [], closedDate: '2026-03-01' }),
  ).toEqual({
    status: 'Closed',
    closedDate: '2026-03-01',
  });
  expect(changedFields(before, { referralType: null, clientCode: null })).toEqual({});
});

test('a draft comes back as the form it was, with the persons it makes', () => {
  const opened = {
    form: { ...newMatter(true), number: '17' },
    people: [{ id: crypto.randomUUID(), firstName: 'Ana', lastName: 'Bell', email: '' }],
    unfinished: { Clients: 'Anna B' },
  };
  const id = crypto.randomUUID();
  expect(openedOf({ id, fields: fieldsOf(opened) })).toEqual({ ...opened, draft: id });
});

test('a draft that nobody can read is told apart, not opened as something else', () => {
  for (const fields of ['', '{', '{}', '{"form":{"operation":"matters.destroy"}}'])
    expect(openedOf({ id: crypto.randomUUID(), fields })).toBeNull();
});

test('a request is edited in the form that made it', () => {
  const of = (changes: object) =>
    openedOfRequest({
      id: 'r',
      revision: 3,
      form: matterChange(matterId, changes),
    } as unknown as RequestView);
  expect(of({ status: 'Closed', closedDate: '2026-03-01' }).part).toBe('status');
  expect(of({ isLead: false, clientRole: 'Buyer' }).part).toBe('convert');
  expect(of({ personResponsibleStaffId: 'a' }).part).toBe('responsible');
  expect(of({ number: '17', status: 'Open' }).part).toBeUndefined();
  expect(of({ number: '17' }).edits).toEqual({ id: 'r', revision: 3 });
});

test('among persons to choose are those made in this form, and those that are requested', () => {
  const id = crypto.randomUUID();
  const people = [{ id, firstName: 'Ana', lastName: 'Bell', email: 'ana@bell.example' }];
  const found = { rows: [], requested: [{ requestId: 'r' as never, name: 'Ben Bell', email: null }] };
  expect(contactChoices(found, people, 'bell').map(({ choice }) => choice.name)).toEqual([
    'Ana Bell',
    'Ben Bell',
  ]);
  expect(contactChoices(undefined, people, 'carter')).toEqual([]);
});

test('what the service does not show of a relationship is named, since all of it is replaced', () => {
  const view = {
    relationshipId: 'r',
    version: '1',
    name: { shown: true as const, value: 'Guarantor' },
    displayName: { shown: false as const },
    contact: { shown: true as const, value: { contactId: 'c', name: 'Ana Bell' } },
    representatives: { shown: false as const },
    isMatterItemRequired: { shown: true as const, value: true },
  };
  expect(unreadOf(view)).toEqual(['displayName', 'representatives']);
  expect(relationshipForm(matterId, { roleId: 'role', name: 'Client' }, view)).toMatchObject({
    name: 'Guarantor',
    displayName: '',
    contact: { kind: 'known', contactId: 'c' },
    representatives: [],
    isMatterItemRequired: true,
    seen: '1',
  });
});

test('a list that the service does not show is replaced only by one that the person says is whole', () => {
  const added = { personAssistingStaffIds: ['erin'] };
  expect(Object.keys(unconfirmedLists({}, added, new Set()))).toEqual(['personAssistingStaffIds']);
  expect(unconfirmedLists({}, added, new Set(['personAssistingStaffIds']))).toEqual({});
  expect(unconfirmedLists({ personAssistingStaffIds: ['dana'] }, added, new Set())).toEqual({});
  const split = { originatingStaffIds: ['erin'], splitOriginatingStaffSettings: { isEnabled: false } };
  expect(Object.keys(unconfirmedLists({ originatingStaffIds: ['dana'] }, split, new Set()))).toEqual([
    'splitOriginatingStaffSettings',
  ]);
});

test('a list that the service does not show is left alone once nobody is named in it any more', () => {
  const nobody = { originatingStaffIds: [], splitOriginatingStaffSettings: { isEnabled: false } };
  expect(changedFields({}, { clients: [], ...nobody })).toEqual({});
  expect(changedFields({ originatingStaffIds: ['dana'] }, nobody)).toEqual(nobody);
});
