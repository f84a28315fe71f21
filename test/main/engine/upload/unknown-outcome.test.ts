import { expect, test } from 'vitest';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import { Pipeline } from '../../../../main/engine/features/upload/pipeline.ts';
import type { PipelinePorts } from '../../../../main/engine/features/upload/ports.ts';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import { err, ok } from '../../../../shared/base/result.ts';
import type { FileId, FolderId, MatterId } from '../../../../shared/model/index.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { putFolder } from '../../../support/known-folder.ts';
import { emptyStores, takeInto } from '../history/projected.ts';

const matterId = 'matter' as MatterId;
const fileId = 'file' as FileId;
const letters = 'letters' as FolderId;

const entry = (id: string, changeType: string, userId: string, minute: number, place: object) =>
  JSON.stringify({
    id,
    type: 'File',
    changeType,
    timestamp: new Date(minute * 60_000).toISOString(),
    userId,
    file: { id: fileId },
    newName: 'Brief.docx',
    ...place,
  });
const first = entry('e1', 'Create', 'us', 1, { newFolderId: null, documentVersionId: 'v1' });
const second = entry('e2', 'Update', 'us', 2, { newFolderId: null, documentVersionId: 'v2' });
const move = entry('e3', 'Move', 'colleague', 3, { oldFolderId: null, newFolderId: letters });

interface Circumstances {
  readonly onTop?: boolean;
  /** How often the history of the root cannot be read. */
  readonly rootFails?: number;
  /** Milliseconds until history shows the version, and until it showed earlier ones. */
  readonly shownAfter?: number;
  readonly shownBefore?: number;
  /** Whether no history can be read once the content has left, until the test says so. */
  readonly unreadable?: boolean;
}

/**
 * A document in the root with one version, and a save of it that the service takes while its answer is lost. Right after
 * that a colleague moves the document, which only the history of the folder it is in now tells of.
 */
async function desk({
  onTop = false,
  rootFails = 0,
  shownAfter = 0,
  shownBefore = 0,
  unreadable = false,
}: Circumstances) {
  const clock = new FakeClock();
  const stores = emptyStores();
  const projector = new Projector(stores);
  putFolder(stores, matterId, letters, 'Letters');
  const histories = new Map<FolderId | null, string[]>([[null, [first]]]);
  const taken = { contents: 0 };
  let failures = rootFails;
  let closed = false;
  const read = (_matterId: MatterId, folderId: FolderId | null) => {
    if (closed)
      return Promise.resolve(
        err({ operation: 'history.read', kind: 'forbidden', status: 403, problem: null }),
      );
    if (folderId === null && histories.has(letters) && failures > 0) {
      failures -= 1;
      return Promise.resolve(
        err({ operation: 'history.read', kind: 'not-found', status: 404, problem: null }),
      );
    }
    const readFrom = folderId ?? '';
    const raws = histories.get(folderId) ?? [];
    takeInto(
      stores,
      projector,
      matterId,
      raws.map((raw) => ({ seq: 0, readFrom, raw })),
    );
    return Promise.resolve(ok(0));
  };
  await read(matterId, null);
  const documents = {
    async putFile(_matter: MatterId, _file: FileId, body: () => Promise<unknown>) {
      const aborted = { operation: 'documents.putFile', kind: 'aborted' } as const;
      const announced = { fileId, uploadUrl: '', expiry: '', expiresAt: null };
      return (await body()) === null ? err(aborted) : ok(announced);
    },
    async putContent() {
      taken.contents += 1;
      if (shownAfter > 0) clock.timer(shownAfter, () => histories.get(null)?.push(second));
      else histories.get(null)?.push(second);
      histories.set(letters, [move]);
      await read(matterId, letters);
      closed = unreadable;
      return err({ operation: 'documents.putContent', kind: 'stalled' });
    },
  };
  const ports = {
    client: { documents },
    account: { isReady: true, succeeded: () => {}, failed: () => false },
    poller: { expect: () => {}, satisfied: () => {} },
    reader: {
      readSince: () => false,
      isLong: () => false,
      cost: () => 0,
      read,
      looks: { restOf: () => 0, awaitedBy: () => {} },
    },
    vault: { readWhole: () => Promise.resolve(Buffer.from('two')) },
    commits: {
      run: <Value>(work: () => Value) => Promise.resolve(work()),
      soon: <Value>(work: () => Value) => Promise.resolve(work()),
    },
  };
  const pipeline = new Pipeline({
    ...ports,
    stores,
    clock,
    random: () => 0.5,
    newFileId: () => 'one try',
    sendPace: { take: () => Promise.resolve() },
    onChange: () => {},
  } as unknown as PipelinePorts);
  const facts = { size: 3, modified: '', changed: '', inode: '', sha256: 'two' };
  const baseSeq = stores.history.newestSeq();
  stores.links.putFile({
    ...facts,
    matterId,
    fileId,
    path: 'Brief.docx',
    base: { entryId: null, upTo: baseSeq },
    removed: false,
  });
  const save = { matterId, fileId, path: 'Brief.docx', name: 'Brief.docx', sha256: 'two', size: 3 };
  if (shownBefore > 0) {
    for (const sha256 of ['a', 'b', 'c']) {
      const other = { ...save, fileId: `file ${sha256}` as FileId, sha256, capturedAt: clock.now() };
      const id = stores.outbox.add({ ...other, kind: 'content', state: 'waiting', problem: null });
      stores.outbox.announcing(id, { key: 'one try', seenUpTo: 0, announced: null }, clock.now());
      stores.outbox.sent(id, clock.now() - shownBefore);
      stores.outbox.filed(id, `entry of ${sha256}`, clock.now());
    }
  }
  const state = onTop ? 'problem' : 'waiting';
  const problem = onTop ? '{"code":"newer-version","what":"","why":"","next":""}' : null;
  const id = stores.outbox.add({ ...save, kind: 'content', capturedAt: clock.now(), state, problem });
  if (onTop) stores.outbox.fileOnTop(id, stores.history.newestSeq());
  pipeline.start(false);
  return { clock, taken, save: () => stores.saves.get(id), readable: () => (closed = false) };
}

test('a version that arrived before its document was moved is found where it was announced', async () => {
  const { clock, taken, save } = await desk({});
  await clock.advance(2_000);
  expect(readProblem(save()?.problem ?? null)?.code).toBe('may-be-filed');
  expect(taken.contents).toBe(1);
});

test('what is to be filed on top of another version is looked for before it is sent a second time', async () => {
  const { clock, taken, save } = await desk({ onTop: true, rootFails: 20 });
  await clock.advance(60_000);
  expect(readProblem(save()?.problem ?? null)?.code).toBe('may-be-filed');
  expect(taken.contents).toBe(1);
});

test('a service that usually shows a version late is given three times as long before it gets one again', async () => {
  const { clock, taken, save } = await desk({ shownAfter: 40_000, shownBefore: 15_000 });
  await clock.advance(60_000);
  expect(readProblem(save()?.problem ?? null)?.code).toBe('may-be-filed');
  expect(taken.contents).toBe(1);
});

test('what a service does not show is sent again after ten seconds, and after two minutes at most', async () => {
  for (const [shownBefore, before, after] of [
    [0, 9_000, 12_000],
    [3_600_000, 113_000, 125_000],
  ] as const) {
    const { clock, taken } = await desk({ shownAfter: 3_600_000, shownBefore });
    await clock.advance(before);
    expect(taken.contents).toBe(1);
    await clock.advance(after - before);
    expect(taken.contents).toBe(2);
  }
});

test('what may have arrived is not sent a second time as long as no history can be looked at', async () => {
  const { clock, taken, save, readable } = await desk({ unreadable: true });
  await clock.advance(30 * 60_000);
  expect(save()).toMatchObject({ state: 'sending', problem: expect.stringContaining('does not allow this') });
  readable();
  await clock.advance(60_000);
  expect(readProblem(save()?.problem ?? null)?.code).toBe('may-be-filed');
  expect(taken.contents).toBe(1);
});
