import { expect, test } from 'vitest';
import { isListFor, runsNow } from '../../../renderer/commands/entered.ts';

test('Enter runs nothing that an earlier text found: it waits for what the text finds, and only as long as it stands', () => {
  // The list still shows what “smi” found.
  expect(isListFor({ text: 'smith', asked: 'smi', isAnswered: true })).toBe(false);
  expect(isListFor({ text: 'smith', asked: 'smith', isAnswered: false })).toBe(false);
  expect(runsNow('smith', { text: 'smith', asked: 'smi', isAnswered: true })).toBe(false);
  expect(runsNow('smith', { text: 'smith', asked: 'smith', isAnswered: false })).toBe(false);
  expect(runsNow('smith', { text: 'smith', asked: 'smith', isAnswered: true })).toBe(true);
  // Typed on meanwhile.
  expect(runsNow('smith', { text: 'smiths', asked: 'smiths', isAnswered: true })).toBe(false);
  expect(runsNow(null, { text: '', asked: '', isAnswered: true })).toBe(false);
});
