import { array, assert, boolean, constantFrom, integer, oneof, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import {
  activityCodeForm,
  missingOfCode,
  taxKindOf,
  unreadOfCode,
  withChange,
  withTaxKind,
} from '../../../renderer/forms/activityCode.ts';
import { activityCodeViolations } from '../../../shared/rules/activity-code.ts';
import { activityCodeBody } from '../../../shared/rules/body.ts';

const code = activityCodeForm({
  codeId: 'code',
  version: '1',
  fields: {
    type: 1,
    code: 'CALL',
    rateType: 1,
    rate: 85,
    quantity: 0.06,
    taxExempt: false,
    isBillable: true,
  },
  unreadable: [],
  type: 1,
  rateType: 1,
  isDeleted: false,
});

test('a code that the form makes breaks no rule about rates, quantities and tax, in whatever order it is filled in', () => {
  const change = oneof(
    record({ type: constantFrom(0 as const, 1 as const, 2 as const, 3 as const) }),
    record({ rateType: constantFrom(0 as const, 1 as const, 2 as const) }),
    record({ rate: oneof(integer(), constantFrom(null)) }),
    record({ isBillable: boolean() }),
    record({ kind: constantFrom('none', 'taxExempt', 'taxZeroRated', 'taxOutOfScope') }),
  );
  assert(
    property(array(change, { maxLength: 20 }), (changes) => {
      let form = code;
      for (const one of changes) {
        form = 'kind' in one ? withTaxKind(form, one.kind) : withChange(form, one);
      }
      expect(activityCodeViolations(activityCodeBody(form), 'UK')).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test('one of three kinds of tax is chosen, and what the service did not show of another region is not sent', () => {
  const form = withTaxKind(code, 'taxExempt');
  expect(taxKindOf(form)).toBe('taxExempt');
  expect(form).not.toHaveProperty('taxZeroRated');
  expect(taxKindOf(withTaxKind({ ...code, taxZeroRated: true }, 'taxOutOfScope'))).toBe('taxOutOfScope');
});

test('what the service did not show of a code has to be entered', () => {
  const shown = { type: 1 as const, taxExempt: false, description: null, code: 'CALL', inputTaxRate: null };
  const unread = unreadOfCode({ fields: shown, unreadable: ['taxZeroRated'] });
  expect(unread).toEqual(['isBillable', 'rateType', 'rate', 'quantity', 'outputTaxRate', 'taxZeroRated']);
  const entered = new Set(['isBillable', 'rateType', 'outputTaxRate', 'taxZeroRated']);
  expect(missingOfCode(unread, entered, { type: 1, rateType: 1 })).toEqual(['rate', 'quantity']);
  expect(missingOfCode(unread, entered, { type: 0, rateType: 0 })).toEqual([]);
});
