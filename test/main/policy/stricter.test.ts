import { expect, test } from 'vitest';
import { stricter } from '../../../main/policy/stricter.ts';

test('where an administrator and the person both set a limit, the stricter counts', () => {
  expect(stricter(null, null)).toBeNull();
  expect(stricter(15, null)).toBe(15);
  expect(stricter(null, 5)).toBe(5);
  expect(stricter(15, 5)).toBe(5);
  expect(stricter(15, 60)).toBe(15);
});
