import { expect, test } from 'vitest';
import { activityCodeView } from '../../../../main/engine/features/records/activity-code-view.ts';
import { matterFields } from '../../../../main/engine/features/records/matter-fields.ts';
import { rolesOf } from '../../../../main/engine/features/records/matter-items.ts';
import { readActivityCode } from '../../../../main/engine/service/activity-codes.ts';
import { readMatter } from '../../../../main/engine/service/matter.ts';
import { activityCodeForm, unreadOfCode } from '../../../../renderer/forms/activityCode.ts';
import { relationshipForm, unreadOf } from '../../../../renderer/forms/relationship.ts';
import { matterIdSchema } from '../../../../shared/model/index.ts';
import { relationshipBody } from '../../../../shared/rules/body.ts';

const names = { contact: () => null, staff: () => null };
const matterOf = (more: object) => {
  const read = readMatter({ id: 'm', versionId: '1', ...more });
  if (!read.ok) throw new Error(read.error);
  return read.value;
};
const relationshipOf = (more: object) => {
  const shown = { id: 'x', name: 'Guarantor', displayName: 'G', isMatterItemRequired: false, ...more };
  const role = { id: 'r', type: 'role', name: 'Client', subItems: { relationshipDetails: [shown] } };
  const [found] = rolesOf(matterOf({ items: { Client: [role] } }), names)[0]?.relationships ?? [];
  if (!found) throw new Error('no relationship');
  return found;
};
const codeOf = (more: object) => {
  const read = readActivityCode({ id: 'c', versionId: '1', type: 1, rateType: 0, isBillable: true, ...more });
  if (!read.ok) throw new Error(read.error);
  return activityCodeView(read.value);
};

test('clients that the service names without an id are not taken for all of them', () => {
  const of = (clients: unknown) => matterFields(matterOf({ clients }), names).clients;
  expect(of([{ id: 'a' }])).toMatchObject([{ contactId: 'a' }]);
  expect(of([])).toEqual([]);
  expect(of(null)).toEqual([]);
  expect(of([{ id: 'a' }, { id: null, href: '/contacts/b' }])).toBeUndefined();
  expect(of([{ id: 'a' }, 'b'])).toBeUndefined();
});

test('somebody responsible whom the service names without an id is not nobody', () => {
  const of = (personResponsible: unknown) =>
    matterFields(matterOf({ personResponsible }), names).personResponsibleStaffId;
  expect(of({ id: 'dana' })).toBe('dana');
  expect(of(null)).toBeNull();
  expect(of({ id: null, href: '/staff/dana' })).toBeUndefined();
});

test('a relationship whose people the service names without ids is never sent with their names as ids', () => {
  const noContact = relationshipOf({
    contact: { id: null, href: 'https://firm.example/contacts/9' },
    representatives: [{ id: 'ben' }],
  });
  expect(unreadOf(noContact)).toEqual(['contact']);
  const form = relationshipForm(matterIdSchema.parse('m'), { roleId: 'r', name: 'Client' }, noContact);
  const body = relationshipBody(form, (choice) => (choice.kind === 'known' ? choice.contactId : ''));
  expect(JSON.stringify(body)).not.toContain('firm.example');
  expect(body.representativeIds).toEqual(['ben']);
  for (const unreadable of [{ name: 'Jane Doe' }, 7, 'Jane Doe'])
    expect(
      unreadOf(relationshipOf({ contact: { id: 'a' }, representatives: [{ id: 'ben' }, unreadable] })),
    ).toEqual(['representatives']);
  const ids = { contact: { id: 'a' }, representativeIds: ['ben', 'carl'] };
  expect(unreadOf(relationshipOf(ids))).toEqual([]);
});

test('what cannot be read of an activity code has to be entered, for all of it is replaced', () => {
  const whole = {
    ...{ code: 'CALL', description: null, rate: null, quantity: 0.06, taxExempt: false },
    ...{ inputTaxRate: 10, outputTaxRate: null },
  };
  expect(unreadOfCode(codeOf(whole))).toEqual([]);
  expect(unreadOfCode(codeOf({ ...whole, inputTaxRate: '10.0' }))).toEqual(['inputTaxRate']);
  expect(unreadOfCode(codeOf({ taxExempt: false }))).toEqual([
    ...['description', 'code', 'rate', 'quantity', 'inputTaxRate', 'outputTaxRate'],
  ]);
  expect(unreadOfCode(codeOf({ ...whole, taxInclusive: 'yes' }))).toEqual(['taxInclusive']);
  expect(unreadOfCode(codeOf({ ...whole, taxZeroRated: null }))).toEqual([]);
  expect(activityCodeForm(codeOf({ ...whole, taxInclusive: 'yes' })).taxInclusive).toBe(false);
});
