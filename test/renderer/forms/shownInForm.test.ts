import { expect, test } from 'vitest';
import { shownInForm, typeInForm } from '../../../renderer/forms/shownInForm.ts';

const record = {
  fields: { personResponsibleStaffId: 'dana' },
  matterTypeName: 'Conveyance',
};

test('nobody, once chosen as person responsible, is what the form shows', () => {
  expect(shownInForm('personResponsibleStaffId', {}, record)).toBe('dana');
  expect(shownInForm('personResponsibleStaffId', { personResponsibleStaffId: 'erin' }, record)).toBe('erin');
  expect(shownInForm('personResponsibleStaffId', { personResponsibleStaffId: null }, record)).toBeNull();
});

test('the type that was chosen is shown in the place of the one that the matter has', () => {
  expect(typeInForm({}, record)).toEqual({ id: null, name: 'Conveyance' });
  expect(typeInForm({ matterTypeId: 'lease' }, record)).toEqual({ id: 'lease', name: '' });
});
