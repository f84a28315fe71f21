import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import {
  at,
  filedByColleague,
  historyRead,
  placed,
  twoWayPlace,
} from '../../../support/colleague-documents.ts';
import { documentsIn, saved } from '../../../support/versions.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';

/** What users of sync clients lost, each as a scenario: see the table of that name among the facts. */
const kept = async (place: Workplace): Promise<void> => {
  place.workspace.keeping.keep(place.matterId, { kind: 'matter' }, true);
  await whole(place);
};
const whole = (place: Workplace) =>
  expect.poll(() => place.workspace.keeping.now(place.matterId).completeAt, eventually).not.toBeNull();

/** Long enough for a watch, and for what is kept, to do whatever they would do. */
const settled = async (place: Workplace): Promise<void> => {
  await sleep(1_200);
  await expect.poll(() => place.workspace.watches.unread, eventually).toBe(0);
};
/** But for the one that the sample firm has deleted from the beginning. */
const deletedThere = ({ service, matterId }: Workplace) =>
  service
    .filesOf(matterId)
    .filter((file) => file.deleted && file.fileName !== 'Attendance note - first meeting.docx');
const idOf = (place: Workplace, path: string) =>
  place.workspace.stores.links.file(place.matterId, path)?.fileId as FileId;

test('a computer restored from an old backup: nothing that is newer at the service is deleted or hidden', async () => {
  const place = await twoWayPlace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  await kept(place);
  place.service.colleague.addVersion(fileId, 'second');
  await filedByColleague(place, 'New.docx', 'new');
  await expect.poll(() => existsSync(at(place, 'New.docx')), eventually).toBe(true);
  await expect.poll(() => readFileSync(at(place, 'Draft.docx'), 'utf8'), eventually).toBe('second');
  // As the backup had it: without the new one, and with what is older of the other.
  rmSync(at(place, 'New.docx'));
  writeFileSync(at(place, 'Draft.docx'), 'first');
  await place.allFiled(1);
  await settled(place);
  expect(deletedThere(place)).toEqual([]);
  expect(place.versionsOf('Draft.docx')).toEqual(['first', 'second', 'first'].map(sha256));
  expect(place.versionsOf('New.docx')).toEqual([sha256('new')]);
});

test('the service lost data, or its storage was away: nothing here is deleted', async () => {
  const place = await twoWayPlace();
  await filedByColleague(place, 'Draft.docx', 'first');
  await kept(place);
  const { faults } = place.service;
  for (const route of [
    'documents.folderHistory',
    'documents.listFiles',
    'documents.readFile',
    'storage.get',
  ] as const)
    faults.add({ route, kind: 'status', status: 404, count: 'always' });
  await historyRead(place);
  await place.workspace.lister.look(place.matterId);
  place.workspace.stores.listedDocuments.ends(place.matterId, [], Date.now(), 0);
  place.workspace.keeping.wake(place.matterId);
  await settled(place);
  await place.restartEngine();
  await settled(place);
  expect(readFileSync(at(place, 'Draft.docx'), 'utf8')).toBe('first');
});

test('a folder that is not kept here any more: nothing in it goes, least of all what was filed nowhere', async () => {
  const place = await twoWayPlace();
  const folderId = place.service.colleague.createFolder(place.matterId, 'Letters');
  await historyRead(place);
  await filedByColleague(place, 'Reply.docx', 'theirs', folderId);
  await kept(place);
  writeFileSync(at(place, 'Letters', 'notes.tmp'), 'nowhere else');
  place.workspace.keeping.keep(place.matterId, { kind: 'folder', id: folderId as never }, false);
  place.workspace.keeping.keep(place.matterId, { kind: 'matter' }, false);
  await settled(place);
  expect(readFileSync(at(place, 'Letters', 'Reply.docx'), 'utf8')).toBe('theirs');
  expect(readFileSync(at(place, 'Letters', 'notes.tmp'), 'utf8')).toBe('nowhere else');
});

test('disconnected, the folder moved elsewhere, connected again: emptied neither here nor there', async () => {
  const place = await twoWayPlace();
  await filedByColleague(place, 'Draft.docx', 'first');
  await kept(place);
  await place.workspace.unlink(place.matterId, 'all');
  const moved = join(place.directory, 'moved');
  renameSync(place.folder, moved);
  expect((await place.workspace.linker.link(place.matterId, moved)).ok).toBe(true);
  place.workspace.watches.add(place.matterId);
  place.workspace.keeping.wake(place.matterId);
  await settled(place);
  expect(readFileSync(join(moved, 'Draft.docx'), 'utf8')).toBe('first');
  expect(deletedThere(place)).toEqual([]);
  expect(place.states()).toEqual([]);
});

test('the program ends and starts again: nothing of the folder goes, and nothing is fetched or filed again', async () => {
  const place = await twoWayPlace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  await kept(place);
  const before = documentsIn(place.folder);
  place.service.faults.add({ route: 'storage.get', kind: 'latency', ms: 0, count: 'always' });
  await place.restartEngine();
  await settled(place);
  expect(documentsIn(place.folder)).toEqual(before);
  expect(place.service.faults.hits).toBe(0);
  expect([place.states(), place.service.contentOf(place.matterId, fileId).length]).toEqual([[], 1]);
});

test('a document that cannot be put here is not taken for deleted', async () => {
  let isFull = false;
  const ports = (real: EnginePorts): EnginePorts => ({
    ...real,
    files: {
      ...real.files,
      append: (path, bytes) =>
        isFull
          ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
          : real.files.append(path, bytes),
    },
  });
  const place = await twoWayPlace({ ports });
  await filedByColleague(place, 'Draft.docx', 'first');
  isFull = true;
  place.workspace.keeping.keep(place.matterId, { kind: 'matter' }, true);
  await expect.poll(() => place.workspace.keeping.now(place.matterId).why, eventually).not.toBeNull();
  await settled(place);
  expect(deletedThere(place)).toEqual([]);
  expect(documentsIn(place.folder)).toEqual([]);
  isFull = false;
  await place.restartEngine();
  await whole(place);
  expect(readFileSync(at(place, 'Draft.docx'), 'utf8')).toBe('first');
});

test('everything deleted in the service: it does not come back from here, and the copies here stay until somebody decides', async () => {
  const place = await twoWayPlace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  await kept(place);
  for (const file of place.service.filesOf(place.matterId)) place.service.colleague.deleteFile(file.fileId);
  await historyRead(place);
  await settled(place);
  await place.restartEngine();
  await settled(place);
  expect(readFileSync(at(place, 'Draft.docx'), 'utf8')).toBe('first');
  expect(place.service.filesOf(place.matterId).every((file) => file.deleted)).toBe(true);
  expect(place.service.contentOf(place.matterId, fileId)).toHaveLength(1);
});

test('open in Word on two computers: who only looks makes no conflict, and both can save again', async () => {
  const place = await twoWayPlace({ speedUp: 10 });
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  await kept(place);
  writeFileSync(at(place, '~$Draft.docx'), 'Ann');
  place.service.colleague.addVersion(fileId, 'second');
  await historyRead(place);
  await expect.poll(() => place.workspace.keeping.now(place.matterId).open, eventually).toBe(1);
  rmSync(at(place, '~$Draft.docx'));
  await expect.poll(() => readFileSync(at(place, 'Draft.docx'), 'utf8'), eventually).toBe('second');
  expect(place.states()).toEqual([]);
  writeFileSync(at(place, 'Draft.docx'), 'third');
  await place.allFiled(1);
  expect(place.versionsOf('Draft.docx')).toEqual(['first', 'second', 'third'].map(sha256));
});

test('no conflict without a second writer, and none that the next run does not know of', async () => {
  const place = await twoWayPlace();
  const path = await saved(place, 'Brief.docx', 'mine');
  await kept(place);
  // Written again with the very bytes, as programs do that only opened it.
  writeFileSync(path, 'mine');
  await settled(place);
  expect(place.states()).toEqual(['filed']);
  place.service.colleague.addVersion(idOf(place, 'Brief.docx'), 'theirs');
  writeFileSync(path, 'mine too');
  await expect.poll(() => place.states().at(-1), eventually).toBe('problem');
  await place.restartEngine();
  await settled(place);
  expect(place.states().at(-1)).toBe('problem');
  expect(readFileSync(path, 'utf8')).toBe('mine too');
});

test('a fetched document that cannot take its place because of a lock: its temporary name neither stays nor is filed', async () => {
  let isLocked = true;
  const ports = (real: EnginePorts): EnginePorts => ({
    ...real,
    files: {
      ...real.files,
      moveNew: (from, to, ...more) =>
        isLocked && from.includes('.matterline-')
          ? Promise.reject(Object.assign(new Error('locked'), { code: 'EBUSY' }))
          : real.files.moveNew(from, to, ...more),
    },
  });
  const place = await twoWayPlace({ ports });
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  await expect(placed(place, fileId)).rejects.toThrow(/EBUSY|locked|open/);
  await settled(place);
  expect(readdirSync(place.folder).filter((name) => name.startsWith('.matterline-'))).toEqual([]);
  expect(place.states()).toEqual([]);
  isLocked = false;
  expect(await placed(place, fileId)).toBe(at(place, 'Draft.docx'));
});

test('a rename that changes case alone goes neither back and forth nor away', async () => {
  const place = await twoWayPlace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  await kept(place);
  place.service.colleague.renameFile(fileId, 'DRAFT.docx');
  await historyRead(place);
  await settled(place);
  await place.restartEngine();
  await settled(place);
  const file = place.service.filesOf(place.matterId).find((one) => one.fileId === fileId);
  expect(file).toMatchObject({ fileName: 'DRAFT.docx', deleted: false });
  expect(place.states()).toEqual([]);
  expect(documentsIn(place.folder).filter((name) => /^draft/i.test(name))).toHaveLength(1);
});

test('names that end in a space or a dot, of spaces alone, and too long: each comes here once, and keeps its name there', async () => {
  const place = await twoWayPlace();
  const names = [
    'Ends in a dot.',
    'Ends in a space ',
    '   ',
    `${'long '.repeat(60)}.docx`,
    'con.docx',
    'a:b?.docx',
  ];
  const ids: FileId[] = [];
  for (const name of names) ids.push(await filedByColleague(place, name, name));
  await kept(place);
  const here = documentsIn(place.folder);
  await settled(place);
  await place.restartEngine();
  await settled(place);
  expect(documentsIn(place.folder)).toEqual(here);
  expect(place.states()).toEqual([]);
  const there = place.service.filesOf(place.matterId);
  expect(ids.map((id) => there.find(({ fileId }) => fileId === id)?.fileName)).toEqual(names);
  expect(there.filter(({ fileId }) => ids.includes(fileId as FileId))).toHaveLength(names.length);
});

test('a directory that is deleted here is not made again for ever, nor deleted there', async () => {
  const place = await twoWayPlace();
  const folderId = place.service.colleague.createFolder(place.matterId, 'Letters');
  await historyRead(place);
  await filedByColleague(place, 'Reply.docx', 'theirs', folderId);
  await kept(place);
  rmSync(at(place, 'Letters'), { recursive: true });
  await settled(place);
  place.workspace.keeping.wake(place.matterId);
  await place.workspace.watches.mirror(place.matterId);
  await settled(place);
  expect(existsSync(at(place, 'Letters'))).toBe(false);
  const folders = place.service.foldersOf(place.matterId).filter(({ name }) => name === 'Letters');
  expect(folders).toMatchObject([{ folderId, deleted: false }]);
  expect(deletedThere(place)).toEqual([]);
});

test('a folder that is renamed twice before the first was done stands once', async () => {
  const place = await twoWayPlace();
  const { colleague } = place.service;
  const folderId = colleague.createFolder(place.matterId, 'One');
  await historyRead(place);
  await filedByColleague(place, 'Reply.docx', 'theirs', folderId);
  await kept(place);
  mkdirSync(at(place, 'Two'));
  colleague.renameFolder(folderId, 'Two');
  colleague.renameFolder(folderId, 'Three');
  await historyRead(place);
  await expect.poll(() => existsSync(at(place, 'Three', 'Reply.docx')), eventually).toBe(true);
  await settled(place);
  expect([existsSync(at(place, 'One')), readdirSync(at(place, 'Two'))]).toEqual([false, []]);
  expect(place.service.foldersOf(place.matterId).filter((one) => one.folderId === folderId)).toHaveLength(1);
});
