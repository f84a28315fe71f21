import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Files } from '../../../../main/engine/files/files.ts';
import { systemFiles } from '../../../../main/engine/files/system-files.ts';
import { OnTheWay } from '../../../../main/engine/folders/on-the-way.ts';
import { GroupCommit } from '../../../../main/engine/store/group-commit.ts';
import { copyName } from '../../../../main/engine/versions/earlier-copies.ts';
import { ownerFiles } from '../../../../main/engine/versions/owner-files.ts';
import { Restorer } from '../../../../main/engine/versions/restorer.ts';
import { versionList } from '../../../../main/engine/versions/version-list.ts';
import { custodyPage } from '../../../../main/engine/window/custody-rows.ts';
import { type Clock, systemClock } from '../../../../shared/clock.ts';
import type { FileId, MatterId } from '../../../../shared/model.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

vi.setConfig({ testTimeout: 60_000 });

const fileIdOf = (place: Workplace, name: string): FileId => {
  const file = place.workspace.stores.links.file(place.matterId, name);
  if (!file) throw new Error(`${name} is not known`);
  return file.fileId;
};
const filesIn = (directory: string): string[] =>
  readdirSync(directory).filter((name) => statSync(join(directory, name)).isFile());
const versionsOf = (place: Workplace, name: string) =>
  versionList(place.workspace.stores, place.matterId, fileIdOf(place, name));
const versionWith = (place: Workplace, name: string, content: string): string =>
  versionsOf(place, name).findLast((version) => version.sha256 === sha256(content))?.id ?? 'none';
const restore = (place: Workplace, name: string, content: string) =>
  place.workspace.restorer.restore(place.matterId, fileIdOf(place, name), versionWith(place, name, content));

async function saved(place: Workplace, name: string, ...contents: string[]): Promise<string> {
  const path = join(place.folder, name);
  for (const content of contents) {
    const before = place.states().length;
    writeFileSync(path, content);
    await place.allFiled(before + 1);
  }
  return path;
}

/** The restorer of a workplace whose files do something else in between. */
const restorerWith = (place: Workplace, change: Partial<Files>, clock: Clock = systemClock): Restorer => {
  const { stores, vault, newFileId } = place.workspace;
  const commits = new GroupCommit(stores.database, systemFiles);
  const files = { ...systemFiles, ...change };
  const uniqueName = () => 'unique';
  const onTheWay = new OnTheWay({ files, stores, clock });
  onTestFinished(() => onTheWay.stop());
  return new Restorer({
    onTheWay,
    files,
    stores,
    vault,
    commits,
    clock,
    uniqueName,
    newFileId,
    onChange: () => {},
  });
};
const restoreWith = (place: Workplace, change: Partial<Files>, name: string, content: string) =>
  restorerWith(place, change).restore(
    place.matterId,
    fileIdOf(place, name),
    versionWith(place, name, content),
  );

test('versions saved here and versions filed by others are one list, each saying whether its bytes are here', async () => {
  await using place = await openWorkplace();
  await saved(place, 'Brief.docx', 'one', 'two');
  const fileId = fileIdOf(place, 'Brief.docx');
  place.service.colleague.addVersion(fileId, 'theirs');
  await expect.poll(() => versionsOf(place, 'Brief.docx').length, eventually).toBe(3);
  const [theirs, two, one] = versionsOf(place, 'Brief.docx');
  expect(theirs).toMatchObject({ savedHere: false, here: false, size: null, current: false });
  expect(theirs?.whyNot).not.toBeNull();
  expect(theirs?.who).not.toBeNull();
  expect(two).toMatchObject({
    savedHere: true,
    here: true,
    whyNot: null,
    current: true,
    size: 3,
    sha256: sha256('two'),
    state: 'filed',
  });
  expect(one).toMatchObject({ here: true, current: false, sha256: sha256('one') });
});

test('a version that the limits removed says that it is no longer kept here', async () => {
  await using place = await openWorkplace();
  await saved(place, 'Brief.docx', 'one', 'two');
  place.workspace.keeper.setLimits({ maxBytes: 3, maxAgeDays: null });
  await place.workspace.keeper.enforce();
  const [two, one] = versionsOf(place, 'Brief.docx');
  expect(two?.here).toBe(true);
  expect(one).toMatchObject({ here: false });
  expect(one?.whyNot).toContain('no longer kept here');
  expect(await restore(place, 'Brief.docx', 'one')).toMatchObject({
    ok: false,
    error: { code: 'version-not-here' },
  });
});

test('an earlier version opens as a read-only copy with its time in its name, gone after the next start', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const { restorer, copies } = place.workspace;
  const id = versionWith(place, 'Brief.docx', 'one');
  const save = await restorer.save(place.matterId, fileIdOf(place, 'Brief.docx'), id);
  if (!save.ok) throw new Error(save.error.what);
  const first = await copies.make(save.value);
  const second = await copies.make(save.value);
  if (!first.ok || !second.ok) throw new Error('no copy');
  expect(basename(first.value)).toBe(copyName('Brief.docx', new Date(save.value.capturedAt)));
  expect(second.value).not.toBe(first.value);
  expect(readFileSync(first.value, 'utf8')).toBe('one');
  expect(statSync(first.value).mode & 0o777).toBe(0o400);
  expect(readFileSync(path, 'utf8')).toBe('two');
  await place.restartEngine();
  expect(readdirSync(dirname(first.value))).toEqual([]);
});

test('the name of a copy is no longer than a system takes and keeps its ending', () => {
  expect(copyName('Contract.docx', new Date(2026, 10, 20, 14, 30))).toBe('Contract (2026-11-20 14.30).docx');
  const long = copyName(`${'ä'.repeat(250)}.pdf`, new Date(2026, 0, 2, 3, 4));
  expect(long).toMatch(/\(2026-01-02 03\.04\)\.pdf$/);
  expect(Buffer.byteLength(long)).toBeLessThan(250);
});

test('restoring captures what is there first, and what was restored is filed as the newest version', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  chmodSync(path, 0o640);
  // Not captured yet when the person restores.
  writeFileSync(path, 'three');
  expect(await restore(place, 'Brief.docx', 'one')).toEqual({ ok: true, value: undefined });
  expect(readFileSync(path, 'utf8')).toBe('one');
  expect(statSync(path).mode & 0o777).toBe(0o640);
  await place.allFiled(4);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two', 'three', 'one'].map(sha256));
  expect(filesIn(place.folder)).toEqual(['Brief.docx']);
});

test('the custody log says which version was put back', async () => {
  await using place = await openWorkplace();
  await saved(place, 'Brief.docx', 'one', 'two');
  expect(await restore(place, 'Brief.docx', 'one')).toMatchObject({ ok: true });
  const query = { matterId: place.matterId, fileId: fileIdOf(place, 'Brief.docx'), before: null, limit: 100 };
  const restored = custodyPage(place.workspace.stores, query).entries.filter(
    ({ kind }) => kind === 'restored',
  );
  expect(restored).toEqual([expect.objectContaining({ sha256: sha256('one'), size: 3, name: 'Brief.docx' })]);
});

test('restoring what is there already changes nothing', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one');
  const before = statSync(path, { bigint: true });
  expect(await restore(place, 'Brief.docx', 'one')).toMatchObject({ ok: true });
  expect(statSync(path, { bigint: true })).toMatchObject({ ino: before.ino, mtimeNs: before.mtimeNs });
});

test('a document that a program has open is not restored', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Contract.docx', 'one', 'two');
  for (const owner of ['~$ntract.docx', '~$Contract.docx', '.~lock.Contract.docx#']) {
    writeFileSync(join(place.folder, owner), 'owner');
    const refused = await restore(place, 'Contract.docx', 'one');
    expect(refused).toMatchObject({ ok: false, error: { code: 'document-in-use' } });
    rmSync(join(place.folder, owner));
  }
  expect(readFileSync(path, 'utf8')).toBe('two');
  expect(await restore(place, 'Contract.docx', 'one')).toMatchObject({ ok: true });
});

test('Word names its owner file after the document, less its first characters', () => {
  expect(ownerFiles('Contract.docx')).toContain('~$ntract.docx');
  expect(ownerFiles('abcdefg.docx')).toContain('~$bcdefg.docx');
  expect(ownerFiles('abc.docx')).toContain('~$abc.docx');
});

test('a save that comes while a version is being restored is neither overwritten nor lost', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  // At each step: in place, or through another file as most programs do.
  for (const [index, save] of [
    () => writeFileSync(path, 'three'),
    () => {
      writeFileSync(join(place.directory, 'fresh'), 'four');
      renameSync(join(place.directory, 'fresh'), path);
    },
  ].entries()) {
    const refused = await restoreWith(
      place,
      {
        sync: async (synced) => {
          await systemFiles.sync(synced);
          if (basename(synced).startsWith('.matterline-')) save();
        },
      },
      'Brief.docx',
      'one',
    );
    expect(refused).toMatchObject({ ok: false, error: { code: 'document-changed' } });
    expect(readFileSync(path, 'utf8')).toBe(['three', 'four'][index]);
    await place.allFiled(3 + index);
  }
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two', 'three', 'four'].map(sha256));
  expect(filesIn(place.folder)).toEqual(['Brief.docx']);
});

test('nothing is overwritten when what is there cannot be kept, or the version cannot be written', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const full = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  vi.spyOn(place.workspace.vault, 'capture').mockResolvedValueOnce({
    ok: false,
    error: { kind: 'vault-failed', code: 'ENOSPC' },
  });
  for (const change of [{}, { writeNew: full }, { sync: full }, { replaceExact: full }]) {
    expect(await restoreWith(place, change, 'Brief.docx', 'one')).toMatchObject({
      ok: false,
      error: { why: 'The disk is full.' },
    });
    expect(readFileSync(path, 'utf8')).toBe('two');
    expect(filesIn(place.folder)).toEqual(['Brief.docx']);
  }
});

test('what a crash in the middle of restoring leaves beside the document is removed at the next start', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  let reached = () => {};
  const inTheMiddle = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const killed = {
    replaceExact: () => {
      reached();
      return new Promise<never>(() => {});
    },
  };
  void restoreWith(place, killed, 'Brief.docx', 'one');
  await inTheMiddle;
  expect(filesIn(place.folder)).toHaveLength(2);
  await place.restartEngine();
  expect(filesIn(place.folder)).toEqual(['Brief.docx']);
  expect(readFileSync(path, 'utf8')).toBe('two');
});

test('what is left beside a document whose directory is renamed meanwhile is removed where it went', async () => {
  await using place = await openWorkplace();
  mkdirSync(join(place.folder, 'Drafts'));
  await saved(place, 'Drafts/Brief.docx', 'one', 'two');
  const renamed = {
    replaceExact: (...asked: Parameters<Files['replaceExact']>) => {
      renameSync(join(place.folder, 'Drafts'), join(place.folder, 'Final'));
      return systemFiles.replaceExact(...asked);
    },
  };
  expect(await restoreWith(place, renamed, 'Drafts/Brief.docx', 'one')).toMatchObject({ ok: false });
  expect(filesIn(join(place.folder, 'Final'))).toEqual(['Brief.docx']);
  expect(readFileSync(join(place.folder, 'Final', 'Brief.docx'), 'utf8')).toBe('two');
});

test('what is left beside a document whose directory is moved to another matter meanwhile is removed there', async () => {
  await using place = await openWorkplace();
  const [, other] = place.service.matterIds() as MatterId[];
  const elsewhere = join(place.directory, 'matters', 'Another');
  mkdirSync(elsewhere);
  expect(await place.workspace.linker.link(other as MatterId, elsewhere)).toMatchObject({ ok: true });
  mkdirSync(join(place.folder, 'Drafts'));
  await saved(place, 'Drafts/Brief.docx', 'one', 'two');
  const moved = {
    replaceExact: (...asked: Parameters<Files['replaceExact']>) => {
      renameSync(join(place.folder, 'Drafts'), join(elsewhere, 'Drafts'));
      return systemFiles.replaceExact(...asked);
    },
  };
  expect(await restoreWith(place, moved, 'Drafts/Brief.docx', 'one')).toMatchObject({ ok: false });
  expect(filesIn(join(elsewhere, 'Drafts'))).toEqual(['Brief.docx']);
});

test('what is left beside a document because its drive went away is removed once that is back', async () => {
  await using place = await openWorkplace();
  await saved(place, 'Brief.docx', 'one', 'two');
  const away = join(place.directory, 'unplugged');
  const clock = new FakeClock(Date.now());
  const restorer = restorerWith(
    place,
    {
      replaceExact: (...asked) => {
        renameSync(place.folder, away);
        return systemFiles.replaceExact(...asked);
      },
    },
    clock,
  );
  const id = versionWith(place, 'Brief.docx', 'one');
  const refused = await restorer.restore(place.matterId, fileIdOf(place, 'Brief.docx'), id);
  expect(refused).toMatchObject({ ok: false, error: { code: 'not-permitted' } });
  await clock.advance(60_000);
  renameSync(away, place.folder);
  expect(filesIn(place.folder)).toHaveLength(2);
  const later = async () => {
    await clock.advance(10_000);
    return filesIn(place.folder);
  };
  await expect.poll(later, eventually).toEqual(['Brief.docx']);
  expect(readFileSync(join(place.folder, 'Brief.docx'), 'utf8')).toBe('two');
});

test('a document that was removed here comes back where it was, and never over something else', async () => {
  await using place = await openWorkplace();
  const room = join(place.folder, 'Drafts');
  mkdirSync(room);
  const path = await saved(place, 'Drafts/Brief.docx', 'one', 'two');
  rmSync(room, { recursive: true });
  const removed = () => place.workspace.stores.links.file(place.matterId, 'Drafts/Brief.docx')?.removed;
  writeFileSync(join(place.folder, 'Other.docx'), 'other');
  await expect.poll(removed, eventually).toBe(true);
  const refused = await restoreWith(
    place,
    {
      moveNew: (from, to) => {
        writeFileSync(to, 'somebody else');
        return systemFiles.moveNew(from, to);
      },
    },
    'Drafts/Brief.docx',
    'one',
  );
  expect(refused).toMatchObject({ ok: false, error: { code: 'document-changed' } });
  expect(readFileSync(path, 'utf8')).toBe('somebody else');
  rmSync(path);
  expect(await restore(place, 'Drafts/Brief.docx', 'one')).toMatchObject({ ok: true });
  expect(readFileSync(path, 'utf8')).toBe('one');
  await expect.poll(removed, eventually).toBe(false);
  await expect.poll(() => place.versionsOf('Brief.docx').at(-1), eventually).toBe(sha256('one'));
});

test('an older version of a document removed long ago comes back as a version of it, and nobody is asked', async () => {
  await using place = await openWorkplace();
  const { stores } = place.workspace;
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const fileId = fileIdOf(place, 'Brief.docx');
  writeFileSync(join(place.folder, 'Other.docx'), 'other');
  rmSync(path);
  const known = () => stores.links.file(place.matterId, 'Brief.docx');
  await expect.poll(() => known()?.removed, eventually).toBe(true);
  stores.database.prepare('UPDATE local_file SET removed_at = removed_at - ?').run(7 * 24 * 3_600_000);
  expect(await restore(place, 'Brief.docx', 'one')).toMatchObject({ ok: true });
  await expect.poll(() => known()?.removed, eventually).toBe(false);
  expect(known()?.fileId).toBe(fileId);
  await expect.poll(() => place.versionsOf('Brief.docx').at(-1), eventually).toBe(sha256('one'));
  expect(stores.saves.problems()).toEqual([]);
});

test('a removed document does not come back in the place of another one that was renamed at the same instant', async () => {
  await using place = await openWorkplace();
  const { stores, restorer } = place.workspace;
  const { matterId } = place;
  const known = (name: string) => stores.links.file(matterId, name);
  // Nothing is filed meanwhile: the service has no document of the name that a person would be asked about.
  stores.pauses.pauseMatter(matterId, true);
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'removed');
  await expect.poll(() => known('Brief.docx')?.sha256, eventually).toBe(sha256('removed'));
  const removed = fileIdOf(place, 'Brief.docx');
  const version = versionWith(place, 'Brief.docx', 'removed');
  rmSync(path);
  await expect.poll(() => known('Brief.docx')?.removed, eventually).toBe(true);
  // Too long ago for what is saved under its name to be the same document.
  stores.database.prepare('UPDATE local_file SET removed_at = 0').run();
  writeFileSync(path, 'another');
  await expect.poll(() => known('Brief.docx')?.sha256, eventually).toBe(sha256('another'));
  const another = fileIdOf(place, 'Brief.docx');
  expect(another).not.toBe(removed);

  renameSync(path, join(place.folder, 'BRIEF.DOCX'));
  expect(await restorer.restore(matterId, removed, version)).toMatchObject({
    ok: false,
    error: { code: 'document-changed' },
  });
  await expect.poll(() => known('BRIEF.DOCX')?.fileId, eventually).toBe(another);
  expect(await restorer.restore(matterId, removed, version)).toMatchObject({ ok: true });
  await expect.poll(() => known('Brief.docx')?.removed, eventually).toBe(false);
  expect(fileIdOf(place, 'Brief.docx')).toBe(removed);
});

/** A document of two versions, known to be removed; `back` brings it back under another name, and it is known there. */
async function takenAway(place: Workplace) {
  const { links } = place.workspace.stores;
  const known = (name: string) => links.file(place.matterId, name);
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const fileId = fileIdOf(place, 'Brief.docx');
  const away = join(place.directory, 'away.docx');
  renameSync(path, away);
  writeFileSync(join(place.folder, 'Other.docx'), 'other');
  await expect.poll(() => known('Brief.docx')?.removed, eventually).toBe(true);
  const back = async () => {
    renameSync(away, join(place.folder, 'Statement.docx'));
    await expect.poll(() => known('Statement.docx')?.fileId, eventually).toBe(fileId);
  };
  return { fileId, version: versionWith(place, 'Brief.docx', 'one'), back };
}

test('a document found under another name as its restoring begins is restored under that name', async () => {
  await using place = await openWorkplace();
  const { fileId, version, back } = await takenAway(place);
  let looks = 0;
  const facts: Files['facts'] = async (path) => {
    looks += 1;
    if (looks === 1) await back();
    return systemFiles.facts(path);
  };
  const restorer = restorerWith(place, { facts });
  expect(await restorer.restore(place.matterId, fileId, version)).toMatchObject({ ok: true });
  expect(filesIn(place.folder).toSorted()).toEqual(['Other.docx', 'Statement.docx']);
  expect(readFileSync(join(place.folder, 'Statement.docx'), 'utf8')).toBe('one');
  await expect.poll(() => place.versionsOf('Statement.docx').at(-1), eventually).toBe(sha256('one'));
  expect(
    place.workspace.stores.links
      .files(place.matterId)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(['Other.docx', 'Statement.docx']);
});

test('a document found under another name while a version of it is written is not restored under its old one', async () => {
  await using place = await openWorkplace();
  const { fileId, version, back } = await takenAway(place);
  const sync: Files['sync'] = async (path) => {
    if (basename(path).startsWith('.matterline-')) await back();
    return systemFiles.sync(path);
  };
  expect(await restorerWith(place, { sync }).restore(place.matterId, fileId, version)).toMatchObject({
    ok: false,
    error: { code: 'document-changed' },
  });
  expect(filesIn(place.folder).toSorted()).toEqual(['Other.docx', 'Statement.docx']);
  expect(readFileSync(join(place.folder, 'Statement.docx'), 'utf8')).toBe('two');
});

test('a document renamed before its matter was unlinked comes back under that name, and as its newest version', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  renameSync(path, join(place.folder, 'Statement.docx'));
  await place.allFiled(3);
  const fileId = fileIdOf(place, 'Statement.docx');
  const id = versionWith(place, 'Statement.docx', 'one');
  const { watches, stores, linker, restorer } = place.workspace;
  await watches.remove(place.matterId);
  stores.links.unlink(place.matterId);
  rmSync(join(place.folder, 'Statement.docx'));
  await linker.link(place.matterId, place.folder);
  watches.add(place.matterId);

  expect(await restorer.restore(place.matterId, fileId, id)).toMatchObject({ ok: true });
  expect(filesIn(place.folder)).toEqual(['Statement.docx']);
  await place.allFiled(4);
  expect(fileIdOf(place, 'Statement.docx')).toBe(fileId);
  expect(place.versionsOf('Statement.docx')).toEqual(['one', 'two', 'one'].map(sha256));
});

test('nothing is restored into a matter folder that is not there', async () => {
  await using place = await openWorkplace();
  await saved(place, 'Brief.docx', 'one', 'two');
  renameSync(place.folder, join(place.directory, 'unplugged'));
  expect(await restore(place, 'Brief.docx', 'one')).toMatchObject({
    ok: false,
    error: { code: 'folder-missing' },
  });
  expect(existsSync(place.folder)).toBe(false);
});

test('versions of other documents, of history alone and made-up ones are refused', async () => {
  await using place = await openWorkplace();
  await saved(place, 'Brief.docx', 'one');
  await saved(place, 'Other.docx', 'other');
  const { restorer } = place.workspace;
  const other = versionWith(place, 'Other.docx', 'other');
  for (const id of [other, 'entry:1', 'save:', 'save:999', '../../etc/passwd']) {
    expect(await restorer.restore(place.matterId, fileIdOf(place, 'Brief.docx'), id)).toMatchObject({
      ok: false,
      error: { code: 'version-not-here' },
    });
  }
});
