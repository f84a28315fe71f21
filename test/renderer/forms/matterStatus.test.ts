import { expect, test } from 'vitest';
import { startOf, statusChange, statusOfEach, stepsFrom } from '../../../renderer/forms/matterStatus.ts';

const closed = { isLead: false, fields: { status: 'Closed' as const, closedDate: '2020-01-01' } };
const open = { isLead: false, fields: { status: 'Open' as const } };
const statusesFrom = (status: string | null) => stepsFrom(status).map((step) => step.status);

test('nothing is chosen for a matter that is closed already: its date stays as it is', () => {
  expect(startOf({}, closed)).toEqual({});
  expect(startOf({}, open)).toMatchObject({ status: 'Closed' });
  expect(startOf({ status: 'Cancelled' }, closed)).toEqual({ status: 'Cancelled' });
  expect(statusChange(closed, 'Open')).toEqual({ status: 'Open', closedDate: null });
});

test('what is chosen beforehand is among what can be chosen', () => {
  expect(statusesFrom('Open')).toContain(startOf({}, open).status);
  expect(statusesFrom('Closed')).not.toContain('Closed');
  expect(statusesFrom(null)).toContain('Closed');
});

test('a matter that is opened again has no closing date, also where the service does not show the one it has', () => {
  const notShown = { isLead: false, fields: { status: 'Closed' as const } };
  expect(statusChange(notShown, 'Open')).toEqual({ status: 'Open', closedDate: null });
  expect(statusChange({ isLead: true, fields: {} }, 'Open')).toEqual({
    status: 'Open',
    leadClosedDate: null,
  });
  expect(statusChange({ ...notShown, fields: { status: 'Closed', closedDate: null } }, 'Open')).toEqual({
    status: 'Open',
  });
  expect(statusChange(open, 'Pending')).toEqual({ status: 'Pending' });
});

test('of several matters each gets the fields that are its own: a lead its date and reason, a matter its date', () => {
  const lead = { isLead: true, fields: { status: 'Open' as const } };
  const ended = { status: 'Cancelled' as const, leadClosedDate: '2026-03-01', leadClosedReason: 'No answer' };
  expect(statusOfEach(lead, ended)).toEqual(ended);
  expect(statusOfEach(open, ended)).toEqual({ status: 'Cancelled', closedDate: '2026-03-01' });
  expect(statusOfEach(lead, { status: 'Closed', closedDate: '2026-03-01' })).toEqual({
    status: 'Closed',
    leadClosedDate: '2026-03-01',
  });
  expect(statusOfEach(closed, { status: 'Open' })).toEqual({ status: 'Open', closedDate: null });
  expect(statusOfEach(open, { status: 'Open', closedDate: null })).toEqual({ status: 'Open' });
});
