import { expect, test } from 'vitest';
import { lockedWords } from '../../../renderer/lock/lockedWords.ts';

const unconfigured = { state: 'unconfigured', refusal: null } as const;
const signedIn = { state: 'signed-in', keptIn: 'system', signInAgainBy: '2026-12-01T00:00:00Z' } as const;

test('a locked window calls filed or kept only what is', () => {
  expect(lockedWords(signedIn, undefined)).toContain('still being filed');
  expect(lockedWords({ state: 'signed-out', refusal: null }, undefined)).toContain('kept, and filed once');
  expect(lockedWords(unconfigured, { source: 'typed' })).toContain('kept, and filed once');
  for (const view of [null, undefined, { source: 'file' } as const])
    expect(lockedWords(unconfigured, view)).not.toMatch(/kept, and filed|still being filed|browser/);
  expect(lockedWords(unconfigured, null)).toContain('stays in the matter folders, and is filed after that');
});
