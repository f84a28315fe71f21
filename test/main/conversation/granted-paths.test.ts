import { expect, test } from 'vitest';
import { GrantedPaths } from '../../../main/conversation/granted-paths.ts';

test('a path is good for the gesture the person made, and no other', () => {
  const granted = new GrantedPaths();
  granted.grant('drop', ['/a']);
  granted.grant('matter-folder', ['/b']);
  expect([granted.has('drop', '/a'), granted.has('matter-folder', '/b')]).toEqual([true, true]);
  expect([
    granted.has('matter-folder', '/a'),
    granted.has('root-folder', '/b'),
    granted.has('drop', '/a/b'),
  ]).toEqual([false, false, false]);
});

test('memory does not grow without end: the oldest are forgotten first', () => {
  const granted = new GrantedPaths();
  granted.grant('drop', ['/first']);
  for (let drop = 0; drop < 5; drop += 1) {
    granted.grant(
      'drop',
      Array.from({ length: 10_000 }, (_, index) => `/${drop}/${index}`),
    );
  }
  expect(granted.has('drop', '/first')).toBe(false);
  expect(granted.has('drop', '/0/0')).toBe(true);
});
