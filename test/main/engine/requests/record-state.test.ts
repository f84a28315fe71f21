import { expect, test } from 'vitest';
import { onlyChanged } from '../../../../main/engine/features/requests/changes.ts';
import {
  comparableMatter,
  notShownOf,
  shows,
  showsAll,
} from '../../../../main/engine/features/requests/record-state.ts';
import { type ContactChoice, type MatterChanges, matterIdSchema } from '../../../../shared/model/index.ts';

const idOf = (choice: ContactChoice) => (choice.kind === 'known' ? choice.contactId : choice.requestId);
const of = (changes: MatterChanges) => comparableMatter(changes, idOf);
const contact = (contactId: string) => ({ kind: 'known' as const, contactId, name: contactId });
const isShown = (wanted: MatterChanges, shown: MatterChanges) =>
  shows(of(wanted), { version: '1', fields: {} }, { version: '2', fields: of(shown) });

test('a day that was set shows, in whichever time zone the service writes its midnight', () => {
  const wanted = { openedDate: '2024-03-05' };
  for (const openedDate of [
    '2024-03-05',
    '2024-03-05T00:00:00',
    '2024-03-05T00:00:00Z',
    '2024-03-05T00:00:00+11:00',
    '2024-03-04T13:00:00Z',
    '2024-03-05T05:00:00.000Z',
    '2024-03-05T09:30:00',
  ])
    expect([openedDate, isShown(wanted, { openedDate })]).toEqual([openedDate, true]);
  for (const openedDate of ['2024-03-06', '2024-03-04T00:00:00', '2024-03-05T23:00:00Z', '2020-01-01', null])
    expect([openedDate, isShown(wanted, { openedDate })]).toEqual([openedDate, false]);
});

test('a day is not taken for set already where the service may mean another', () => {
  const now = of({ openedDate: '2024-03-04T13:00:00Z' });
  expect(showsAll(of({ openedDate: '2024-03-04' }), now)).toBe(false);
  expect(showsAll(of({ openedDate: '2024-03-05' }), of({ openedDate: '2024-03-05T00:00:00' }))).toBe(true);
  const form = { operation: 'matters.patch' as const, matterId: matterIdSchema.parse('m'), seen: null };
  const changes = { openedDate: '2024-03-04' };
  expect(onlyChanged({ ...form, changes }, { version: '1', fields: now }, idOf)).toEqual(changes);
});

test('people that were set show in whichever order the service lists them', () => {
  const wanted = { clients: [contact('a'), contact('b')], personAssistingStaffIds: ['x', 'y'] };
  const shown = { clients: [contact('b'), contact('a')], personAssistingStaffIds: ['y', 'x'] };
  expect(isShown(wanted, shown)).toBe(true);
  expect(showsAll(of(wanted), of(shown))).toBe(false);
  expect(isShown(wanted, { ...shown, clients: [contact('a')] })).toBe(false);
});

test('what was set and no read form shows is told', () => {
  const wanted = of({ description: 'New', personAssistingStaffIds: ['x'] });
  expect(notShownOf(wanted, of({ description: 'New' }))).toEqual(['personAssistingStaffIds']);
  expect(notShownOf(wanted, wanted)).toEqual([]);
  const names = { name: '"Guarantor"', displayName: '"G"' };
  expect(notShownOf(names, { names: '["Guarantor"]' })).toEqual(['displayName']);
  expect(notShownOf(names, { names: '["Guarantor","G"]' })).toEqual([]);
});
