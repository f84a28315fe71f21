import {
  appendFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decide } from '../../../main/engine/features/upload/decide.ts';
import { documentRows } from '../../../main/engine/view/document-rows.ts';
import { problemList } from '../../../main/engine/view/problem-list.ts';
import { eventually, openWorkplace, sha256, sha256OfFile, type Workplace } from '../../support/workplace.ts';

const rowOf = (place: Workplace, name: string) =>
  documentRows(place.workspace.stores, place.matterId, () => null).documents.find((row) => row.name === name);

const problemsOf = ({ workspace }: Workplace) =>
  problemList(workspace.stores, workspace.healthIssues.all(), workspace.refresher.failure);

function decideAsPerson(place: Workplace, decision: Parameters<typeof decide>[2]['decision']): void {
  const { stores, pipeline, newFileId } = place.workspace;
  const [save] = stores.saves.open();
  if (!save) throw new Error('the save is not in the outbox');
  const conflict = problemsOf(place).find(({ id }) => id === `save:${save.id}`)?.conflict;
  decide(stores, save, { decision, shown: conflict?.theirs.version ?? null }, newFileId);
  pipeline.wake();
}

test('a save becomes a version of a new document, byte for byte, and is called filed only when history shows it', async () => {
  await using place = await openWorkplace();
  place.service.setApplyDelay(3_000_000);
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await expect.poll(() => place.states(), eventually).toEqual(['sent']);
  expect(rowOf(place, 'Brief.docx')?.state).toBe('sent');
  place.service.applyPending();
  place.service.setApplyDelay(0);
  await place.allFiled();
  expect(rowOf(place, 'Brief.docx')).toMatchObject({ state: 'filed', versions: 1, onDisk: true, pending: 0 });
  expect(place.versionsOf('Brief.docx')).toEqual([sha256('first')]);
});

test('every save of a document is a version of it, in the order they were made', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  for (const content of ['one', 'two', 'three']) {
    writeFileSync(path, content);
    await expect
      .poll(() => place.states().length, eventually)
      .toBe(['one', 'two', 'three'].indexOf(content) + 1);
  }
  await place.allFiled(3);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two', 'three'].map(sha256));
});

test('a save the way Word does it is one version of the same document', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  writeFileSync(join(place.folder, '~$Brief.docx'), 'owner');
  writeFileSync(join(place.folder, '~WRD0000.tmp'), 'two');
  renameSync(path, join(place.folder, '~WRL0001.tmp'));
  renameSync(join(place.folder, '~WRD0000.tmp'), path);
  unlinkSync(join(place.folder, '~WRL0001.tmp'));
  unlinkSync(join(place.folder, '~$Brief.docx'));
  await place.allFiled(2);
  expect(place.versionsOf('Brief.docx')).toEqual([sha256('one'), sha256('two')]);
  expect(place.states()).toHaveLength(2);
});

test('opening or touching a document files nothing', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'same');
  await place.allFiled();
  utimesSync(path, new Date(), new Date());
  writeFileSync(path, 'same');
  // A second document behind it shows that the first has been looked at.
  writeFileSync(join(place.folder, 'Later.docx'), 'later');
  await expect.poll(() => place.versionsOf('Later.docx'), eventually).toHaveLength(1);
  await place.allFiled(2);
  expect(place.states()).toHaveLength(2);
});

test('offline, every save is kept, and all are sent in order by themselves when the service is back', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  await place.stopService();
  for (const [index, content] of ['one', 'two', 'three'].entries()) {
    writeFileSync(path, content);
    await expect.poll(() => place.states().length, eventually).toBe(index + 1);
  }
  await expect
    .poll(() => place.engine.status.value, eventually)
    .toMatchObject({ service: 'offline', waiting: 3, sent: 0 });
  expect(place.engine.status.value.why).not.toBeNull();
  expect(rowOf(place, 'Brief.docx')?.state).toBe('waiting');
  await place.restartService();
  await place.allFiled(3);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two', 'three'].map(sha256));
});

test('a save made while the program is closed is found at the next start, and nothing unchanged is filed again', async () => {
  await using place = await openWorkplace();
  writeFileSync(join(place.folder, 'Kept.docx'), 'kept');
  writeFileSync(join(place.folder, 'Changed.docx'), 'before');
  await place.allFiled(2);
  await place.engine.stop();
  writeFileSync(join(place.folder, 'Changed.docx'), 'after');
  await place.restartEngine();
  await place.allFiled(3);
  expect(place.versionsOf('Changed.docx')).toEqual([sha256('before'), sha256('after')]);
  expect(place.versionsOf('Kept.docx')).toEqual([sha256('kept')]);
});

test('a renamed document keeps its identity and its versions, and its content is not sent again', async () => {
  await using place = await openWorkplace();
  writeFileSync(join(place.folder, 'Draft.docx'), 'content');
  await place.allFiled();
  renameSync(join(place.folder, 'Draft.docx'), join(place.folder, 'Final.docx'));
  await place.allFiled(2);
  expect(place.versionsOf('Final.docx')).toEqual([sha256('content')]);
  expect(place.versionsOf('Draft.docx')).toEqual([]);
  expect(rowOf(place, 'Final.docx')).toMatchObject({ state: 'filed', versions: 1 });
});

test('a document saved in a folder of the service is filed in that folder, and moved when it is moved', async () => {
  await using place = await openWorkplace({
    before: (service, matterId) => service.colleague.createFolder(matterId, 'Pleadings: drafts'),
  });
  const folderId = place.service
    .foldersOf(place.matterId)
    .find((one) => one.name === 'Pleadings: drafts')?.folderId;
  const inside = join(place.folder, 'Pleadings - drafts');
  await expect.poll(() => existsSync(inside), eventually).toBe(true);
  await expect
    .poll(
      () => place.workspace.stores.links.folders(place.matterId).some((one) => one.folderId === folderId),
      eventually,
    )
    .toBe(true);
  writeFileSync(join(inside, 'Claim.docx'), 'claim');
  await place.allFiled();
  const filed = () => place.service.filesOf(place.matterId).find((file) => file.fileName === 'Claim.docx');
  expect(filed()?.folderId).toBe(folderId);
  renameSync(join(inside, 'Claim.docx'), join(place.folder, 'Claim.docx'));
  await place.allFiled(2);
  expect(filed()?.folderId).toBeNull();
});

test('a document in a folder the service does not know is filed in the nearest one it knows, with its path', async () => {
  await using place = await openWorkplace();
  mkdirSync(join(place.folder, 'Counsel', 'Notes'), { recursive: true });
  writeFileSync(join(place.folder, 'Counsel', 'Notes', 'Opinion.pdf'), 'opinion');
  await place.allFiled();
  const [filed] = place.service.filesOf(place.matterId).filter((file) => file.fileName === 'Opinion.pdf');
  expect(filed).toMatchObject({ folderId: null, additional: { relativePath: 'Counsel/Notes/Opinion.pdf' } });
});

test('a colleague’s newer version is never buried: the person is asked, and both contents are kept', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'mine');
  await place.allFiled();
  const file = place.service.filesOf(place.matterId).find((one) => one.fileName === 'Brief.docx');
  place.service.colleague.addVersion(file?.fileId ?? '', 'theirs');
  writeFileSync(path, 'mine again');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'problem']);
  const [problem] = problemsOf(place);
  expect(problem).toMatchObject({
    subject: 'Brief.docx',
    actions: expect.arrayContaining(['file-on-top', 'file-separately', 'keep-unfiled']),
  });
  expect(place.versionsOf('Brief.docx')).toEqual([sha256('mine'), sha256('theirs')]);

  decideAsPerson(place, 'file-on-top');
  await place.allFiled(2);
  expect(place.versionsOf('Brief.docx')).toEqual(['mine', 'theirs', 'mine again'].map(sha256));
});

test('a document of the same name filed before the folder was linked is a question, not a new version', async () => {
  await using place = await openWorkplace({
    before: (service, matterId) => service.colleague.createFile(matterId, 'Brief.docx', 'theirs'),
  });
  writeFileSync(join(place.folder, 'Brief.docx'), 'mine');
  await expect.poll(() => place.states(), eventually).toEqual(['problem']);
  decideAsPerson(place, 'file-separately');
  await place.allFiled();
  expect(place.versionsOf('Brief.docx').toSorted()).toEqual([sha256('theirs'), sha256('mine')].toSorted());
  expect(place.service.filesOf(place.matterId).filter((file) => file.fileName === 'Brief.docx')).toHaveLength(
    2,
  );
});

test('a copy filed on top of a namesake whose name is written in other case brings its own name', async () => {
  await using place = await openWorkplace({
    before: (service, matterId) => service.colleague.createFile(matterId, 'Brief.docx', 'theirs'),
  });
  writeFileSync(join(place.folder, 'BRIEF.DOCX'), 'mine');
  await expect.poll(() => place.states(), eventually).toEqual(['problem']);
  decideAsPerson(place, 'file-on-top');
  await place.allFiled(2);
  expect(place.versionsOf('BRIEF.DOCX')).toEqual([sha256('theirs'), sha256('mine')]);
  expect(place.versionsOf('Brief.docx')).toEqual([]);
});

test('a copy filed separately goes under the name it has now, though nobody saw it renamed', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'mine');
  await place.allFiled();
  const [file] = place.service.filesOf(place.matterId).filter((one) => one.fileName === 'Brief.docx');
  place.service.colleague.addVersion(file?.fileId ?? '', 'theirs');
  writeFileSync(path, 'mine again');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'problem']);
  const { watches, stores, linker } = place.workspace;
  await watches.remove(place.matterId);
  stores.links.unlink(place.matterId);
  renameSync(path, join(place.folder, 'BRIEF.DOCX'));
  await linker.link(place.matterId, place.folder);
  watches.add(place.matterId);
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'problem', 'waiting']);
  decideAsPerson(place, 'file-separately');
  await place.allFiled(3);
  expect(place.versionsOf('BRIEF.DOCX')).toEqual([sha256('mine again')]);
  expect(place.versionsOf('Brief.docx')).toEqual([sha256('mine'), sha256('theirs')]);
});

test('one document’s trouble does not stop the others', async () => {
  await using place = await openWorkplace();
  place.service.faults.add({ route: 'documents.putFile', kind: 'status', status: 422 });
  writeFileSync(join(place.folder, 'Refused.docx'), 'refused');
  await expect.poll(() => place.states(), eventually).toEqual(['problem']);
  writeFileSync(join(place.folder, 'Fine.docx'), 'fine');
  await expect.poll(() => place.states(), eventually).toEqual(['problem', 'filed']);
  expect(problemsOf(place)).toMatchObject([
    { subject: 'Refused.docx', actions: expect.arrayContaining(['retry']) },
  ]);
});

test('a service that takes no new documents says so for that document', async () => {
  await using place = await openWorkplace({ variants: { unknownFile: '404' } });
  writeFileSync(join(place.folder, 'New.docx'), 'new');
  await expect.poll(() => place.states(), eventually).toEqual(['problem']);
  expect(problemsOf(place)[0]?.why).toContain('no new documents');
});

test('a document that was kept unfiled can be renamed without anything waiting for ever', async () => {
  await using place = await openWorkplace();
  place.service.faults.add({ route: 'storage.put', kind: 'status', status: 413 });
  writeFileSync(join(place.folder, 'Large.pdf'), 'too large for the service');
  await expect.poll(() => place.states(), eventually).toEqual(['problem']);
  const [save] = place.workspace.stores.saves.open();
  if (save)
    decide(
      place.workspace.stores,
      save,
      { decision: 'keep-unfiled', shown: null },
      place.workspace.newFileId,
    );
  renameSync(join(place.folder, 'Large.pdf'), join(place.folder, 'Still large.pdf'));
  await expect.poll(() => place.states(), eventually).toEqual(['kept', 'kept']);
});

test('an upload address that expired is asked for again', async () => {
  await using place = await openWorkplace();
  place.service.faults.add({ route: 'storage.put', kind: 'expired' });
  writeFileSync(join(place.folder, 'Brief.docx'), 'content');
  await place.allFiled();
  expect(place.service.faults.hits).toBe(1);
  expect(place.versionsOf('Brief.docx')).toEqual([sha256('content')]);
});

test('content that arrived although its answer was lost is not sent twice', async () => {
  await using place = await openWorkplace({ speedUp: 10 });
  const { faults } = place.service;
  faults.add({ route: 'storage.put', kind: 'loseAnswer' });
  // Counts the contents that are sent after it.
  faults.add({ route: 'storage.put', kind: 'latency', ms: 0, after: 1, count: 'always' });
  writeFileSync(join(place.folder, 'Brief.docx'), 'content');
  // It may be from another computer of the same person: the person is asked, and nothing is sent before.
  await expect.poll(() => place.states(), eventually).toEqual(['problem']);
  expect(faults.hits).toBe(1);
  expect(place.versionsOf('Brief.docx')).toEqual([sha256('content')]);
});

test('a matter folder that vanishes is a problem shown, never a deletion', async () => {
  await using place = await openWorkplace();
  writeFileSync(join(place.folder, 'Brief.docx'), 'content');
  await place.allFiled();
  const aside = join(place.directory, 'unplugged');
  renameSync(place.folder, aside);
  await expect
    .poll(() => problemsOf(place).map((problem) => problem.what), eventually)
    .toEqual(['The matter’s folder is not there']);
  expect(rowOf(place, 'Brief.docx')?.state).toBe('filed');
  renameSync(aside, place.folder);
  await expect.poll(() => problemsOf(place), eventually).toEqual([]);
  appendFileSync(join(place.folder, 'Brief.docx'), ' and more');
  await place.allFiled(2);
});

test('a document deleted here stays filed in the service and is shown as such', async () => {
  await using place = await openWorkplace();
  writeFileSync(join(place.folder, 'Brief.docx'), 'content');
  await place.allFiled();
  rmSync(join(place.folder, 'Brief.docx'));
  await expect.poll(() => rowOf(place, 'Brief.docx')?.state, eventually).toBe('removed-here');
  expect(place.versionsOf('Brief.docx')).toHaveLength(1);
});

test('documents added from elsewhere are copied beside what is there, never over it', async () => {
  await using place = await openWorkplace();
  writeFileSync(join(place.folder, 'Brief.docx'), 'already here');
  const outside = join(place.directory, 'Brief.docx');
  writeFileSync(outside, 'from outside');
  const long = join(place.directory, `${'x'.repeat(300)}.pdf`);
  const added = await place.workspace.adder.add(place.matterId, null, [outside, long]);
  expect(added).toMatchObject({
    ok: true,
    value: [
      { outcome: 'added', name: 'Brief (2).docx' },
      { outcome: 'refused', refusal: { code: 'name-too-long' } },
    ],
  });
  await place.allFiled(2);
  expect(sha256OfFile(join(place.folder, 'Brief.docx'))).toBe(sha256('already here'));
  expect(place.versionsOf('Brief (2).docx')).toEqual([sha256('from outside')]);
  expect(sha256OfFile(outside)).toBe(sha256('from outside'));
});
