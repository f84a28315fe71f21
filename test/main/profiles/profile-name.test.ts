import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProfileName } from '../../../main/profiles/profile-name.ts';

test('a name is kept as it was meant', () => {
  expect(checkProfileName('  Firm   in  Toronto ', [])).toEqual({ ok: true, value: 'Firm in Toronto' });
  expect(checkProfileName('../../etc/passwd', [])).toEqual({ ok: true, value: '../../etc/passwd' });
});

test.each([
  ['', 'name-invalid'],
  [' \n\t', 'name-invalid'],
  ['London\u202Egnp', 'name-invalid'],
  ['Lon\u200Bdon', 'name-invalid'],
  ['London\0', 'name-invalid'],
  ['x'.repeat(61), 'name-too-long'],
  ['LONDON', 'name-taken'],
  ['Ｌｏｎｄｏｎ', 'name-taken'],
])('%j is refused in words', (typed, code) => {
  expect(checkProfileName(typed, ['London'])).toMatchObject({ ok: false, error: { code } });
});

test('whatever is typed gives a short, visible name of its own, or a refusal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), fc.array(fc.string()), (typed, others) => {
      const name = checkProfileName(typed, others);
      const kept = name.ok ? name.value : 'x';
      expect(kept).toMatch(/\S/u);
      expect(kept).not.toMatch(/\p{C}/u);
      expect(kept.length).toBeLessThanOrEqual(60);
      expect(name.ok && others.includes(kept)).toBe(false);
    }),
  );
});
