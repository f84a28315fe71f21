import {
  chmodSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ViewCopies } from '../../../../main/engine/features/fetching/view-copies.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { fetched, filedByColleague, pathIn, views, workplace } from './desk.ts';

test('view copies that are old go, those that are newer stay', async () => {
  const { place } = await workplace();
  const [one, two] = [
    await filedByColleague(place, 'Old.docx', 'old'),
    await filedByColleague(place, 'New.docx', 'new'),
  ];
  const [old, recent] = [pathIn(await fetched(place, one)), pathIn(await fetched(place, two))];
  const week = 8 * 86_400;
  utimesSync(old, Date.now() / 1_000 - week, Date.now() / 1_000 - week);
  // A program that has it open puts a file beside it.
  const owner = join(dirname(old), '.~lock.Old.docx#');
  writeFileSync(owner, '');
  await place.workspace.viewCopies.tidy();
  expect(existsSync(old)).toBe(true);
  // Some have a document open for weeks, and never touch it again.
  utimesSync(owner, Date.now() / 1_000 - week, Date.now() / 1_000 - week);
  await place.restartEngine();
  expect(existsSync(old)).toBe(true);
  rmSync(owner);
  await place.restartEngine();
  expect(existsSync(dirname(old))).toBe(false);
  expect(existsSync(recent)).toBe(true);
});

test('a view copy stays for a week after it was opened last', async () => {
  const { place, asked } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const path = pathIn(await fetched(place, fileId));
  const sixDays = Date.now() / 1_000 - 6 * 86_400;
  utimesSync(path, sixDays, sixDays);
  expect(pathIn(await fetched(place, fileId))).toBe(path);
  const inFourDays = new ViewCopies({
    files: systemFiles,
    directory: views(place),
    uniqueName: () => 'x',
    now: () => Date.now() + 4 * 86_400_000,
  });
  await inFourDays.tidy();
  expect(readFileSync(path, 'utf8')).toBe('first');
  expect(asked.filter((each) => each === 'content')).toHaveLength(1);
});

test('a copy that is found is not tidied away by another fetch at the same time', async () => {
  const tidying = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const path = pathIn(await fetched(place, fileId));
  const week = Date.now() / 1_000 - 8 * 86_400;
  utimesSync(path, week, week);
  const copies = new ViewCopies({
    files: {
      ...systemFiles,
      async isOpen() {
        tidying.resolve();
        await goesOn.promise;
        return false;
      },
    },
    directory: views(place),
    uniqueName: () => 'x',
    now: () => Date.now(),
  });
  const tidied = copies.tidy();
  await tidying.promise;
  const found = copies.find(basename(dirname(path)).slice(0, 24));
  for (let turn = 0; turn < 500; turn += 1) await setImmediate();
  goesOn.resolve();
  await tidied;
  const opened = await found;
  expect(opened === null || existsSync(opened)).toBe(true);
});

test('what somebody saved beside a view copy, or into it, is never removed with it', async () => {
  const { place } = await workplace();
  const [one, two] = [
    pathIn(await fetched(place, await filedByColleague(place, 'One.docx', 'one'))),
    pathIn(await fetched(place, await filedByColleague(place, 'Two.docx', 'two'))),
  ];
  const beside = join(dirname(one), 'My redraft.docx');
  const loose = join(views(place), 'Loose.docx');
  writeFileSync(beside, 'mine');
  writeFileSync(loose, 'mine as well');
  chmodSync(two, 0o600);
  writeFileSync(two, 'written into');
  const week = Date.now() / 1_000 - 8 * 86_400;
  for (const path of [one, two, beside, loose]) utimesSync(path, week, week);
  await place.restartEngine();
  expect(existsSync(one)).toBe(false);
  expect([two, beside, loose].map((path) => readFileSync(path, 'utf8'))).toEqual([
    'written into',
    'mine',
    'mine as well',
  ]);
});

test('what somebody saves beside a view copy while it is tidied away stays', async () => {
  const { place } = await workplace();
  const path = pathIn(await fetched(place, await filedByColleague(place, 'Draft.docx', 'first')));
  const week = Date.now() / 1_000 - 8 * 86_400;
  utimesSync(path, week, week);
  const beside = join(dirname(path), 'My redraft.docx');
  const copies = new ViewCopies({
    files: {
      ...systemFiles,
      async *read(from, part) {
        yield* systemFiles.read(from, part);
        writeFileSync(beside, 'mine');
      },
    },
    directory: views(place),
    uniqueName: () => 'x',
    now: () => Date.now(),
  });
  await copies.tidy();
  expect(readFileSync(beside, 'utf8')).toBe('mine');
});

test('a name among the view copies that leads nowhere keeps nothing from being captured or fetched', async () => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const path = pathIn(await fetched(place, fileId));
  const lost = join(dirname(path), '.#Draft.docx');
  symlinkSync('nobody@nowhere', lost);
  symlinkSync('round', join(views(place), 'round'));
  mkdirSync(join(dirname(path), '0_files'));
  const week = Date.now() / 1_000 - 8 * 86_400;
  lutimesSync(lost, week, week);
  await place.restartEngine();
  expect(readFileSync(pathIn(await fetched(place, fileId)), 'utf8')).toBe('first');
});

test('names from the service stay one name below our own directory', async () => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'x.docx', 'content');
  place.service.colleague.renameFile(fileId, '../../..\\evil\u202e:name?.docx');
  const path = pathIn(await fetched(place, fileId));
  expect(dirname(dirname(path))).toBe(views(place));
  expect(basename(path)).toMatch(/^[^\\/:?\u202e]+\.docx$/);
});

test('what is removed with everything that is kept of a person includes the view copies', async () => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const path = pathIn(await fetched(place, fileId));
  const removed = await place.engine.removeKept(place.service.baseUrl, {
    signIn: place.workspace.signIn() ?? '',
    loss: '',
    version: '0.0.0',
  });
  expect(removed.ok).toBe(true);
  expect(existsSync(path)).toBe(false);
});
