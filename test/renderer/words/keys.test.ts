import { expect, it } from 'vitest';
import { isMac, keyWords } from '../../../renderer/words/keys.ts';

it('calls keys as the keyboard of the computer does', () => {
  expect(keyWords('Ctrl+Shift+C', false)).toBe('Ctrl+Shift+C');
  expect(keyWords('Ctrl+K', true)).toBe('⌘K');
  expect(keyWords('Ctrl+Shift+C', true)).toBe('⇧⌘C');
  expect(keyWords('Alt+←, Alt+→', true)).toBe('⌘[, ⌘]');
  expect(['MacIntel', 'Win32', 'Linux x86_64'].map(isMac)).toEqual([true, false, false]);
});
