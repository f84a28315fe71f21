import { expect, test } from 'vitest';
import { newestNotIncluded } from '../../../../main/engine/features/upload/in-history.ts';
import { noteMistake } from '../../../../main/engine/persons/proof.ts';
import { recordSignIn } from '../../../../main/engine/persons/sign-in-record.ts';
import { ownUserId } from '../../../../main/engine/store/matters.ts';
import type { Stores } from '../../../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { emptyStores } from '../history/projected.ts';

const matterId = 'matter' as MatterId;
const fileId = 'brief' as FileId;
const signIn = { id: 'ben’s sign-in', subjects: [] };

const shows = (stores: Stores, id: string, userId: string, changeType = 'Update') => {
  const raw = JSON.stringify({
    id,
    type: 'File',
    changeType,
    userId,
    file: { id: fileId },
    documentVersionId: id,
  });
  const [seq] = stores.history.append(matterId, null, [{ id, fileId, at: 0, raw }], 0);
  return seq as number;
};

/** Ben signed in, was taken for Ann, and saved a document of hers; the service accepted it. */
function taken() {
  const stores = emptyStores();
  const seen = shows(stores, 'v1', 'ann', 'Create');
  stores.matters.putSetting(ownUserId, 'ann');
  const facts = { subjects: [], stated: [], staff: null, openedAt: 0, notSignIns: [] };
  recordSignIn(stores, { ...facts, signIn: signIn.id, openedBy: 'stated' }, 0);
  const file = { matterId, fileId, path: 'Brief.docx', sha256: 'ben’s', size: 1 };
  const place = { modified: '', changed: '', inode: '', removed: false };
  stores.links.putFile({ ...file, ...place, base: { entryId: 'v1', upTo: seen } });
  const save = { ...file, kind: 'content', name: 'Brief.docx', capturedAt: 0 } as const;
  const id = stores.outbox.add({ ...save, state: 'waiting', problem: null });
  stores.outbox.announcing(id, { key: 'ben’s try', seenUpTo: seen, announced: null }, 1);
  stores.outbox.sent(id, 2);
  const filedAs = () => {
    noteMistake(stores, { matterId, userId: 'ben', versionId: 'v2' }, signIn, 3);
    const version = stores.saves.versionsOf(matterId, fileId).find((one) => one.id === id);
    return { state: version?.state, entryId: version?.filedEntryId };
  };
  return { stores, filedAs, next: () => newestNotIncluded(stores, { matterId, fileId })?.entryId };
}

test('what somebody filed who was taken for the first person is filed as theirs, and so no question to anybody', () => {
  const { stores, filedAs, next } = taken();
  shows(stores, 'v2', 'ben');
  expect(filedAs()).toEqual({ state: 'filed', entryId: 'v2' });
  expect(next()).toBeUndefined();
});

test('where another version of theirs may be from their other computer, it is not said which is which, and both are asked about', () => {
  const { stores, filedAs, next } = taken();
  shows(stores, 'v2', 'ben');
  shows(stores, 'v3', 'ben');
  expect(filedAs()).toEqual({ state: 'filed', entryId: null });
  expect(next()).toBe('v3');
  expect(stores.links.fileOfDocument(matterId, fileId)?.base.upTo).toBe(1);
});

test('a version of the first person, from their own computer meanwhile, does not file what the other one saved', () => {
  const { stores, filedAs, next } = taken();
  shows(stores, 'v2', 'ann');
  expect(filedAs()).toEqual({ state: 'sent', entryId: null });
  expect(next()).toBe('v2');
});
