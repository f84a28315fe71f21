import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { Projector } from '../../../../main/engine/history/projector.ts';
import { Pipeline } from '../../../../main/engine/upload/pipeline.ts';
import type { PipelinePorts } from '../../../../main/engine/upload/ports.ts';
import type { FileId, FolderId, MatterId } from '../../../../shared/model.ts';
import { ok } from '../../../../shared/result.ts';
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
  const putFile = (_matter: MatterId, _file: FileId, put: unknown) => {
    announced.push(put);
    return Promise.resolve(ok({ fileId, uploadUrl: '', expiry: '' }));
  };
  const account = { isReady: true, succeeded: () => {} };
  const lookedInto: (FolderId | null)[] = [];
  const poller = {
    expect: (_matter: MatterId, folderId: FolderId | null) => lookedInto.push(folderId),
    satisfied: () => {},
  };
  const run = (work: () => void) => Promise.resolve(work());
  const ports = { client: { documents: { putFile } }, account, poller, commits: { run, soon: run } };
  const open = () => {
    const opened = new Pipeline({ ...ports, stores, clock, onChange: () => {} } as unknown as PipelinePorts);
    opened.start(false);
    return opened;
  };
  const pipeline = open();

  let minutes = 0;
  const it = {
    announced,
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
      stores.links.putFile({ ...facts, matterId, fileId, path, sha256, baseSeq: 0, removed: false });
      const save = { matterId, fileId, path, name, sha256, size: 1, capturedAt: clock.now() };
      stores.outbox.add({ ...save, kind: 'metadata', state: 'waiting', problem: null });
      pipeline.wake();
      await clock.advance(1_000);
    },
    /** The directory of the folder “Court” is found under another name. */
    renamesDirectory: (path: string) =>
      stores.links.putFolder(matterId, { path, folderId: court, inode: '7', namedFor: null }),
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
