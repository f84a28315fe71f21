import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Files } from '../../../../main/engine/platform/files.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import {
  documentsIn,
  fileIdOf,
  filesIn,
  restore,
  restorerWith,
  restoreWith,
  saved,
  versionWith,
} from '../../../support/versions.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

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
  expect(documentsIn(place.folder).toSorted()).toEqual(['Other.docx', 'Statement.docx']);
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
  expect(documentsIn(place.folder).toSorted()).toEqual(['Other.docx', 'Statement.docx']);
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
