import { randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { moveToWastebasket } from '../../../../main/engine/features/following/wastebasket.ts';
import type { FileFacts } from '../../../../main/engine/platform/files.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { type Clock, systemClock } from '../../../../shared/base/clock.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

function aDocument(): string {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'Draft.docx');
  writeFileSync(path, 'theirs');
  return path;
}
const seen = async (path: string): Promise<FileFacts> => {
  const facts = await systemFiles.facts(path);
  if (!facts) throw new Error('nothing is there');
  return facts;
};
const toWastebasket = (
  take: (path: string) => Promise<void>,
  path: string,
  facts: FileFacts,
  clock: Pick<Clock, 'sleep'> = systemClock,
) =>
  moveToWastebasket({ files: systemFiles, clock, toWastebasket: take, uniqueName: randomUUID }, path, facts);
const basket = async (path: string): Promise<void> => rmSync(path);

test('a document goes to the wastebasket as it was seen, also with a second name', async () => {
  const path = aDocument();
  linkSync(path, `${path} second`);
  expect(await toWastebasket(basket, path, await seen(path))).toBe('done');
  expect([existsSync(path), readFileSync(`${path} second`, 'utf8')]).toEqual([false, 'theirs']);
});

test('one that was written since stays, and so does what is no file of its own', async () => {
  const path = aDocument();
  const before = await seen(path);
  writeFileSync(path, 'mine, and longer');
  expect(await toWastebasket(basket, path, before)).toBe('changed');
  symlinkSync(path, `${path} link`);
  expect(await toWastebasket(basket, `${path} link`, await seen(`${path} link`))).toBe('changed');
  expect(readFileSync(path, 'utf8')).toBe('mine, and longer');
});

test('where there is no wastebasket it stays, and that is said', async () => {
  const path = aDocument();
  const none = () => Promise.reject(new Error('no wastebasket'));
  expect(await toWastebasket(none, path, await seen(path))).toBe('none');
  expect(existsSync(path)).toBe(true);
});

test('a wastebasket that never answers counts as none after a while', async () => {
  const path = aDocument();
  const clock = new FakeClock();
  const asked = Promise.withResolvers<void>();
  const never = () => {
    asked.resolve();
    return new Promise<void>(() => {});
  };
  const moved = toWastebasket(never, path, await seen(path), clock);
  await asked.promise;
  await clock.advance(30_000);
  expect(await moved).toBe('none');
  expect(readdirSync(dirname(path))).toEqual(['Draft.docx']);
});

test('a save that takes its place in the instant in which it goes stays, and only what was seen goes', async () => {
  const path = aDocument();
  let went = '';
  const whileSaved = async (taken: string): Promise<void> => {
    writeFileSync(`${path} temporary`, 'mine, just now');
    renameSync(`${path} temporary`, path);
    went = readFileSync(taken, 'utf8');
    expect(basename(taken)).toBe('Draft.docx');
    rmSync(taken);
  };
  expect(await toWastebasket(whileSaved, path, await seen(path))).toBe('done');
  expect([went, readFileSync(path, 'utf8')]).toEqual(['theirs', 'mine, just now']);
  expect(readdirSync(dirname(path))).toEqual(['Draft.docx']);
});

test('where there is no wastebasket and a save took its place meanwhile, both stay', async () => {
  const path = aDocument();
  const none = () => {
    writeFileSync(path, 'mine, just now');
    return Promise.reject(new Error('no wastebasket'));
  };
  expect(await toWastebasket(none, path, await seen(path))).toBe('none');
  const directory = dirname(path);
  expect(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')])).toEqual([
    ['Draft (2).docx', 'theirs'],
    ['Draft.docx', 'mine, just now'],
  ]);
});
