import { expect, test } from 'vitest';
import { readScreensOption } from '../../scripts/e2e-options.ts';

test.each([
  [['--screens', 'shots', '-t', 'sign-in'], 'shots', ['-t', 'sign-in']],
  [['-t', 'sign-in', '--screens=shots'], 'shots', ['-t', 'sign-in']],
  [['-t', 'sign-in'], undefined, ['-t', 'sign-in']],
  [[], undefined, []],
])('%j gives the folder for pictures and leaves the rest to vitest', (line, screens, vitestArguments) => {
  expect(readScreensOption(line)).toEqual({ kind: 'valid', screens, vitestArguments });
});

test.each([[['--screens']], [['--screens=']], [['--screens', '--bail']]])('%j is refused', (line) => {
  expect(readScreensOption(line).kind).toBe('invalid');
});
