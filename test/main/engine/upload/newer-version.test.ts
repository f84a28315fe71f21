import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { Account } from '../../../../main/engine/features/account/account.ts';
import { HistoryReader } from '../../../../main/engine/features/history/history-reader.ts';
import { HistoryIntake } from '../../../../main/engine/features/history/intake.ts';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import { Elsewhere } from '../../../../main/engine/features/upload/elsewhere.ts';
import { checkForNewerVersion } from '../../../../main/engine/features/upload/newer-version.ts';
import type { EngineClient } from '../../../../main/engine/service/client.ts';
import type { ServiceError } from '../../../../main/engine/service/errors.ts';
import { type FolderHistory, readEntry } from '../../../../main/engine/service/history.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import type { Save } from '../../../../main/engine/store/save.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import { err, ok } from '../../../../shared/base/result.ts';
import type { FileId, FolderId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { putFolder } from '../../../support/known-folder.ts';

const matterId = 'matter' as MatterId;
const fileId = 'brief' as FileId;
const minute = 60_000;

const entry = (id: string, changeType: string, userId: string, place: object) =>
  JSON.stringify({
    id,
    type: 'File',
    changeType,
    timestamp: `2026-11-20T08:0${id.slice(1)}:00Z`,
    userId,
    file: { id: fileId },
    newName: 'Brief.docx',
    ...place,
  });
const ours = entry('e1', 'Create', 'us', { newFolderId: null, documentVersionId: 'v1' });
const move = entry('e2', 'Move', 'colleague', { oldFolderId: null, newFolderId: 'letters' });
const theirs = entry('e3', 'Update', 'colleague', { newFolderId: 'letters', documentVersionId: 'v2' });

/** A document of ours in the top folder of a matter with some more folders, and histories that the test writes. */
async function desk(folders: readonly string[], took = 0) {
  const clock = new FakeClock();
  const stores = storesOn(prepareDatabase(new Database(':memory:')), testAuditContext);
  const histories = new Map<string, readonly string[] | ServiceError>([[matterId, [ours]]]);
  const asked: string[] = [];
  const read: EngineClient['history']['read'] = async (_matterId, address) => {
    asked.push(address);
    const leftAt = clock.steady();
    if (took > 0) await clock.advance(took);
    const history = histories.get(address) ?? [];
    if ('kind' in history) return err(history);
    const entries = history.map(readEntry).flatMap((each) => (each.ok ? [each.value] : []));
    return ok<FolderHistory>({ entries, malformed: [], leftAt });
  };
  const reader = new HistoryReader({
    client: { history: { read } } as EngineClient,
    account: new Account({ clock, random: () => 0.5, onChange: () => {} }),
    stores,
    clock,
    intake: new HistoryIntake(stores, new Projector(stores), clock),
    isExpecting: () => false,
    onHistory: () => {},
    onUnchanged: () => {},
    random: () => 0.5,
    onAnsweredAgain: () => {},
    onNotKept: () => {},
  });
  const signal = new AbortController().signal;
  for (const name of folders) putFolder(stores, matterId, name as FolderId, name);
  await reader.read(matterId, null, { priority: 'view', signal });
  const facts = { size: 1, modified: '', changed: '', inode: '', sha256: 'one' };
  const baseSeq = stores.history.newestSeq();
  stores.links.putFile({
    matterId,
    path: 'Brief.docx',
    fileId,
    ...facts,
    base: { entryId: null, upTo: baseSeq },
    removed: false,
  });
  const elsewhere = new Elsewhere({ stores, reader, clock });
  return {
    clock,
    histories,
    /** Other documents of the matter that were saved and wait. */
    wait(count: number) {
      for (let number = 1; number <= count; number += 1)
        stores.outbox.add({
          ...{ matterId, fileId: `other-${number}` as FileId, kind: 'content', path: `Other ${number}.docx` },
          ...{ name: `Other ${number}.docx`, sha256: 'one', size: 1, capturedAt: clock.now() },
          ...{ state: 'waiting', problem: null },
        });
    },
    async look(after = 5_000, savedBefore = 0) {
      await clock.advance(after);
      asked.length = 0;
      const capturedAt = clock.now() - savedBefore;
      const save = {
        ...{ matterId, fileId, name: 'Brief.docx', kind: 'content', capturedAt },
        agreedUpTo: null,
      } as Save;
      const looked = await checkForNewerVersion({ stores, reader, clock }, elsewhere, save, signal);
      return { looked, asked: asked.toSorted() };
    },
  };
}

const failure = (kind: 'server' | 'forbidden' | 'not-found'): ServiceError =>
  kind === 'server'
    ? { operation: 'history.read', kind, status: 500, problem: null, retryAfterMs: null }
    : { operation: 'history.read', kind, status: kind === 'forbidden' ? 403 : 404, problem: null };

test('a version filed where a colleague moved the document is found, though only the new folder tells of the move', async () => {
  const { histories, look } = await desk(['letters', 'court']);
  expect((await look()).looked).toEqual({ ok: true, value: 'none' });
  histories.set('letters', [move, theirs]);
  expect((await look()).looked).toMatchObject({ ok: true, value: { code: 'newer-version' } });
});

test('a version filed in a folder that the look itself tells of for the first time is found', async () => {
  const { histories, look } = await desk(['letters']);
  expect((await look()).looked).toEqual({ ok: true, value: 'none' });
  const drafts = { type: 'Folder', file: undefined, folder: { id: 'drafts' }, newName: 'Drafts' };
  histories.set('letters', [entry('e4', 'Create', 'colleague', { ...drafts, newFolderId: 'letters' })]);
  histories.set('drafts', [
    entry('e2', 'Move', 'colleague', { oldFolderId: null, newFolderId: 'drafts' }),
    entry('e3', 'Update', 'colleague', { newFolderId: 'drafts', documentVersionId: 'v2' }),
  ]);
  expect((await look()).looked).toMatchObject({ ok: true, value: { code: 'newer-version' } });
});

test('a look at the other folders serves every save that was there when it began, within a second, and none that came later', async () => {
  const { look } = await desk(['letters', 'court']);
  expect((await look()).asked).toEqual(['court', 'letters', matterId]);
  expect((await look(900, 5_000)).asked).toEqual([]);
  expect((await look(0, 800)).asked).toEqual(['court', 'letters', matterId]);
  expect((await look(1_100, 60_000)).asked).toEqual(['court', 'letters', matterId]);
});

test('while many saves wait a look at the other folders serves them for four seconds, and none that came later', async () => {
  const { look, wait } = await desk(['letters', 'court']);
  wait(4);
  expect((await look()).asked).toEqual(['court', 'letters', matterId]);
  expect((await look(3_500, 5_000)).asked).toEqual([matterId]);
  expect((await look(0, 3_000)).asked).toEqual(['court', 'letters']);
});

test('the other folders are not asked at all where there are many', async () => {
  const many = await desk(['a', 'b', 'c', 'd', 'e']);
  expect((await many.look()).asked).toEqual([matterId]);
});

test('a folder that is refused, or fails for minutes, does not hold up the documents of the others', async () => {
  const { clock, histories, look } = await desk(['letters', 'court']);
  histories.set('letters', failure('forbidden'));
  expect((await look()).looked).toEqual({ ok: true, value: 'none' });
  expect((await look(1_500)).asked).toEqual(['court', matterId]);
  expect((await look()).asked).toEqual(['court', 'letters', matterId]);
  histories.set('court', failure('server'));
  expect((await look()).looked).toMatchObject({ ok: false, error: { error: { kind: 'server' } } });
  await clock.advance(minute);
  expect((await look()).looked).toMatchObject({ ok: false });
  await clock.advance(minute);
  expect((await look()).looked).toEqual({ ok: true, value: 'none' });
  expect((await look(1_500)).asked).toEqual([matterId]);
  histories.set('court', []);
  await look();
  histories.set('court', failure('server'));
  expect((await look()).looked).toMatchObject({ ok: false });
});

test('a folder that is not found may be one that was just made: it is given two minutes', async () => {
  const { clock, histories, look } = await desk(['letters', 'court']);
  histories.set('letters', failure('not-found'));
  expect((await look()).looked).toMatchObject({ ok: false, error: { error: { kind: 'not-found' } } });
  await clock.advance(minute);
  histories.set('letters', [move, theirs]);
  expect((await look()).looked).toMatchObject({ ok: true, value: { code: 'newer-version' } });
  histories.set('court', failure('not-found'));
  expect((await look()).looked).toMatchObject({ ok: false });
  await clock.advance(2 * minute);
  expect((await look()).looked).toMatchObject({ ok: true });
});

test('a look from before the clock was set back is not taken for a new one', async () => {
  const { clock, histories, look } = await desk([]);
  expect((await look()).looked).toEqual({ ok: true, value: 'none' });
  const then = clock.now();
  await clock.advance(17_000);
  clock.set(then);
  histories.set(matterId, [
    ours,
    entry('e2', 'Update', 'colleague', { newFolderId: null, documentVersionId: 'v2' }),
  ]);
  expect((await look(0)).looked).toMatchObject({ ok: true, value: { code: 'newer-version' } });
});

test('one read of a history that takes long serves every save that was there when it began, and none that came later', async () => {
  const took = 4_000;
  const { look } = await desk([], took);
  expect((await look(10_000)).asked).toEqual([matterId]);
  // Ended just now: saves that were captured before it began need no other, as long as it is as fresh as it can be.
  expect((await look(0, took + 1)).asked).toEqual([]);
  expect((await look(900, took + 901)).asked).toEqual([]);
  expect((await look(0, took - 1)).asked).toEqual([matterId]);
  expect((await look(1_100, 60_000)).asked).toEqual([matterId]);
});
