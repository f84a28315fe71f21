import { expect, test } from 'vitest';
import { testMark } from '../../../main/build-kind.ts';
import { builderArguments } from '../../../scripts/packaging/builder-arguments.ts';

const plain = { output: '/out', rest: ['--dir'] } as const;

test('nothing is ever published by packaging', () => {
  for (const kind of ['release', 'test'] as const) {
    expect(builderArguments({ ...plain, kind }).join(' ')).toContain('--publish never');
  }
});

test('only a test build carries the mark of one', () => {
  const marked = (kind: 'release' | 'test') =>
    builderArguments({ ...plain, kind }).some((argument) => argument.includes(testMark));
  expect(marked('test')).toBe(true);
  expect(marked('release')).toBe(false);
});

test('a release never has its engine outside of the archive', () => {
  expect(() => builderArguments({ ...plain, kind: 'release', engineOutside: true })).toThrow('archive');
});
