import { lstatSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fingerprintOf,
  fingerprintOfLast,
  fingerprintOfStats,
  isAsLast,
} from '../../../../main/engine/features/settling/fingerprint.ts';
import { rememberedFacts } from '../../../../main/engine/features/settling/racy.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import type { LastLook } from '../../../../main/engine/store/links.ts';
import { lastLook } from '../../../support/last-look.ts';

const factsAt = async (path: string) => {
  const facts = await systemFiles.facts(path);
  if (!facts) throw new Error('nothing is there');
  return facts;
};

test('the watcher’s look and our own look at the same file agree, whatever its times are', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  const path = join(directory, 'Brief.docx');
  writeFileSync(path, 'content');
  await fc.assert(
    fc.asyncProperty(fc.double({ min: -1e9, max: 4e9, noNaN: true }), async (seconds) => {
      utimesSync(path, seconds, seconds);
      const ours = fingerprintOf(await factsAt(path));
      expect(fingerprintOfStats(lstatSync(path))).toBe(ours);
      expect(fingerprintOfStats(lstatSync(path, { bigint: true }))).toBe(ours);
      const last = lastLook(await factsAt(path));
      expect(fingerprintOfLast(last)).toBe(ours);
      expect(isAsLast(lstatSync(path), last)).toBe(true);
      expect(isAsLast(lstatSync(path, { bigint: true }), last)).toBe(true);
    }),
    { numRuns: 200 },
  );
  rmSync(directory, { recursive: true });
});

test('a file is not as it was last seen when anything at all is otherwise', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  const path = join(directory, 'Brief.docx');
  writeFileSync(path, 'content');
  const now = await factsAt(path);
  const [device, inode, born] = now.inode.split(':').map(BigInt) as [bigint, bigint, bigint];
  const later = (nanoseconds: string | bigint) => String(BigInt(nanoseconds) + 1_000n);
  const others = [
    { size: now.size + 1 },
    { modified: later(now.modified) },
    { changed: later(now.changed) },
    { changed: '' },
    { inode: `${device + 1n}:${inode}:${born}` },
    { inode: `${device}:${inode + 1n}:${born}` },
    { inode: `${device}:${inode}:${later(born)}` },
    { inode: '' },
  ];
  for (const other of others) {
    const last = lastLook({ ...now, ...other });
    expect(isAsLast(lstatSync(path), last)).toBe(false);
    expect(isAsLast(lstatSync(path, { bigint: true }), last)).toBe(false);
  }
  expect(isAsLast(lstatSync(path), '' as LastLook)).toBe(false);
  rmSync(directory, { recursive: true });
});

const facts = {
  kind: 'file',
  size: 1,
  modified: '1700000000123456789',
  changed: '1700000000123456789',
  inode: '1:2:3',
} as const;
const changedAt = 1_700_000_000_123;

test('a file read long after its last change is known by its times', () => {
  expect(rememberedFacts(facts, changedAt + 300)).toEqual(facts);
});

test('a file read within the tick of its last change equals no later look, so that its content is compared', () => {
  const remembered = rememberedFacts(facts, changedAt + 5);
  expect(fingerprintOf(remembered)).not.toBe(fingerprintOf(facts));
  expect({ ...remembered, changed: facts.changed }).toEqual(facts);
});

test('on a drive that counts in seconds the tick is two seconds long', () => {
  const coarse = { ...facts, changed: '1700000000000000000' };
  expect(rememberedFacts(coarse, 1_700_000_001_500).changed).toBe('');
  expect(rememberedFacts(coarse, 1_700_000_002_500).changed).toBe(coarse.changed);
});
