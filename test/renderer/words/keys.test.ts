import { expect, it } from 'vitest';
import { isAltWith, isMac, keyWords } from '../../../renderer/words/keys.ts';

it('calls keys as the keyboard of the computer does', () => {
  expect(keyWords('Ctrl+Shift+C', false)).toBe('Ctrl+Shift+C');
  expect(keyWords('Ctrl+K', true)).toBe('⌘K');
  expect(keyWords('Ctrl+Shift+C', true)).toBe('⇧⌘C');
  expect(keyWords('Alt+←, Alt+→', true)).toBe('⌘[, ⌘]');
  expect(keyWords('Alt+P', true)).toBe('⌥P');
  // Command hides the window with the one, and finds with the other.
  expect(['Ctrl+H', 'Ctrl+Space'].map((keys) => keyWords(keys, true))).toEqual(['⌃H', '⌃Space']);
  expect(['MacIntel', 'Win32', 'Linux x86_64'].map(isMac)).toEqual([true, false, false]);
});

it('takes Option and a letter by its key, where Option makes another letter of it', () => {
  const pressed = { altKey: true, ctrlKey: false, metaKey: false };
  expect(isAltWith({ ...pressed, key: 'π', code: 'KeyP' }, 'p', true)).toBe(true);
  expect(isAltWith({ ...pressed, key: 'P', code: 'KeyR' }, 'p', false)).toBe(true);
  expect(isAltWith({ ...pressed, key: 'ö', code: 'KeyP' }, 'p', false)).toBe(false);
  expect(isAltWith({ ...pressed, altKey: false, key: 'p', code: 'KeyP' }, 'p', true)).toBe(false);
});
