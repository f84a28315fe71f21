import { describe, expect, test } from 'vitest';
import { chooseRuntime, type RuntimeFacts, readForcedRuntime } from '../../../scripts/runtime/choice.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const hour = 60 * 60 * 1000;
const freshMachine: RuntimeFacts = {
  forced: undefined,
  officialInstalled: false,
  lastFailedDownload: undefined,
  now,
  fallbackFits: true,
};

describe('which Electron runs the app', () => {
  test('a fresh machine downloads the official one, and falls back when that fails', () => {
    expect(chooseRuntime(freshMachine)).toEqual({ kind: 'download-official', otherwise: 'fallback' });
  });

  test('an installed official one is used whatever failed before', () => {
    const facts = { ...freshMachine, officialInstalled: true, lastFailedDownload: now - hour };
    expect(chooseRuntime(facts)).toEqual({ kind: 'use-official' });
  });

  test('a download that failed less than a day ago is not tried again', () => {
    const facts = { ...freshMachine, lastFailedDownload: now - 24 * hour + 1 };
    expect(chooseRuntime(facts)).toEqual({ kind: 'use-fallback' });
  });

  test.each([
    ['a day ago', now - 24 * hour],
    ['in the future, by a clock since put right', now + hour],
  ])('a download that failed %s is tried again', (_when, lastFailedDownload) => {
    expect(chooseRuntime({ ...freshMachine, lastFailedDownload }).kind).toBe('download-official');
  });

  test('where the fallback does not run, only the official one is tried, however often it failed', () => {
    const facts = { ...freshMachine, fallbackFits: false, lastFailedDownload: now - hour };
    expect(chooseRuntime(facts)).toEqual({ kind: 'download-official', otherwise: 'give-up' });
  });

  test('MATTERLINE_ELECTRON=official never falls back and forgets earlier failures', () => {
    const facts = { ...freshMachine, forced: 'official', lastFailedDownload: now - hour } as const;
    expect(chooseRuntime(facts)).toEqual({ kind: 'download-official', otherwise: 'give-up' });
  });

  test('MATTERLINE_ELECTRON=fallback wins over an installed official one', () => {
    const facts = { ...freshMachine, forced: 'fallback', officialInstalled: true } as const;
    expect(chooseRuntime(facts)).toEqual({ kind: 'use-fallback' });
  });

  test('MATTERLINE_ELECTRON=fallback says so where the fallback does not run', () => {
    const facts = { ...freshMachine, forced: 'fallback', fallbackFits: false } as const;
    expect(chooseRuntime(facts).kind).toBe('impossible');
  });
});

describe('MATTERLINE_ELECTRON', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['official', 'official'],
    ['fallback', 'fallback'],
  ])('%j is understood', (value, forced) => {
    expect(readForcedRuntime(value)).toEqual({ kind: 'valid', forced });
  });

  test('anything else is refused by name', () => {
    expect(readForcedRuntime('chromium')).toEqual({
      kind: 'invalid',
      reason: 'MATTERLINE_ELECTRON must be "official" or "fallback", not "chromium".',
    });
  });
});
