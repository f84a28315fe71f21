import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import { filedNamesake } from '../../../../main/engine/features/identity/namesake.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { takeInto } from '../history/projected.ts';

test('a document found gone just before the computer slept may still be found renamed after it, and is no other file’s namesake (seed 391)', () => {
  const clock = { wall: 1_000_000, steady: 1_000 };
  const now = () => clock.wall;
  const stores = storesOn(prepareDatabase(new Database(':memory:')), {
    ...testAuditContext,
    clock: { ...testAuditContext.clock, now, steady: () => clock.steady },
  });
  const [matterId, fileId] = ['a' as MatterId, 'notes' as FileId];
  const entry = { id: 'e1', type: 'File', changeType: 'Create', timestamp: '2026-11-20T09:00:00Z' };
  const raw = JSON.stringify({ ...entry, file: { id: fileId }, newName: 'Notes.txt', userId: 'us' });
  takeInto(stores, new Projector(stores), matterId, [{ seq: 0, readFrom: '', raw }]);
  const base = { entryId: null, upTo: 0 };
  const facts = { size: 3, modified: '0', changed: '1', inode: '1:2:9', sha256: 'one' };
  // In a directory that the service has no folder for.
  stores.links.putFile({ matterId, fileId, path: 'Bundle/Notes.txt', ...facts, base, removed: false });
  stores.links.markRemoved(matterId, 'Bundle/Notes.txt', now());
  const namesake = () => filedNamesake(stores, matterId, 'Notes.txt', now())?.id;
  const pass = (asleep: number, awake: number) => {
    clock.wall += asleep + awake;
    clock.steady += awake;
  };

  pass(8 * 3_600_000, 3_000);
  expect(namesake()).toBeUndefined();
  pass(0, 8_000);
  expect(namesake()).toBe(fileId);
});
