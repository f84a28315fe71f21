import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, onTestFinished, test } from 'vitest';
import { ReplacedFiles } from '../../../../main/engine/features/replaced-files/replaced-files.ts';
import type { FileFacts, Files } from '../../../../main/engine/platform/files.ts';
import { replaceExactly } from '../../../../main/engine/platform/replace-exact.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { engineRouter } from '../../../../main/engine/router.ts';
import { GroupCommit } from '../../../../main/engine/store/group-commit.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import {
  fileIdOf,
  filesIn,
  restorerWith,
  restoreWith,
  saved,
  versionWith,
} from '../../../support/versions.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

const ask = (place: Workplace) => createRouterClient(engineRouter(place.engine, () => {}));
const problems = async (place: Workplace) => ask(place).engine.problems.list();
const kept = (directory: string) => readdirSync(directory).filter((name) => name.startsWith('.matterline-'));
const captured = (place: Workplace): string[] =>
  place.workspace.stores.database.prepare<[], string>('SELECT sha256 FROM save ORDER BY id').pluck().all();

/** A program that has the document open and leaves no sign of it. */
const programWith = (path: string) => {
  const file = openSync(path, 'r+');
  return {
    save: (content: string) => writeSync(file, content, 0),
    close: () => closeSync(file),
  };
};

/** On a system that does not tell which programs have a file open. */
const pendingNotifications = { isOpen: async () => false };
const restorePending = (place: Workplace, name: string) =>
  restoreWith(place, pendingNotifications, name, 'one');

test('what a program that has the document open writes in place after a restore is captured and told', async () => {
  await using place = await openWorkplace({ speedUp: 4 });
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const program = programWith(path);
  expect(await restorePending(place, 'Brief.docx')).toMatchObject({ ok: true });
  program.save('late');
  program.close();
  await expect.poll(() => captured(place), eventually).toContain(sha256('late'));
  expect(readFileSync(path, 'utf8')).toBe('one');
  await expect.poll(() => place.engine.status.value.problems, eventually).toBe(1);
  const [problem] = await problems(place);
  expect(problem).toMatchObject({
    subject: 'Brief.docx',
    fileId: fileIdOf(place, 'Brief.docx'),
    actions: ['file', 'keep-unfiled', 'show-in-folder'],
  });
  await ask(place).engine.problems.act({ id: problem?.id ?? '', action: 'file' });
  await place.allFiled(4);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two', 'one', 'late'].map(sha256));
});

test('what is written into a replaced document while the program does not run is captured at the next start', async () => {
  await using place = await openWorkplace({ speedUp: 4 });
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const program = programWith(path);
  expect(await restorePending(place, 'Brief.docx')).toMatchObject({ ok: true });
  await place.engine.stop();
  program.save('late');
  program.close();
  await place.restartEngine();
  await expect.poll(() => captured(place), eventually).toContain(sha256('late'));
});

test('what could not be read for a while does not end the looking after replaced documents', async () => {
  await using place = await openWorkplace({ speedUp: 4 });
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const program = programWith(path);
  expect(await restorePending(place, 'Brief.docx')).toMatchObject({ ok: true });
  const { replacedFiles } = place.workspace.stores;
  const all = replacedFiles.all.bind(replacedFiles);
  let failed = 0;
  replacedFiles.all = () => {
    failed += 1;
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
  };
  await expect.poll(() => failed, eventually).toBeGreaterThan(2);
  replacedFiles.all = all;
  program.save('late');
  program.close();
  await expect.poll(() => captured(place), eventually).toContain(sha256('late'));
});

/** A restorer, and what looks after the files it replaces, on a clock that is turned by hand. */
async function byHand(place: Workplace, files: Files = systemFiles) {
  const { stores, vault } = place.workspace;
  // The engine's own looks at the same files.
  await place.workspace.replacedFiles.stop();
  const clock = new FakeClock(Date.now());
  const commits = new GroupCommit(stores.database, systemFiles);
  const replacedFiles = new ReplacedFiles({
    files,
    stores,
    vault,
    commits,
    clock,
    onChange: () => {},
  });
  onTestFinished(() => replacedFiles.stop());
  const restoring = restorerWith(place, pendingNotifications, clock, replacedFiles).restore(
    place.matterId,
    fileIdOf(place, 'Brief.docx'),
    versionWith(place, 'Brief.docx', 'one'),
  );
  expect(await restoring).toMatchObject({ ok: true });
  /** Lets time pass in steps of two seconds, files being looked at in between. */
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 2) {
      await clock.advance(2_000);
      await replacedFiles.looked();
    }
  };
  return { pass };
}

test('a replaced document goes once it was quiet for ten minutes and no program is known to have it open', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const program = programWith(path);
  const { pass } = await byHand(place);
  expect(kept(place.folder)).toHaveLength(1);
  await pass(9 * 60);
  program.save('late');
  await pass(9 * 60);
  // Written into nine minutes ago.
  expect(kept(place.folder)).toHaveLength(1);
  expect(captured(place)).toContain(sha256('late'));
  writeFileSync(join(place.folder, '~$Brief.docx'), 'owner');
  program.close();
  await pass(11 * 60);
  expect(kept(place.folder)).toHaveLength(1);
  rmSync(join(place.folder, '~$Brief.docx'));
  await pass(11 * 60);
  expect(filesIn(place.folder)).toEqual(['Brief.docx']);
  expect(place.workspace.stores.replacedFiles.all()).toEqual([]);
});

test('promise 3: what was written into a replaced document without a sign of it is captured, and not removed', async () => {
  const unchanging = new Map<string, FileFacts>();
  const facts: Files['facts'] = async (path) => unchanging.get(path) ?? systemFiles.facts(path);
  await using place = await openWorkplace({
    ports: (ports) => ({ ...ports, files: { ...ports.files, facts } }),
  });
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const program = programWith(path);
  const { pass } = await byHand(place, { ...systemFiles, facts });
  await pass(9 * 60);
  const [keptAs = ''] = kept(place.folder).map((name) => join(place.folder, name));
  unchanging.set(keptAs, (await systemFiles.facts(keptAs)) as FileFacts);
  program.save('six');
  program.close();
  await pass(2 * 60);
  expect(captured(place)).toContain(sha256('six'));
  expect(readFileSync(keptAs, 'utf8')).toBe('six');
});

test.runIf(process.platform === 'linux')(
  'a replaced document stays for as long as the system shows it open',
  async () => {
    await using place = await openWorkplace();
    const path = await saved(place, 'Brief.docx', 'one', 'two');
    const program = programWith(path);
    const { pass } = await byHand(place);
    await pass(25 * 60);
    expect(kept(place.folder)).toHaveLength(1);
    program.save('late');
    program.close();
    await pass(6);
    expect(captured(place)).toContain(sha256('late'));
    await pass(11 * 60);
    expect(kept(place.folder)).toEqual([]);
  },
);

test('a replaced document is found again in a directory that is renamed meanwhile', async () => {
  await using place = await openWorkplace({ speedUp: 4 });
  mkdirSync(join(place.folder, 'Drafts'));
  const path = await saved(place, 'Drafts/Brief.docx', 'one', 'two');
  const program = programWith(path);
  expect(await restorePending(place, 'Drafts/Brief.docx')).toMatchObject({ ok: true });
  renameSync(join(place.folder, 'Drafts'), join(place.folder, 'Final'));
  program.save('late');
  program.close();
  await expect.poll(() => captured(place), eventually).toContain(sha256('late'));
});

function twoFiles() {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const [from, to, keptAs] = ['from', 'to', 'kept'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(from, 'restored');
  writeFileSync(to, 'current');
  return { from, to, keptAs };
}
const noLinks: typeof linkSync = () => {
  throw Object.assign(new Error('no links'), { code: 'EPERM' });
};

test.each([
  ['with a second name', linkSync],
  ['moved aside, where files have one name only', noLinks],
])('a document is replaced, and what it was stays under another name: %s', async (_, link) => {
  const { from, to, keptAs } = twoFiles();
  const expected = await systemFiles.facts(to);
  const { ino } = statSync(to);
  expect(replaceExactly(from, to, expected as NonNullable<typeof expected>, keptAs, link)).toBe(true);
  expect(readFileSync(to, 'utf8')).toBe('restored');
  expect(statSync(keptAs).ino).toBe(ino);
  expect(existsSync(from)).toBe(false);
});

test('where files have one name only, what cannot be replaced stands where it stood', async () => {
  const { from, to, keptAs } = twoFiles();
  const expected = (await systemFiles.facts(to)) as NonNullable<
    Awaited<ReturnType<typeof systemFiles.facts>>
  >;
  const gone: typeof linkSync = (...asked) => {
    rmSync(from);
    noLinks(...asked);
  };
  expect(() => replaceExactly(from, to, expected, keptAs, gone)).toThrow('ENOENT');
  expect(readFileSync(to, 'utf8')).toBe('current');
  expect(existsSync(keptAs)).toBe(false);
});

test('where files have one name only, a kill in the middle of restoring takes the document away for no longer than the next start', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const { stores } = place.workspace;
  const fileId = fileIdOf(place, 'Brief.docx');
  const keptAs = join(place.folder, '.matterline-aside');
  await place.workspace.watches.stop();
  stores.replacedFiles.add({
    keptAs,
    stoodAt: path,
    matterId: place.matterId,
    fileId,
    path: 'Brief.docx',
    sha256: sha256('two'),
    putFrom: null,
  });
  renameSync(path, keptAs);
  await place.restartEngine();
  expect(readFileSync(path, 'utf8')).toBe('two');
  expect(kept(place.folder)).toEqual([]);
  expect(place.workspace.stores.links.file(place.matterId, 'Brief.docx')?.removed).toBe(false);
});

test.each(['is away', 'leaves an empty directory'])(
  'what was set aside when the program was killed is put back with its drive, which %s at the next start',
  async (how) => {
    await using place = await openWorkplace({ speedUp: 4 });
    const { folder, matterId } = place;
    await saved(place, 'Letter.docx', 'a letter');
    const path = await saved(place, 'Brief.docx', 'one', 'two');
    const { stores } = place.workspace;
    const keptAs = join(folder, '.matterline-aside');
    await place.workspace.watches.stop();
    stores.replacedFiles.add({
      ...{ keptAs, stoodAt: path, matterId, fileId: fileIdOf(place, 'Brief.docx'), path: 'Brief.docx' },
      ...{ sha256: sha256('two'), putFrom: null },
    });
    renameSync(path, keptAs);
    await place.engine.stop();
    renameSync(folder, `${folder} away`);
    if (how !== 'is away') mkdirSync(folder);
    await place.restartEngine();
    await place.workspace.replacedFiles.looked();
    expect(place.workspace.stores.replacedFiles.all()).toMatchObject([{ keptAs, replaced: 0 }]);
    if (how !== 'is away') rmSync(folder, { recursive: true });
    renameSync(`${folder} away`, folder);
    await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8'), eventually).toBe('two');
    expect(kept(folder)).toEqual([]);
  },
);

test('a second name that a kill, or the system, left on a document that was not replaced goes, and its saves are saves', async () => {
  await using place = await openWorkplace({ speedUp: 4 });
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const { stores } = place.workspace;
  const fileId = fileIdOf(place, 'Brief.docx');
  const keptAs = join(place.folder, '.matterline-second');
  linkSync(path, keptAs);
  stores.replacedFiles.add({
    ...{ keptAs, stoodAt: path, matterId: place.matterId, fileId, path: 'Brief.docx', sha256: sha256('two') },
    putFrom: null,
  });
  await place.restartEngine();
  writeFileSync(path, 'three');
  await expect.poll(() => kept(place.folder), eventually).toEqual([]);
  await place.allFiled(3);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two', 'three'].map(sha256));
  expect(place.workspace.stores.replacedFiles.all()).toEqual([]);
});
