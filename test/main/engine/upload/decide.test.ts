import { expect, test } from 'vitest';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import { announcementFor } from '../../../../main/engine/features/upload/filing.ts';
import { notIncluded } from '../../../../main/engine/features/upload/in-history.ts';
import { writeProblem } from '../../../../main/engine/store/save-problem.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { emptyStores, takeInto } from '../history/projected.ts';

const matterId = 'matter' as MatterId;
const fileId = 'file' as FileId;

/** A document filed as Claim.docx, and a copy of it in the folder that needs the person. */
function copyOf(code: 'already-filed' | 'newer-version') {
  const stores = emptyStores();
  const projector = new Projector(stores);
  const take = (said: Readonly<Record<string, string>>) => {
    const raw = JSON.stringify({ type: 'File', file: { id: fileId }, newName: 'Claim.docx', ...said });
    takeInto(stores, projector, matterId, [{ seq: 0, readFrom: '', raw }]);
  };
  const first = { changeType: 'Create', timestamp: '2026-11-20T09:00:00Z', userId: 'us' };
  take({ id: 'e1', documentVersionId: 'v1', ...first });
  const save = { matterId, fileId, sha256: 'one', size: 1, capturedAt: 0 };
  const add = (name: string, kind: 'content' | 'metadata') =>
    stores.outbox.add({ ...save, kind, path: name, name, state: 'waiting', problem: null });
  return {
    stores,
    add,
    take,
    /** @param meanwhile what comes between the question and the answer */
    decided(path = 'Claim.docx', meanwhile = () => {}) {
      const facts = { size: 1, modified: '', changed: '', inode: '' };
      stores.links.putFile({
        ...facts,
        matterId,
        fileId,
        path,
        sha256: 'one',
        base: { entryId: null, upTo: 0 },
        removed: false,
      });
      const id = add(path, 'content');
      stores.outbox.announcing(
        id,
        { key: 'one try', seenUpTo: stores.history.newestSeq(), announced: null },
        1,
      );
      stores.outbox.needsPerson(id, writeProblem({ code, what: '', why: '', next: '' }));
      meanwhile();
      const needed = stores.saves.get(id);
      if (needed) decide(stores, needed, { decision: 'file-on-top', shown: 'e1' }, () => fileId);
      return { id, open: stores.saves.open().map(({ kind, name }) => `${kind} ${name}`) };
    },
  };
}

test('a copy filed on top of a document that was filed above its place is announced under its own name (seed 507)', () => {
  const { stores, decided } = copyOf('already-filed');
  stores.unplaced.put(matterId, { fileId, folderId: null });
  stores.unplaced.asked(matterId, fileId);
  const { open } = decided('CLAIM.docx');
  expect(open).toEqual(['content CLAIM.docx', 'metadata CLAIM.docx']);
  const rename = stores.saves.open().find(({ kind }) => kind === 'metadata');
  expect(rename && announcementFor(stores, rename).fileName).toBe('CLAIM.docx');
});

test('a copy filed on top while an earlier rename is still on its way brings its own name', () => {
  const { add, decided } = copyOf('already-filed');
  add('Renamed.docx', 'metadata');
  expect(decided().open).toEqual(['metadata Renamed.docx', 'content Claim.docx', 'metadata Claim.docx']);
});

test('a copy that is called as it is filed, or is to be called, needs no rename', () => {
  expect(copyOf('already-filed').decided().open).toEqual(['content Claim.docx']);
  const { add, decided } = copyOf('already-filed');
  add('Renamed.docx', 'metadata');
  add('Claim.docx', 'metadata');
  expect(decided().open).toHaveLength(3);
});

test('what is filed on top is agreed for the version that was shown, and for none that came later', () => {
  const { stores, take, decided } = copyOf('newer-version');
  const later = { changeType: 'Update', timestamp: '2026-11-20T10:00:00Z', userId: 'a colleague' };
  const { id } = decided('Claim.docx', () => take({ id: 'e2', documentVersionId: 'v2', ...later }));
  const [shown, came] = stores.history.ofDocumentSince(matterId, fileId, 0);
  expect(came?.seq).toBeGreaterThan(shown?.seq ?? Number.NaN);
  expect(stores.saves.get(id)).toMatchObject({ state: 'waiting', agreedUpTo: shown?.seq });
});

test('what is said to be there already includes the version that it was agreed to cover before', () => {
  const { stores, take, add } = copyOf('newer-version');
  const facts = { size: 1, modified: '', changed: '', inode: '', sha256: 'one', removed: false };
  stores.links.putFile({ ...facts, matterId, fileId, path: 'Claim.docx', base: { entryId: null, upTo: 0 } });
  const id = add('Claim.docx', 'content');
  const say = (decision: 'file-on-top' | 'already-there', shown: string) => {
    stores.outbox.needsPerson(id, writeProblem({ code: 'may-be-filed', what: '', why: '', next: '' }));
    const save = stores.saves.get(id);
    if (save) decide(stores, save, { decision, shown }, () => fileId);
  };
  stores.outbox.announcing(id, { key: 'one try', seenUpTo: 0, announced: null }, 1);
  say('file-on-top', 'e1');
  const later = { changeType: 'Update', timestamp: '2026-11-20T10:00:00Z', userId: 'us' };
  take({ id: 'e2', documentVersionId: 'v2', ...later });
  expect(notIncluded(stores, { matterId, fileId })).toHaveLength(2);
  say('already-there', 'e2');
  expect(notIncluded(stores, { matterId, fileId })).toEqual([]);
});
