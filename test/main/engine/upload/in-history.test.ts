import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { HistoryIntake } from '../../../../main/engine/features/history/intake.ts';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import {
  hasVersionsSince,
  learnOwnUserId,
  metadataShown,
  notIncluded,
  proofOf,
  versionsSince,
} from '../../../../main/engine/features/upload/in-history.ts';
import { neverShown } from '../../../../main/engine/features/upload/problem-words.ts';
import { readEntry } from '../../../../main/engine/service/history.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { ownUserId } from '../../../../main/engine/store/matters.ts';
import type { Save } from '../../../../main/engine/store/save.ts';
import { type Stores, storesOn } from '../../../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';

const matterId = 'matter' as MatterId;
const fileId = 'file' as FileId;

const openStores = (): Stores => storesOn(prepareDatabase(new Database(':memory:')), testAuditContext);

interface Shown {
  readonly id: string;
  readonly changeType: unknown;
  readonly userId: string;
  readonly minute: number;
  /** The id of the entry, unless given. */
  readonly documentVersionId?: string | undefined;
}

const rawOf = ({ minute, ...entry }: Shown): string =>
  JSON.stringify({
    documentVersionId: entry.id,
    ...entry,
    type: 'File',
    timestamp: new Date(minute * 60_000).toISOString(),
    file: { id: fileId },
  });

/** What a read of the history brought, oldest first. */
function read(stores: Stores, entries: readonly Shown[]) {
  const received = entries.map((entry) => ({
    id: entry.id,
    fileId,
    at: entry.minute * 60_000,
    raw: rawOf(entry),
  }));
  stores.history.append(matterId, null, received, 0);
}

/** A save that was announced when history showed entries up to `seenUpTo`, and accepted. */
function accepted(stores: Stores, seenUpTo: number): Save {
  const facts = { matterId, fileId, path: 'Brief.docx', name: 'Brief.docx', sha256: 'one', size: 1 };
  const save = { ...facts, kind: 'content', capturedAt: 0, state: 'waiting', problem: null } as const;
  const id = stores.outbox.add(save);
  stores.outbox.announcing(id, { key: 'one try', seenUpTo, announced: null }, 1);
  stores.outbox.sent(id, 2);
  return stores.saves.get(id) as Save;
}
const theirs = { id: 'e2', changeType: 'Update', userId: 'colleague', minute: 2 };
const ours = { id: 'e1', changeType: 'Create', userId: 'us', minute: 1 };

const deleted = { ...theirs, changeType: 'Delete', documentVersionId: undefined };

test.each([
  ['names no version', undefined],
  ['names the version that it had', 'e1'],
])(
  'a document that is brought back from the bin with a save on its way is not called filed by that, where its entry %s',
  (_, documentVersionId) => {
    const stores = openStores();
    stores.matters.putSetting(ownUserId, 'us');
    read(stores, [ours, deleted]);
    const save = accepted(stores, 2);
    read(stores, [{ ...ours, id: 'e3', changeType: 'Restore', minute: 3, documentVersionId }]);
    expect(proofOf(stores, save)).toEqual({ kind: 'not-shown' });
    read(stores, [{ ...ours, id: 'e4', changeType: 'Update', minute: 4 }]);
    expect(proofOf(stores, save)).toMatchObject({ kind: 'filed', entryId: 'e4' });
  },
);

test.each([
  ['names no version', undefined],
  ['names a new version', 'e3'],
])(
  'what a colleague restored of a document that was not deleted is not covered unasked, where its entry %s',
  (_, documentVersionId) => {
    const stores = openStores();
    stores.matters.putSetting(ownUserId, 'us');
    read(stores, [ours]);
    read(stores, [{ ...theirs, id: 'e3', changeType: 'Restore', minute: 3, documentVersionId }]);
    expect(notIncluded(stores, { matterId, fileId }, 1)).toMatchObject([{ entryId: 'e3' }]);
  },
);

test('while it is not known who we are, a colleague’s version is not taken for the one that was sent', () => {
  const stores = openStores();
  const save = accepted(stores, 0);
  read(stores, [theirs]);
  expect(proofOf(stores, save)).toEqual({ kind: 'not-shown' });
  read(stores, [ours]);
  expect(proofOf(stores, save)).toMatchObject({ kind: 'filed', entryId: 'e1' });
  learnOwnUserId(stores, save, 'e1');
  expect(stores.matters.setting(ownUserId)).toBe('us');
});

test('a colleague’s version that was read from another folder before ours is not taken for included', () => {
  const stores = openStores();
  stores.matters.putSetting(ownUserId, 'us');
  const [first, second] = [accepted(stores, 0), accepted(stores, 1)];
  read(stores, [theirs]);
  read(stores, [ours]);
  expect(proofOf(stores, first)).toMatchObject({ entryId: 'e1', base: { upTo: 0 } });
  expect(proofOf(stores, second)).toMatchObject({ entryId: 'e1', base: { upTo: 2 } });
});

test('a colleague’s move that is read before the version it names, as from its new folder or after damage, is no newer version', () => {
  const stores = openStores();
  stores.matters.putSetting(ownUserId, 'us');
  const save = accepted(stores, 0);
  read(stores, [ours]);
  stores.outbox.filed(save.id, 'e1', 3);
  expect(notIncluded(stores, save)).toEqual([]);
  // Both entries were lost with a damaged database, and come again in another order.
  stores.database.exec('DELETE FROM history_entry');
  const moved = { id: 'e3', changeType: 'Move', userId: 'colleague', minute: 3, documentVersionId: 'e1' };
  read(stores, [moved]);
  read(stores, [ours]);
  expect(notIncluded(stores, save)).toEqual([]);
  // One that names a version nobody showed may still have brought it.
  read(stores, [{ ...moved, id: 'e4', documentVersionId: 'e4' }]);
  expect(notIncluded(stores, save)).toMatchObject([{ entryId: 'e4' }]);
});

test('in words nobody knows, of versions by two people neither is ours as long as nobody knows who we are', () => {
  const stores = openStores();
  const save = accepted(stores, 0);
  read(stores, [
    { ...theirs, changeType: 'Litotes' },
    { ...ours, changeType: 'Zeugma' },
  ]);
  expect(proofOf(stores, save)).toEqual({ kind: 'not-shown' });
});

test('in a history that shows the newest first, a colleague’s version still counts as newer than ours', async () => {
  const stores = openStores();
  const save = accepted(stores, 0);
  const entries = [theirs, ours].flatMap((one) => {
    const entry = readEntry(rawOf(one));
    return entry.ok ? [entry.value] : [];
  });
  const { signal } = new AbortController();
  const intake = new HistoryIntake(stores, new Projector(stores), { steady: () => 0 });
  await intake.take(matterId, null, entries, { now: 0, signal, whole: () => {} });
  const proof = proofOf(stores, save);
  expect(proof).toMatchObject({ entryId: 'e1' });
  const base = proof.kind === 'filed' ? proof.base.upTo : Number.NaN;
  expect(versionsSince(stores, save, base).map(({ entryId }) => entryId)).toEqual(['e2']);
});

/** Stores that know who we are, with a history that shows a document made here; `shows` adds a rename by us. */
function renaming(): { stores: Stores; shows: (id: string, newName: string, newFolderId?: string) => void } {
  const stores = openStores();
  stores.matters.putSetting(ownUserId, 'us');
  read(stores, [ours]);
  const shows = (id: string, newName: string, newFolderId?: string) => {
    const change = { type: 'File', changeType: 'Rename', userId: 'us', file: { id: fileId } };
    const raw = JSON.stringify({ id, ...change, newName, newFolderId });
    stores.history.append(matterId, null, [{ id, fileId, at: 3, raw }], 0);
  };
  return { stores, shows };
}

test('a rename that the service carried out is filed although the folder was moved here meanwhile', () => {
  const { stores, shows } = renaming();
  const renamed = accepted(stores, stores.history.newestSeq());
  shows('e3', 'New.docx', 'where-it-was');
  expect(metadataShown(stores, renamed, { fileName: 'New.docx', folderId: null })).toBe(true);
});

test('a rename is filed although the service writes the name in its own way', () => {
  const { stores, shows } = renaming();
  const renamed = accepted(stores, stores.history.newestSeq());
  shows('e3', 'new.docx');
  expect(metadataShown(stores, renamed, { fileName: 'New.docx', folderId: null })).toBe(true);
});

test('an earlier rename that was heard twice does not file the rename after it', () => {
  const { stores, shows } = renaming();
  shows('e3', 'First.docx');
  const renamed = accepted(stores, stores.history.newestSeq());
  shows('e4', 'First.docx');
  const expected = { fileName: 'Second.docx', folderId: null };
  expect(metadataShown(stores, renamed, expected)).toBe(false);
  shows('e5', 'Second.docx');
  expect(metadataShown(stores, renamed, expected)).toBe(true);
});

test.each([
  ['a look at it', { changeType: 'Viewed' }],
  ['a deletion', { changeType: 'Delete' }],
  ['a move', { changeType: 'Move', newFolderId: 'elsewhere' }],
  ['a copy of it', { changeType: 'Copy' }],
])('%s by ourselves that gives no name does not file a rename, which what tells of one does', (_, words) => {
  const { stores } = renaming();
  const renamed = accepted(stores, stores.history.newestSeq());
  const expected = { fileName: 'New.docx', formerName: 'Brief.docx', folderId: null };
  const shows = (id: string, more: object) => {
    const raw = JSON.stringify({ id, type: 'File', userId: 'us', file: { id: fileId }, ...more });
    stores.history.append(matterId, null, [{ id, fileId, at: 3, raw }], 0);
  };
  shows('e3', words);
  expect(metadataShown(stores, renamed, expected)).toBe(false);
  shows('e4', { changeType: 'Rename' });
  expect(metadataShown(stores, renamed, expected)).toBe(true);
});

test.each([
  ['a rename', { changeType: 'Rename' }],
  ['a move elsewhere', { changeType: 'Move', newFolderId: 'elsewhere' }],
])('%s by ourselves that gives no name does not file a move, which one to its folder does', (_, words) => {
  const { stores } = renaming();
  const moved = accepted(stores, stores.history.newestSeq());
  const expected = { fileName: 'Brief.docx', formerName: null, folderId: 'court' };
  const shows = (id: string, more: object) => {
    const raw = JSON.stringify({ id, type: 'File', userId: 'us', file: { id: fileId }, ...more });
    stores.history.append(matterId, null, [{ id, fileId, at: 3, raw }], 0);
  };
  shows('e3', words);
  expect(metadataShown(stores, moved, expected)).toBe(false);
  shows('e4', { changeType: 'Move', newFolderId: 'court' });
  expect(metadataShown(stores, moved, expected)).toBe(true);
});

test('a rename that a try did whose answer was lost is filed once it is accepted again, where times are false', () => {
  const { stores, shows } = renaming();
  shows('e3', 'First.docx');
  const facts = { matterId, fileId, path: 'Second.docx', name: 'Second.docx', sha256: 'one', size: 1 };
  const save = { ...facts, kind: 'metadata', capturedAt: 0, state: 'waiting', problem: null } as const;
  const id = stores.outbox.add(save);
  const announces = () => {
    const seenUpTo = stores.history.newestSeq();
    stores.outbox.announcing(id, { key: `try after ${seenUpTo}`, seenUpTo, announced: null }, 1);
  };
  announces();
  stores.outbox.again(id, 2, null);
  const change = { type: 'File', changeType: 'Rename', file: { id: fileId } };
  const raw = JSON.stringify({
    id: 'e4',
    ...change,
    timestamp: '1960-01-01T00:00:00Z',
    newName: 'Second.docx',
  });
  stores.history.append(matterId, null, [{ id: 'e4', fileId, at: 0, raw }], 0);
  // It changes nothing any more: there is no entry of it.
  announces();
  stores.outbox.sent(id, 3);
  const renamed = stores.saves.get(id) as Save;
  const expected = { fileName: 'Second.docx', folderId: null };
  expect(metadataShown(stores, renamed, expected)).toBe(true);
  expect(metadataShown(stores, renamed, { ...expected, fileName: 'Third.docx' })).toBe(false);
});

test('whoever is asked about what the service took and does not show is told of versions that may be it', () => {
  const stores = openStores();
  const save = accepted(stores, 0);
  expect(hasVersionsSince(stores, save)).toBe(false);
  expect(neverShown('Brief.docx', false).why).toMatch(/has not shown it since/);
  const inNoWordsKnown = (shown: Shown) => ({ ...shown, changeType: 'Zeugma' });
  read(stores, [inNoWordsKnown(ours), inNoWordsKnown(theirs)]);
  // Either may be ours while it is not known who we are.
  expect(proofOf(stores, save)).toEqual({ kind: 'not-shown' });
  expect(hasVersionsSince(stores, save)).toBe(true);
  expect(neverShown('Brief.docx', true).why).not.toMatch(/has not shown it/);
});
