import { expect, test } from 'vitest';
import { findSettings, settingsCategories } from '../../../renderer/settings/settingsIndex.ts';

const found = (text: string) => findSettings(text).map(({ section }) => section.id);

test.each([
  ['dark', 'window'],
  ['battery', 'pausing'],
  ['metered', 'pausing'],
  ['root folder', 'folders'],
  ['log off', 'sign-in'],
  ['disk space', 'versions'],
  ['ransom', 'changes'],
  ['bandwidth', 'network'],
  ['diagnostics', 'diagnosis'],
  ['lock screen', 'privacy'],
])('a person who types “%s” finds the setting', (text, id) => {
  expect(found(text)).toContain(id);
});

test('a category finds all of its settings, and nothing is found for words of none', () => {
  expect(found('records')).toEqual(['custody', 'exposure']);
  expect(found('zzz')).toEqual([]);
});

test('each setting stands once, under one title', () => {
  const sections = settingsCategories.flatMap(({ sections: of }) => [...of]);
  expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
  expect(new Set(sections.map(({ title }) => title)).size).toBe(sections.length);
});

test('what may lose something stands apart from what is changed every day', () => {
  const categoryOf = (id: string) =>
    settingsCategories.find(({ sections }) => sections.some((one) => one.id === id))?.id;
  expect(['connection', 'versions', 'fetched', 'changes'].map(categoryOf)).toEqual(Array(4).fill('advanced'));
  expect(['window', 'pausing', 'network', 'folders'].map(categoryOf)).not.toContain('advanced');
});
