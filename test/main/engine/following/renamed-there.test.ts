import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FileId } from '../../../../shared/model/index.ts';
import {
  at,
  historyRead,
  loggedKinds,
  placedHere,
  settled,
  twoWayPlace,
} from '../../../support/colleague-documents.ts';
import { documentsIn } from '../../../support/versions.ts';
import { eventually, openWorkplace, type Workplace } from '../../../support/workplace.ts';
import { rowOf } from '../saving/desk.ts';

const there = ({ service, matterId }: Workplace, id: FileId) =>
  service.filesOf(matterId).find(({ fileId }) => fileId === id);
const became = ({ workspace, matterId }: Workplace, id: FileId) =>
  workspace.stores.followedChanges.of(matterId, id)?.became;
const appears = (place: Workplace, ...names: string[]) =>
  expect.poll(() => existsSync(at(place, ...names)), eventually).toBe(true);

test('a document that a colleague renames is renamed here, once, and nothing of that is filed', async () => {
  const place = await twoWayPlace();
  const id = await placedHere(place, 'Draft.docx');
  place.service.colleague.renameFile(id, 'Final.docx');
  await historyRead(place);
  await appears(place, 'Final.docx');
  await settled(place);
  await place.restartEngine();
  await settled(place);
  expect(documentsIn(place.folder)).toEqual(['Final.docx']);
  expect(readFileSync(at(place, 'Final.docx'), 'utf8')).toBe('theirs');
  expect(place.states()).toEqual([]);
  expect(there(place, id)).toMatchObject({ fileName: 'Final.docx', deleted: false });
  expect(loggedKinds(place).filter((kind) => kind === 'followed')).toHaveLength(1);
  const who = place.workspace.stores.documents.document(place.matterId, id)?.changedBy ?? '';
  const name = place.workspace.stores.matters.staffNames().get(who);
  expect(name).toBeDefined();
  expect(rowOf(place, 'Final.docx')).toMatchObject({
    state: 'filed',
    detail: `It was renamed here as in the service by ${name}. Before, it was “Draft.docx”.`,
  });
});

test('so is one that was saved here: its next save is a version of it, under the name that the colleague gave it', async () => {
  const place = await twoWayPlace();
  await placedHere(place, 'Other.docx');
  writeFileSync(at(place, 'Draft.docx'), 'mine');
  await place.allFiled(1);
  const id = place.workspace.stores.links.file(place.matterId, 'Draft.docx')?.fileId as FileId;
  place.service.colleague.renameFile(id, 'Final.docx');
  await historyRead(place);
  await appears(place, 'Final.docx');
  writeFileSync(at(place, 'Final.docx'), 'mine, again');
  await place.allFiled(2);
  expect(there(place, id)?.fileName).toBe('Final.docx');
  expect(place.service.contentOf(place.matterId, id)).toHaveLength(2);
});

test('a number that a colleague takes from a name is a rename like any other', async () => {
  const place = await twoWayPlace();
  const id = await placedHere(place, 'Lease (2019).docx');
  place.service.colleague.renameFile(id, 'Lease.docx');
  await historyRead(place);
  await appears(place, 'Lease.docx');
  await settled(place);
  expect(documentsIn(place.folder)).toEqual(['Lease.docx']);
  expect(there(place, id)?.fileName).toBe('Lease.docx');
});

test('a document that a colleague moves to another folder is in its directory here', async () => {
  const place = await twoWayPlace();
  const folderId = place.service.colleague.createFolder(place.matterId, 'Letters');
  await historyRead(place);
  const id = await placedHere(place, 'Draft.docx');
  place.service.colleague.moveFile(id, { folderId });
  await historyRead(place);
  await historyRead(place, folderId);
  await appears(place, 'Letters', 'Draft.docx');
  await settled(place);
  expect(existsSync(at(place, 'Draft.docx'))).toBe(false);
  expect(place.states()).toEqual([]);
  expect(there(place, id)).toMatchObject({ fileName: 'Draft.docx', folderId });
});

test('a name that this computer cannot have is mapped as for what is fetched, and keeps its name in the service', async () => {
  const place = await twoWayPlace();
  const id = await placedHere(place, 'Draft.docx');
  place.service.colleague.renameFile(id, 'Costs: 1/2?.docx');
  await historyRead(place);
  await appears(place, 'Costs - 1-2-.docx');
  await settled(place);
  await place.restartEngine();
  await settled(place);
  expect(place.states()).toEqual([]);
  expect(there(place, id)?.fileName).toBe('Costs: 1/2?.docx');
});

test('a rename that changes case alone is so here too, and goes neither back and forth nor away', async () => {
  const place = await twoWayPlace();
  const id = await placedHere(place, 'Draft.docx');
  place.service.colleague.renameFile(id, 'DRAFT.docx');
  await historyRead(place);
  await expect.poll(() => documentsIn(place.folder), eventually).toEqual(['DRAFT.docx']);
  await settled(place);
  expect(place.states()).toEqual([]);
  expect(there(place, id)?.fileName).toBe('DRAFT.docx');
});

test('renamed twice before the first was done here, it stands once, under the second name', async () => {
  const place = await twoWayPlace();
  const id = await placedHere(place, 'One.docx');
  place.service.colleague.renameFile(id, 'Two.docx');
  place.service.colleague.renameFile(id, 'Three.docx');
  await historyRead(place);
  await appears(place, 'Three.docx');
  await settled(place);
  expect(documentsIn(place.folder)).toEqual(['Three.docx']);
});

test('open in Word it keeps its name until it is closed, and the person is told', async () => {
  const place = await twoWayPlace({ speedUp: 10 });
  const id = await placedHere(place, 'Draft.docx');
  writeFileSync(at(place, '~$Draft.docx'), 'Ann');
  place.service.colleague.renameFile(id, 'Final.docx');
  await historyRead(place);
  await expect.poll(() => place.workspace.following.now(place.matterId).open, eventually).toBe(1);
  expect(existsSync(at(place, 'Draft.docx'))).toBe(true);
  expect(rowOf(place, 'Draft.docx')?.detail).toMatch(
    /renamed to “Final\.docx” in the service.*until the program/,
  );
  rmSync(at(place, '~$Draft.docx'));
  await appears(place, 'Final.docx');
  expect(place.workspace.following.now(place.matterId).open).toBe(0);
});

test('a copy that changed here and is kept unfiled keeps its name, and the person is told', async () => {
  const place = await twoWayPlace();
  const id = await placedHere(place, 'Draft.docx');
  // What no capture saw yet is found by a look at every byte.
  place.workspace.stores.database.prepare('DELETE FROM fetched_version').run();
  place.service.colleague.renameFile(id, 'Final.docx');
  await historyRead(place);
  await expect.poll(() => became(place, id), eventually).toBe('changed');
  await settled(place);
  expect(documentsIn(place.folder)).toEqual(['Draft.docx']);
});

test('nothing that has the name here is overwritten: it waits, and the person is told', async () => {
  const place = await twoWayPlace({ speedUp: 10 });
  const id = await placedHere(place, 'Draft.docx');
  writeFileSync(at(place, 'Final.docx'), 'another');
  await place.allFiled(1);
  place.service.colleague.renameFile(id, 'Final.docx');
  await historyRead(place);
  await expect.poll(() => place.workspace.following.now(place.matterId).taken, eventually).toBe(1);
  expect(readFileSync(at(place, 'Final.docx'), 'utf8')).toBe('another');
  expect(readFileSync(at(place, 'Draft.docx'), 'utf8')).toBe('theirs');
  renameSync(at(place, 'Final.docx'), at(place, 'Agreed.docx'));
  await expect.poll(() => became(place, id), eventually).toBe('done');
  expect(readFileSync(at(place, 'Final.docx'), 'utf8')).toBe('theirs');
});

test('a rename made here at the same time is not undone: it is the last word in the service, and here', async () => {
  const place = await twoWayPlace();
  const id = await placedHere(place, 'Draft.docx');
  place.service.faults.add({ route: 'documents.putFile', kind: 'latency', ms: 800, count: 1 });
  renameSync(at(place, 'Draft.docx'), at(place, 'Mine.docx'));
  await expect
    .poll(() => place.workspace.stores.links.fileOfDocument(place.matterId, id)?.path, eventually)
    .toBe('Mine.docx');
  place.service.colleague.renameFile(id, 'Theirs.docx');
  await historyRead(place);
  await place.allFiled(1);
  await historyRead(place);
  await settled(place);
  const name = there(place, id)?.fileName;
  expect(documentsIn(place.folder)).toEqual([name]);
  expect(place.states()).toEqual(['filed']);
});

test('a rename made here that waits comes first: nothing is followed before it is filed', async () => {
  const place = await twoWayPlace();
  const id = await placedHere(place, 'Draft.docx');
  place.service.colleague.renameFile(id, 'Final.docx');
  await historyRead(place);
  await appears(place, 'Final.docx');
  await settled(place);
  place.service.faults.add({ route: 'documents.putFile', kind: 'status', status: 503, count: 'always' });
  renameSync(at(place, 'Final.docx'), at(place, 'Draft.docx'));
  await expect.poll(() => place.states(), eventually).toHaveLength(1);
  place.service.colleague.renameFile(id, 'Theirs.docx');
  await historyRead(place);
  await settled(place);
  expect(documentsIn(place.folder)).toEqual(['Draft.docx']);
});

test('what a person names back here, after it was renamed as in the service, stays so and is filed', async () => {
  const place = await twoWayPlace();
  const id = await placedHere(place, 'Draft.docx');
  place.service.colleague.renameFile(id, 'Final.docx');
  await historyRead(place);
  await appears(place, 'Final.docx');
  await settled(place);
  renameSync(at(place, 'Final.docx'), at(place, 'Draft.docx'));
  await place.allFiled(1);
  await settled(place);
  await place.restartEngine();
  await settled(place);
  expect(documentsIn(place.folder)).toEqual(['Draft.docx']);
  expect(there(place, id)?.fileName).toBe('Draft.docx');
  expect(place.states()).toEqual(['filed']);
});

test('many renamed at once are asked about, and so once the person agrees', async () => {
  const place = await twoWayPlace();
  const ids: FileId[] = [];
  for (const name of ['A', 'B', 'C', 'D']) ids.push(await placedHere(place, `${name}.docx`));
  const limits = { documents: 3, percent: 90, ofMoreThan: 20, withinSeconds: 60 };
  place.workspace.stores.matters.putSetting('mass-change', JSON.stringify(limits));
  for (const [index, id] of ids.entries())
    place.service.colleague.renameFile(id, `${'ABCD'[index]}.docx.locked`);
  await historyRead(place);
  const waits = () => place.workspace.following.now(place.matterId).tooMany;
  await expect.poll(waits, eventually).toBe(4);
  await settled(place);
  expect(documentsIn(place.folder)).toEqual(['A.docx', 'B.docx', 'C.docx', 'D.docx']);
  place.workspace.following.agree(place.matterId, place.workspace.following.now(place.matterId).tooManyUpTo);
  await appears(place, 'D.docx.locked');
  await expect.poll(waits, eventually).toBe(0);
});

test('renamed one by one, documents are counted once among those that are here', async () => {
  const place = await twoWayPlace();
  const ids: FileId[] = [];
  for (const name of 'ABCDEFGH') ids.push(await placedHere(place, `${name}.docx`));
  const limits = { documents: 100, percent: 40, ofMoreThan: 5, withinSeconds: 300 };
  place.workspace.stores.matters.putSetting('mass-change', JSON.stringify(limits));
  for (const [index, id] of ids.slice(0, 4).entries()) {
    place.service.colleague.renameFile(id, `Final ${index}.docx`);
    await historyRead(place);
    if (index < 3) await appears(place, `Final ${index}.docx`);
  }
  await expect.poll(() => place.workspace.following.now(place.matterId).tooMany, eventually).toBe(1);
});

test('where the service is not known to offer more than its specification, the copy here stays as it is', async () => {
  await using place = await openWorkplace();
  writeFileSync(at(place, 'Draft.docx'), 'mine');
  await place.allFiled(1);
  const id = place.workspace.stores.links.file(place.matterId, 'Draft.docx')?.fileId as FileId;
  place.service.colleague.renameFile(id, 'Final.docx');
  await historyRead(place);
  await settled(place);
  expect(documentsIn(place.folder)).toEqual(['Draft.docx']);
  expect(place.states()).toEqual(['filed']);
});

test('names that end in a space or a dot, of spaces alone, and too long: each rename is followed once, and nothing is sent back', async () => {
  const place = await twoWayPlace();
  const id = await placedHere(place, 'Draft.docx');
  for (const name of [
    'Ends in a dot.',
    'Ends in a space ',
    '   ',
    `${'long '.repeat(60)}.docx`,
    'con.docx',
  ]) {
    place.service.colleague.renameFile(id, name);
    await historyRead(place);
    const said = place.workspace.stores.history.newestSeqOf(place.matterId);
    await expect
      .poll(() => place.workspace.stores.followedChanges.of(place.matterId, id), eventually)
      .toMatchObject({ became: 'done', seq: said });
    expect(documentsIn(place.folder)).toHaveLength(1);
    expect(there(place, id)?.fileName).toBe(name);
  }
  await settled(place);
  await place.restartEngine();
  await settled(place);
  expect([place.states(), loggedKinds(place).filter((kind) => kind === 'followed').length]).toEqual([[], 5]);
});

test('a rename that the system refuses, as a lock does, waits; no temporary name stays, and none is filed', async () => {
  let isLocked = true;
  const place = await twoWayPlace({
    speedUp: 10,
    ports: (real) => ({
      ...real,
      files: {
        ...real.files,
        moveNew: (from, to, ...more) =>
          isLocked && to.endsWith('Final.docx')
            ? Promise.reject(Object.assign(new Error('locked'), { code: 'EBUSY' }))
            : real.files.moveNew(from, to, ...more),
      },
    }),
  });
  const id = await placedHere(place, 'Draft.docx');
  place.service.colleague.renameFile(id, 'Final.docx');
  await historyRead(place);
  await expect.poll(() => became(place, id), eventually).toBe('open');
  await settled(place);
  expect(documentsIn(place.folder)).toEqual(['Draft.docx']);
  expect(readdirSync(place.folder).filter((name) => name.startsWith('.matterline-'))).toEqual([]);
  isLocked = false;
  await appears(place, 'Final.docx');
  expect([documentsIn(place.folder), place.states()]).toEqual([['Final.docx'], []]);
});

test('a directory of the person’s own, which the service has no folder for, keeps its documents when one is renamed there', async () => {
  const place = await twoWayPlace();
  const id = await placedHere(place, 'Draft.docx');
  mkdirSync(at(place, 'Mine'));
  renameSync(at(place, 'Draft.docx'), at(place, 'Mine', 'Draft.docx'));
  await expect
    .poll(() => place.workspace.stores.links.fileOfDocument(place.matterId, id)?.path, eventually)
    .toBe('Mine/Draft.docx');
  await expect.poll(() => place.states().every((state) => state === 'filed'), eventually).toBe(true);
  place.service.colleague.renameFile(id, 'Final.docx');
  await historyRead(place);
  await appears(place, 'Mine', 'Final.docx');
  await settled(place);
  expect(existsSync(at(place, 'Final.docx'))).toBe(false);
});
