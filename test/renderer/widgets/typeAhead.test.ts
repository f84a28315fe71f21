import { expect, it } from 'vitest';
import { nothingTyped, rowForTyped, typedNext } from '../../../renderer/widgets/typeAhead.ts';

const names = ['Answer.docx', 'Brief.docx', 'briefing.pdf', 'Ärztlicher Bericht.pdf', 'Bundle.zip'];

it('letters typed quickly are one word, after a pause they begin another', () => {
  const first = typedNext(nothingTyped, 'b', 0);
  expect(typedNext(first, 'u', 300).text).toBe('bu');
  expect(typedNext(first, 'u', 3_000).text).toBe('u');
});

it.each([
  ['b', -1, 1],
  ['b', 1, 2],
  ['b', 4, 1],
  ['bb', 1, 2],
  ['bu', 1, 4],
  ['bri', 1, 1],
  ['briefi', 1, 2],
  ['BUN', 0, 4],
  ['a', 0, 3],
  ['x', 0, -1],
])('%j typed on row %i goes to row %i', (typed, active, row) => {
  expect(rowForTyped(names, typed, active)).toBe(row);
});
