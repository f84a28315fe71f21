import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { registerCapture } from '../../../../main/engine/features/capture/register.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { sha256 } from '../../../support/workplace.ts';

test('what is found renamed only after another file was taken for its document does not share that document with it', () => {
  const stores = storesOn(prepareDatabase(new Database(':memory:')), testAuditContext);
  const matterId = 'a' as MatterId;
  const facts = { size: 3, modified: '0', changed: '1' };
  const base = { entryId: null, upTo: 0 };
  const known = { matterId, fileId: 'notes' as FileId, ...facts, base };
  const former = { ...known, path: 'Bundle/Notes.txt', inode: '1:2:9', sha256: sha256('one'), removed: true };
  stores.links.putFile(former);
  // Of the same name in the folder where that one was filed, while nobody knew where it had gone.
  stores.links.putFile({
    ...known,
    path: 'Notes.txt',
    inode: '1:3:9',
    sha256: sha256('two'),
    removed: false,
  });
  const registered = registerCapture(stores, {
    matterId,
    path: 'Bundle/Renamed.txt',
    captured: { sha256: former.sha256, facts: { kind: 'file', ...facts, inode: former.inode, changed: '2' } },
    gone: [former],
    newFileId: () => 'another' as FileId,
    now: 1,
  });
  expect(registered).toEqual({ kind: 'saved', fileId: 'another' });
  expect(stores.links.file(matterId, 'Notes.txt')).toMatchObject({ fileId: 'notes', removed: false });
});
