import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import { Pipeline } from '../../../../main/engine/features/upload/pipeline.ts';
import type { PipelinePorts } from '../../../../main/engine/features/upload/ports.ts';
import type { FilePut } from '../../../../main/engine/service/documents.ts';
import { problemList } from '../../../../main/engine/view/problem-list.ts';
import { ok } from '../../../../shared/base/result.ts';
import type { FileId, FolderId, MatterId } from '../../../../shared/model/index.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { emptyStores, takeInto } from '../history/projected.ts';

const matterId = 'matter' as MatterId;
const fileId = 'file' as FileId;
const court = 'court' as FolderId;

/** A document filed in the root, the folder “Court” with its directory, and a service that takes every rename and move. */
function desk() {
  const clock = new FakeClock();
  const stores = emptyStores();
  const projector = new Projector(stores);
  const announced: unknown[] = [];
  const putFile = async (_matter: MatterId, _file: FileId, put: () => Promise<FilePut>) => {
    const { fileAdditionalData: { attempt, ...more } = {}, ...said } = await put();
    expect(attempt).toBe('one try');
    announced.push({ ...said, ...(Object.keys(more).length > 0 ? { fileAdditionalData: more } : {}) });
    return ok({ fileId, uploadUrl: '', expiry: '' });
  };
  const account = { isReady: true, succeeded: () => {} };
  const lookedInto: (FolderId | null)[] = [];
  const poller = {
    expect: (_matter: MatterId, folderId: FolderId | null) => lookedInto.push(folderId),
    satisfied: () => {},
  };
  const run = <Value>(work: () => Value) => Promise.resolve(work());
  // Every history was read just now.
  const reader = { readSince: () => true, cost: () => 0 };
  const ports = { client: { documents: { putFile } }, account, poller, reader, commits: { run, soon: run } };
  const open = () => {
    const newFileId = () => 'one try';
    const more = {
      sendPace: { take: () => Promise.resolve() },
      stores,
      clock,
      newFileId,
      onChange: () => {},
    };
    const opened = new Pipeline({ ...ports, ...more } as unknown as PipelinePorts);
    opened.start(false);
    return opened;
  };
  const pipeline = open();

  let minutes = 0;
  const it = {
    announced,
    clock,
    pipeline,
    /** The program is closed and opened: the folders in which what was sent should show up. */
    async reopened() {
      await pipeline.stop();
      lookedInto.length = 0;
      open();
      return lookedInto;
    },
    /** What a read of history brought. */
    shows(entry: Record<string, unknown>, readFrom = '') {
      minutes += 1;
      const timestamp = new Date(minutes * 60_000).toISOString();
      const raw = JSON.stringify({ id: `e${minutes}`, type: 'File', timestamp, ...entry });
      takeInto(stores, projector, matterId, [{ seq: 0, readFrom, raw }]);
      pipeline.historyRead(matterId);
    },
    /** The person renames or moves the document to here, and the service takes it. */
    async brings(path: string) {
      const [sha256, name] = ['one', posix.basename(path)];
      const facts = { size: 1, modified: '', changed: '', inode: '' };
      const before = stores.links.fileOfDocument(matterId, fileId);
      if (before) stores.links.forgetFile(matterId, before.path);
      stores.links.putFile({
        ...facts,
        matterId,
        fileId,
        path,
        sha256,
        base: { entryId: null, upTo: 0 },
        removed: false,
      });
      const save = { matterId, fileId, path, name, sha256, size: 1, capturedAt: clock.now() };
      stores.outbox.add({ ...save, kind: 'metadata', state: 'waiting', problem: null });
      pipeline.wake();
      await clock.advance(1_000);
    },
    /** So many minutes pass, and the history of the root is looked at so often meanwhile. */
    async passes(time: number, looks: number) {
      for (let look = 0; look < looks; look += 1) {
        await clock.advance((time * 60_000) / looks);
        stores.history.checked(matterId, null, clock.now());
        pipeline.historyRead(matterId);
      }
    },
    /** The directory of the folder “Court” is found under another name. */
    renamesDirectory: (path: string) =>
      stores.links.putFolder(matterId, { path, folderId: court, inode: '7', namedFor: null }),
    problems: () => problemList(stores, [], null).map(({ what, actions }) => [what, ...actions]),
    decides: (decision: 'retry' | 'keep-unfiled') => {
      const [save] = stores.saves.problems();
      if (save) decide(stores, save, { decision, shown: null }, () => fileId);
      pipeline.wake();
    },
    states: () => stores.database.prepare<[], string>('SELECT state FROM save ORDER BY id').pluck().all(),
  };
  it.shows({ type: 'Folder', changeType: 'Create', folder: { id: court }, newName: 'Court' });
  it.shows({ changeType: 'Create', userId: 'us', file: { id: fileId }, newName: 'Claim.docx' });
  it.renamesDirectory('Court');
  return it;
}

const theirs = {
  changeType: 'Rename',
  userId: 'colleague',
  file: { id: fileId },
  oldName: 'Claim.docx',
  newName: 'Theirs.docx',
};

test('a document whose local folder was renamed is filed, though a colleague renamed it before history was read again', async () => {
  const { brings, shows, announced, states } = desk();
  await brings('Drafts/Claim.docx');
  expect(announced).toEqual([
    { fileName: 'Claim.docx', folderId: null, fileAdditionalData: { relativePath: 'Drafts/Claim.docx' } },
  ]);
  expect(states()).toEqual(['sent']);
  shows(theirs);
  expect(states()).toEqual(['filed']);
});

test('a rename is not filed because a colleague gave the document another name', async () => {
  const { brings, shows, states } = desk();
  await brings('Final.docx');
  shows(theirs);
  expect(states()).toEqual(['sent']);
  shows({ ...theirs, userId: 'us', oldName: 'Theirs.docx', newName: 'Final.docx' });
  expect(states()).toEqual(['filed']);
});

test('a move into a folder is filed when history shows it, though its directory has another name by then', async () => {
  const { brings, shows, renamesDirectory, announced, states } = desk();
  await brings('Court/Claim.docx');
  expect(announced).toEqual([{ fileName: 'Claim.docx', folderId: court }]);
  renamesDirectory('Court (old)');
  expect(states()).toEqual(['sent']);
  shows({ changeType: 'Move', file: { id: fileId }, oldFolderId: null, newFolderId: court }, court);
  expect(states()).toEqual(['filed']);
});

test('after a restart, what was sent into a folder is looked for there, though its directory has another name', async () => {
  const { brings, renamesDirectory, reopened } = desk();
  await brings('Court/Claim.docx');
  renamesDirectory('Court (old)');
  expect(await reopened()).toEqual([court]);
});

test('a move that the service had made already is filed, though the directory has another name by then', async () => {
  const { brings, shows, renamesDirectory, pipeline, states } = desk();
  shows({ changeType: 'Move', userId: 'us', file: { id: fileId }, newFolderId: court }, court);
  await brings('Court/Claim.docx');
  renamesDirectory('Court (old)');
  pipeline.historyRead(matterId);
  expect(states()).toEqual(['filed']);
});

const takenNotShown = [
  'The service took “Final.docx” and does not show it',
  'retry',
  'keep-unfiled',
  'show-in-folder',
];

test('a person is asked about what the service took more than an hour ago and never shows', async () => {
  const { brings, passes, problems, states } = desk();
  await brings('Final.docx');
  await passes(59, 100);
  expect(states()).toEqual(['sent']);
  await passes(20, 40);
  expect(states()).toEqual(['problem']);
  expect(problems()).toEqual([takenNotShown]);
});

test('a clock that was set back by months does not keep what is never shown from the person', async () => {
  const { brings, passes, problems, clock } = desk();
  await brings('Final.docx');
  clock.set(clock.now() - 150 * 24 * 3_600_000);
  await passes(55, 100);
  expect(problems()).toEqual([]);
  await passes(20, 40);
  expect(problems()).toEqual([takenNotShown]);
});

test('nobody is asked while nobody looked: after hours of sleep, history is given its time', async () => {
  const { brings, passes, states } = desk();
  await brings('Final.docx');
  await passes(300, 1);
  await passes(9, 100);
  expect(states()).toEqual(['sent']);
});

test('nobody is asked after a few looks, however long they took', async () => {
  const { brings, passes, states } = desk();
  await brings('Final.docx');
  await passes(600, 15);
  expect(states()).toEqual(['sent']);
});

test('what is shown after a person was asked is filed by itself, and what was saved after it goes on', async () => {
  const { brings, passes, shows, states } = desk();
  await brings('Final.docx');
  await brings('Final 2.docx');
  await passes(90, 100);
  expect(states()).toEqual(['problem', 'waiting']);
  shows({ ...theirs, userId: 'us', newName: 'Final.docx' });
  expect(states()).toEqual(['filed', 'waiting']);
  await passes(0.1, 1);
  expect(states()).toEqual(['filed', 'sent']);
});

test('once the person says that it is there, what was saved after it goes on', async () => {
  const { brings, passes, decides, announced, states } = desk();
  await brings('Final.docx');
  await brings('Final 2.docx');
  await passes(90, 100);
  decides('keep-unfiled');
  await passes(0.1, 1);
  expect(states()).toEqual(['kept', 'sent']);
  expect(announced).toHaveLength(2);
});
