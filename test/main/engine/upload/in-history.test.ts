import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import type { Save } from '../../../../main/engine/store/save.ts';
import { type Stores, storesOn } from '../../../../main/engine/store/stores.ts';
import {
  includedUpTo,
  learnOwnUserId,
  metadataShown,
  ownVersion,
  versionsSince,
} from '../../../../main/engine/upload/in-history.ts';
import type { FileId, MatterId } from '../../../../shared/model.ts';
import { testWitness } from '../../../support/witness.ts';

const matterId = 'matter' as MatterId;
const fileId = 'file' as FileId;

const openStores = (): Stores => storesOn(prepareDatabase(new Database(':memory:')), testWitness);

/** What a read of the history brought, in the service's order. */
function read(
  stores: Stores,
  entries: readonly { id: string; changeType: unknown; userId: string; minute: number }[],
) {
  const received = entries.map(({ minute, ...entry }) => {
    const timestamp = new Date(minute * 60_000).toISOString();
    const raw = JSON.stringify({
      ...entry,
      type: 'File',
      timestamp,
      file: { id: fileId },
      documentVersionId: entry.id,
    });
    return { id: entry.id, fileId, at: minute * 60_000, raw };
  });
  stores.history.append(matterId, null, received, 0);
}

const announced = { matterId, fileId, announcedSeq: 0 } as Save;
const theirs = { id: 'e2', changeType: 'Update', userId: 'colleague', minute: 2 };
const ours = { id: 'e1', changeType: 'Create', userId: 'us', minute: 1 };

test('while it is not known who we are, a colleague’s version is not taken for the one that was sent', () => {
  const stores = openStores();
  read(stores, [theirs]);
  expect(ownVersion(stores, announced)).toBeNull();
  read(stores, [ours]);
  const own = ownVersion(stores, announced);
  expect(own?.entryId).toBe('e1');
  if (own) learnOwnUserId(stores, announced, own);
  expect(stores.matters.setting('own-user-id')).toBe('us');
});

test('a colleague’s version that was read from another folder before ours is not taken for included', () => {
  const stores = openStores();
  stores.matters.putSetting('own-user-id', 'us');
  read(stores, [theirs]);
  read(stores, [ours]);
  const own = ownVersion(stores, announced);
  expect(own).toMatchObject({ entryId: 'e1', seq: 2 });
  expect(own && includedUpTo(stores, announced, own)).toBe(0);
  expect(own && includedUpTo(stores, { ...announced, announcedSeq: 1 }, own)).toBe(2);
});

test('in words nobody knows, the oldest version is the one that a document made here began with', () => {
  const stores = openStores();
  read(stores, [
    { ...theirs, changeType: 'Litotes' },
    { ...ours, changeType: 'Zeugma' },
  ]);
  expect(ownVersion(stores, announced)?.entryId).toBe('e1');
});

test('in a history that shows the newest first, a colleague’s version still counts as newer than ours', () => {
  const stores = openStores();
  read(stores, [theirs, ours]);
  const own = ownVersion(stores, announced);
  expect(versionsSince(stores, announced, own?.seq ?? 0).map(({ entryId }) => entryId)).toEqual(['e2']);
});

/** Stores that know who we are, with a history that shows a document made here; `shows` adds a rename by us. */
function renaming(): { stores: Stores; shows: (id: string, newName: string, newFolderId?: string) => void } {
  const stores = openStores();
  stores.matters.putSetting('own-user-id', 'us');
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
  const renamed = { ...announced, announcedSeq: stores.history.newestSeq() };
  shows('e3', 'New.docx', 'where-it-was');
  expect(metadataShown(stores, renamed, { fileName: 'New.docx', folderId: null })).toBe(true);
});

test('a rename is filed although the service writes the name in its own way', () => {
  const { stores, shows } = renaming();
  const renamed = { ...announced, announcedSeq: stores.history.newestSeq() };
  shows('e3', 'new.docx');
  expect(metadataShown(stores, renamed, { fileName: 'New.docx', folderId: null })).toBe(true);
});

test('an earlier rename that was heard twice does not file the rename after it', () => {
  const { stores, shows } = renaming();
  shows('e3', 'First.docx');
  const renamed = { ...announced, announcedSeq: stores.history.newestSeq() };
  shows('e4', 'First.docx');
  const expected = { fileName: 'Second.docx', folderId: null };
  expect(metadataShown(stores, renamed, expected)).toBe(false);
  shows('e5', 'Second.docx');
  expect(metadataShown(stores, renamed, expected)).toBe(true);
});
