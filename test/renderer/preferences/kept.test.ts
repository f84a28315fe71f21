import { expect, it } from 'vitest';
import { asNewest, turned } from '../../../renderer/preferences/kept.ts';

it('the matter opened last comes first, once, and the oldest are forgotten', () => {
  expect(asNewest(['a', 'b', 'c'], 'c')).toEqual(['c', 'a', 'b']);
  const many = Array.from({ length: 12 }, (_, index) => `m${index}`);
  expect(asNewest(many, 'new')).toHaveLength(12);
  expect(asNewest(many, 'new')[0]).toBe('new');
});

it('pinning adds at the end, and takes away what was pinned', () => {
  expect(turned(['a'], 'b')).toEqual(['a', 'b']);
  expect(turned(['a', 'b'], 'a')).toEqual(['b']);
});
