import { expect, test } from 'vitest';
import { activityTypeWords } from '../../../renderer/firm/codeWords.ts';
import { billingRows, billingTypeWords } from '../../../renderer/firm/matter/billingWords.ts';
import { canChange, stateSentence } from '../../../renderer/firm/requests/requestWords.ts';
import type { RequestView } from '../../../shared/model/index.ts';

const configuration = {
  billingType: 3,
  amount: 12_000,
  disbursementAmount: 350,
  contingencyAmount: 20,
  debtors: [{ contactId: 'c', name: 'Ana Bell' }],
  rateSetId: 'rates',
  isUtbmsEnabled: true,
  ledesFirmId: '98',
  ledesMatterId: null,
  ledesClientMatterId: null,
  ledesTimekeeperClassificationType: 2,
};
const labels = (region: 'AU' | 'UK' | 'US' | null, given = {}) =>
  billingRows({ ...configuration, ...given }, region).map(({ label }) => label);

test('a billing type without a meaning is said as it is', () => {
  expect(billingTypeWords(7)).toBe('7 (the specification does not say what it means)');
  expect(billingTypeWords('Retainer')).toBe('Retainer (the specification does not say what it means)');
  expect(billingTypeWords(5)).toBe('Contingency, a percentage');
});

test('of how a matter is billed is shown what exists in the region, and what goes with its type', () => {
  expect(labels('US')).toEqual([
    'Type',
    'Amount',
    'Debtors',
    'UTBMS codes',
    'LEDES firm ID',
    'LEDES timekeeper classification',
  ]);
  expect(labels('UK')).toEqual(['Type', 'Amount', 'Disbursements', 'Debtors', 'Rate set']);
  expect(labels(null)).toContain('Rate set');
  expect(labels('UK', { billingType: 5 })).toEqual(['Type', 'Contingency', 'Debtors', 'Rate set']);
  expect(labels('UK', { billingType: 7 })).toContain('Amount');
});

test('an activity code of a type nobody has heard of says so', () => {
  expect([0, 1, 9, 'Bonus', null].map(activityTypeWords)).toEqual([
    'Fixed',
    'Time',
    'Unknown: 9',
    'Unknown: Bonus',
    'Not shown',
  ]);
});

test('what is on its way can no longer be changed; what waits can', () => {
  const waiting = (waitsFor: string) =>
    ({ state: 'waiting', waitsFor, why: null, nextTryAt: null }) as unknown as RequestView;
  expect(canChange(waiting('answer'), 'cancel')).toBe(false);
  expect(canChange(waiting('service'), 'edit')).toBe(true);
  expect(canChange(waiting('service'), 'retry')).toBe(false);
  expect(canChange(waiting('next-try'), 'retry')).toBe(true);
  expect(stateSentence(waiting('service'), 0)).toBe('It is sent once the service can be reached.');
});

test('nobody is told that something was not made where it may have been', () => {
  const left = { state: 'cancelled', certainlyNotMade: false } as unknown as RequestView;
  expect(stateSentence(left, 0)).toContain('It may have been made all the same.');
});
