import { expect, test } from 'vitest';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import { Pipeline } from '../../../../main/engine/features/upload/pipeline.ts';
import type { PipelinePorts } from '../../../../main/engine/features/upload/ports.ts';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import { err, ok } from '../../../../shared/base/result.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { emptyStores, takeInto } from '../history/projected.ts';

const matterId = 'matter' as MatterId;
const fileId = 'file' as FileId;

const version = (id: string, userId: string, minute: number) =>
  JSON.stringify({
    id,
    type: 'File',
    changeType: minute === 1 ? 'Create' : 'Update',
    timestamp: new Date(minute * 60_000).toISOString(),
    file: { id: fileId },
    newName: 'Brief.docx',
    documentVersionId: id,
    userId,
  });

/**
 * A document with one version, and a save of it whose announcement takes so many milliseconds to get through. Answers of
 * the history take long until `slowReads` have come: each says what was so when it was asked for. The disk does not take
 * the first `refusedCommits`.
 */
async function desk(announcementTakes: number, { slowReads = 0, refusedCommits = 0 } = {}) {
  const clock = new FakeClock();
  const stores = emptyStores();
  const projector = new Projector(stores);
  const history = [version('v1', 'us', 1)];
  const taken = { reads: 0, contents: 0, commits: 0, announcing: 0, mostAnnouncing: 0 };
  const show = () =>
    takeInto(
      stores,
      projector,
      matterId,
      history.map((raw) => ({ seq: 0, readFrom: '', raw })),
    );
  show();
  const reader = {
    readSince: () => false,
    isLong: () => false,
    cost: () => 0,
    read: async () => {
      taken.reads += 1;
      show();
      if (taken.reads <= slowReads) await clock.sleep(9_000);
      return ok(0);
    },
  };
  const documents = {
    async putFile(_matter: MatterId, _file: FileId, body: () => Promise<unknown>) {
      if ((await body()) === null) return err({ operation: 'documents.putFile', kind: 'aborted' } as const);
      taken.announcing += 1;
      taken.mostAnnouncing = Math.max(taken.mostAnnouncing, taken.announcing);
      await clock.sleep(announcementTakes);
      taken.announcing -= 1;
      return ok({ fileId, uploadUrl: '', expiry: '', expiresAt: null });
    },
    putContent() {
      taken.contents += 1;
      return Promise.resolve(ok(undefined));
    },
  };
  const account = { isReady: true, succeeded: () => {}, failed: () => false };
  const poller = { expect: () => {}, satisfied: () => {} };
  const vault = { readWhole: () => Promise.resolve(Buffer.from('two')) };
  const run = async <Value>(work: () => Value) => {
    taken.commits += 1;
    if (taken.commits <= refusedCommits) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    return work();
  };
  const random = () => 0.5;
  const ports = { client: { documents }, account, poller, reader, vault, commits: { run, soon: run } };
  const sendPace = { take: () => Promise.resolve() };
  const ends = { sendPace, clock, random, onChange: () => {}, newFileId: () => 'one try' };
  const pipeline = new Pipeline({ ...ports, ...ends, stores } as unknown as PipelinePorts);
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
  const capturedAt = clock.now();
  const id = stores.outbox.add({ ...save, kind: 'content', capturedAt, state: 'waiting', problem: null });
  pipeline.start(false);
  const hold = () => stores.outbox.hold(1, matterId, 0);
  return { clock, history, taken, hold, save: () => stores.saves.get(id) };
}

/** How it ended for the save. */
const endOf = ({ save, taken }: Awaited<ReturnType<typeof desk>>) => ({
  state: save()?.state,
  problem: readProblem(save()?.problem ?? null)?.code,
  contents: taken.contents,
});
/** The person is asked, and no content has left. */
const asked = { state: 'problem', problem: 'newer-version', contents: 0 };

test('a colleague’s version filed while our announcement waited its turn is not buried', async () => {
  const one = await desk(9_000);
  const { clock, history } = one;
  await clock.advance(1_000);
  history.push(version('v2', 'colleague', 2));
  await clock.advance(10_000);
  expect(endOf(one)).toEqual(asked);
});

test('a colleague’s version filed while we looked for one is not buried', async () => {
  const one = await desk(0, { slowReads: 2 });
  const { clock, history } = one;
  await clock.advance(17_000);
  history.push(version('v2', 'colleague', 2));
  await clock.advance(10_000);
  expect(endOf(one)).toEqual(asked);
});

test('a colleague’s version filed while the computer slept before our content left is not buried', async () => {
  const one = await desk(1_000);
  const { clock, history } = one;
  await clock.advance(500);
  // What no clock of the program counts but the one that people set.
  clock.set(clock.now() + 3_600_000);
  history.push(version('v2', 'colleague', 2));
  await clock.advance(2_000);
  expect(endOf(one)).toEqual(asked);
});

test('a history that always takes long to answer does not hold up a save for ever', async () => {
  const { clock, taken, save } = await desk(0, { slowReads: Number.POSITIVE_INFINITY });
  await clock.advance(60_000);
  expect(save()?.state).toBe('sent');
  expect(taken.contents).toBe(1);
});

test('where nobody filed anything meanwhile, the content follows a slow announcement', async () => {
  const { clock, taken, save } = await desk(9_000);
  await clock.advance(11_000);
  expect(save()?.state).toBe('sent');
  expect(taken).toMatchObject({ contents: 1 });
});

test('an announcement that gets through at once costs no second look', async () => {
  const { clock, taken, save } = await desk(300);
  await clock.advance(0);
  const { reads } = taken;
  await clock.advance(2_000);
  expect(save()?.state).toBe('sent');
  expect(taken.reads).toBe(reads);
});

test('an announcement that a full disk did not note has its answer before the next one goes out', async () => {
  const { clock, taken, save } = await desk(30_000, { refusedCommits: 1 });
  await clock.advance(120_000);
  expect(taken.mostAnnouncing).toBe(1);
  expect([save()?.state, taken.contents]).toEqual(['sent', 1]);
});

test('a save that turns out to be one of too many while history is looked at is not announced', async () => {
  const { clock, taken, hold, save } = await desk(0, { slowReads: 1 });
  await clock.advance(1_000);
  hold();
  await clock.advance(60_000);
  expect([save()?.state, taken.mostAnnouncing, taken.contents]).toEqual(['waiting', 0, 0]);
});
