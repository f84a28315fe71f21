import { expect, it } from 'vitest';
import { hasWords } from '../../../renderer/matters/useKeptMatters.ts';

const row = { number: '2025-01004', title: 'Kowalczyk v Quayside Ltd', personResponsible: 'Elena Bauer' };

it.each([
  ['', true],
  ['quay', true],
  ['bauer KOWAL', true],
  ['01004', true],
  ['quay smith', false],
])('%j typed over the matters at hand: %j', (text, found) => {
  expect(hasWords(row, text)).toBe(found);
});
