import { expect, test } from 'vitest';
import { findSettings, settingsCategories } from '../../../renderer/settings/settingsIndex.ts';

const found = (text: string) =>
  findSettings(text).map(({ section, category }) => `${category}: ${section.id}`);

test('a setting is found by its title, its category, and the words people have for it', () => {
  expect(found('bandwidth')).toEqual(['Filing: network']);
  expect(found('lock screen')).toEqual(['Account: privacy']);
  expect(found('FILING root')).toEqual(['Filing: folders']);
  expect(found('appearance')).toEqual([
    'Appearance and notifications: window',
    'Appearance and notifications: dates',
  ]);
  expect(found('espresso')).toEqual([]);
});

test('every setting stands in one category, and no text at all finds all of them', () => {
  const ids = settingsCategories.flatMap(({ sections }) => sections.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(findSettings('')).toHaveLength(ids.length);
});
