import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { setMassChangeLimits } from '../../../../main/engine/features/mass-changes/mass-change.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import {
  at,
  filedByColleague,
  historyRead,
  knownFile,
  loggedKinds,
  placed,
  twoWayPlace,
} from '../../../support/colleague-documents.ts';
import { saved } from '../../../support/versions.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';

const keep = ({ workspace, matterId }: Workplace, is = true) =>
  workspace.keeping.keep(matterId, { kind: 'matter' }, is);
const now = ({ workspace, matterId }: Workplace) => workspace.keeping.now(matterId);
const complete = async (place: Workplace) => {
  await expect.poll(() => now(place).isRunning, eventually).toBe(false);
  await expect.poll(() => now(place).completeAt, eventually).not.toBeNull();
};
const ofName = (place: Workplace, name: string) =>
  place.workspace.stores.links.file(place.matterId, name)?.fileId as FileId;

test('a matter that is kept here is there as a whole, also offline, and says since when', async () => {
  const place = await twoWayPlace();
  const { colleague } = place.service;
  const folderId = colleague.createFolder(place.matterId, 'Letters');
  await historyRead(place);
  await filedByColleague(place, 'Reply.docx', 'theirs', folderId);
  await filedByColleague(place, 'Costs.xlsx', 'costs');
  expect(now(place)).toMatchObject({ matter: false, wanted: 0, completeAt: null });
  keep(place);
  await complete(place);
  await place.stopService();
  expect(readFileSync(at(place, 'Letters', 'Reply.docx'), 'utf8')).toBe('theirs');
  expect(readFileSync(at(place, 'Costs.xlsx'), 'utf8')).toBe('costs');
  const { wanted, here, why } = now(place);
  expect([wanted > 2, here, why]).toEqual([true, wanted, null]);
  expect(place.states()).toEqual([]);
  await place.restartService();
});

test('what a colleague files in a kept matter comes here by itself, new or newer', async () => {
  const place = await twoWayPlace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  keep(place);
  await complete(place);
  place.service.colleague.addVersion(fileId, 'second');
  await filedByColleague(place, 'New.docx', 'new');
  await expect.poll(() => readFileSync(at(place, 'Draft.docx'), 'utf8'), eventually).toBe('second');
  await expect.poll(() => existsSync(at(place, 'New.docx')), eventually).toBe(true);
  expect(place.states()).toEqual([]);
});

test('what was filed while the folder was away comes once it is back', async () => {
  const place = await twoWayPlace({ speedUp: 20 });
  await filedByColleague(place, 'Draft.docx', 'first');
  keep(place);
  await complete(place);
  const folder = at(place, '.');
  const elsewhere = join(place.directory, 'unplugged');
  renameSync(folder, elsewhere);
  await filedByColleague(place, 'New.docx', 'new');
  await expect
    .poll(() => now(place), eventually)
    .toMatchObject({ isRunning: false, why: expect.stringContaining('cannot be reached') });
  renameSync(elsewhere, folder);
  await expect.poll(() => existsSync(at(place, 'New.docx')), eventually).toBe(true);
  await expect.poll(() => now(place).why, eventually).toBeNull();
});

test('open in a program here: it waits, says so, and follows once it was closed', async () => {
  const place = await twoWayPlace({ speedUp: 20 });
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  keep(place);
  await complete(place);
  writeFileSync(at(place, '.~lock.Draft.docx#'), 'Ann');
  place.service.colleague.addVersion(fileId, 'second');
  await historyRead(place);
  await expect.poll(() => now(place).open, eventually).toBe(1);
  expect(readFileSync(at(place, 'Draft.docx'), 'utf8')).toBe('first');
  rmSync(at(place, '.~lock.Draft.docx#'));
  await expect.poll(() => readFileSync(at(place, 'Draft.docx'), 'utf8'), eventually).toBe('second');
});

test('many versions by others at once wait for the person, as many changes here do', async () => {
  const place = await twoWayPlace();
  const ids: FileId[] = [];
  for (const name of ['A.docx', 'B.docx', 'C.docx', 'D.docx'])
    ids.push(await filedByColleague(place, name, `${name} first`));
  keep(place);
  await complete(place);
  setMassChangeLimits(place.workspace.stores, {
    documents: 3,
    percent: 100,
    ofMoreThan: 1_000,
    withinSeconds: 60,
  });
  for (const id of ids) place.service.colleague.addVersion(id, 'encrypted');
  await historyRead(place);
  await expect.poll(() => now(place).tooMany, eventually).toBe(4);
  expect(readFileSync(at(place, 'A.docx'), 'utf8')).toBe('A.docx first');
  place.workspace.keeping.agree(place.matterId);
  await expect.poll(() => readFileSync(at(place, 'D.docx'), 'utf8'), eventually).toBe('encrypted');
});

test('what the person removes here is not fetched again, and stays with the service', async () => {
  const place = await twoWayPlace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  keep(place);
  await complete(place);
  rmSync(at(place, 'Draft.docx'));
  await expect
    .poll(() => place.workspace.stores.links.fileOfDocument(place.matterId, fileId)?.removed, eventually)
    .toBe(true);
  place.workspace.keeping.wake(place.matterId);
  await sleep(500);
  expect(existsSync(at(place, 'Draft.docx'))).toBe(false);
  expect(place.service.contentOf(place.matterId, fileId)).toHaveLength(1);
});

test('freeing space takes what is filed, as it is, and closed; the bytes come back when they are wanted', async () => {
  const place = await twoWayPlace();
  await saved(place, 'Mine.docx', 'mine');
  const theirs = await filedByColleague(place, 'Theirs.docx', 'theirs');
  const open = await filedByColleague(place, 'Open.docx', 'open');
  for (const id of [theirs, open]) await placed(place, id);
  for (const id of [theirs, open]) await knownFile(place, id);
  writeFileSync(at(place, '~$Open.docx'), 'Ann');
  const mine = ofName(place, 'Mine.docx');
  const freed = await place.workspace.freeSpace(place.matterId, [mine, theirs, open]);
  expect(freed).toMatchObject({ freed: 2, bytes: 10, left: [{ name: 'Open.docx', why: 'open' }] });
  expect(['Mine.docx', 'Theirs.docx', 'Open.docx'].map((name) => existsSync(at(place, name)))).toEqual([
    false,
    false,
    true,
  ]);
  await sleep(700);
  const { links } = place.workspace.stores;
  expect(links.fileOfDocument(place.matterId, mine)).toMatchObject({ removed: true, removedAt: null });
  expect(loggedKinds(place).filter((kind) => kind === 'evicted')).toHaveLength(2);
  await placed(place, mine);
  expect(readFileSync(at(place, 'Mine.docx'), 'utf8')).toBe('mine');
  expect(place.states()).toEqual(['filed']);
});

test('nothing leaves this computer to free space that nobody else has: unsent, changed, kept unfiled, or of a service that gives nothing out', async () => {
  const place = await twoWayPlace();
  const path = await saved(place, 'Brief.docx', 'mine');
  const fileId = ofName(place, 'Brief.docx');
  // Not known to be given out yet.
  expect((await place.workspace.freeSpace(place.matterId, [fileId])).left).toMatchObject([
    { why: 'not-offered' },
  ]);
  place.workspace.downloadsOffered.showed('offered');
  writeFileSync(path, 'changed');
  expect((await place.workspace.freeSpace(place.matterId, [fileId])).left).toMatchObject([
    { why: 'changed' },
  ]);
  await place.allFiled(2);
  await place.stopService();
  writeFileSync(path, 'offline');
  await expect.poll(() => place.states().length, eventually).toBe(3);
  expect((await place.workspace.freeSpace(place.matterId, [fileId])).left).toMatchObject([
    { why: 'not-filed' },
  ]);
  expect(readFileSync(path, 'utf8')).toBe('offline');
  await place.restartService();
});

test('what a program writes into a copy that left to free space is captured', async () => {
  const place = await twoWayPlace({ speedUp: 20 });
  const path = await saved(place, 'Brief.docx', 'mine');
  const fileId = ofName(place, 'Brief.docx');
  place.workspace.downloadsOffered.showed('offered');
  await place.workspace.freeSpace(place.matterId, [fileId]);
  expect(existsSync(path)).toBe(false);
  const [kept] = place.workspace.stores.replacedFiles.all();
  appendFileSync(kept?.keptAs ?? '', ' and more');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'problem']);
  expect(place.workspace.stores.contents.get(sha256('mine and more'))).not.toBeNull();
});

test('a kill while space is freed leaves the copy as what it was', async () => {
  const place = await twoWayPlace();
  const path = await saved(place, 'Brief.docx', 'mine');
  const fileId = ofName(place, 'Brief.docx');
  const { stores } = place.workspace;
  // As it is noted before the file gets its second name.
  const keptAs = at(place, '.matterline-x');
  stores.replacedFiles.add({
    ...{ keptAs, stoodAt: path, matterId: place.matterId, fileId, path: 'Brief.docx' },
    ...{ sha256: sha256('mine'), putFrom: null },
  });
  stores.links.isEvicted(place.matterId, 'Brief.docx');
  await place.restartEngine();
  await expect
    .poll(() => place.workspace.stores.links.fileOfDocument(place.matterId, fileId)?.removed, eventually)
    .toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('mine');
  expect(place.states()).toEqual(['filed']);
});
