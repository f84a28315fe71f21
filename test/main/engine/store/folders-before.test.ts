import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { foldersBefore, takeFoldersBefore } from '../../../../main/engine/store/folders-before.ts';
import { openOrRecover } from '../../../../main/engine/store/opening.ts';
import { type Stores, storesOn } from '../../../../main/engine/store/stores.ts';
import type { FileId, FolderId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';

const matterId = 'matter-1' as MatterId;
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const open = (name: string): Stores =>
  storesOn(
    openOrRecover(
      join(directory, name),
      () => 0,
      () => {},
    ),
    testAuditContext,
  );
const save = ({ outbox }: Stores, number: number) =>
  outbox.add({
    ...{ matterId, fileId: `file-${number}` as FileId, kind: 'content', capturedAt: 1, size: 1 },
    ...{ path: `Claims/${number}.docx`, name: `${number}.docx`, sha256: 'a'.repeat(64) },
    ...{ state: 'waiting', problem: null },
  });

test('what waits in a directory that the person named goes into its folder, also after it was handed over under another number', () => {
  const [from, to] = [open('from'), open('to')];
  from.links.link(matterId, '/matters/one', 1, false, '1:1:1');
  const folder = { path: 'Claims', folderId: 'claims' as FolderId, inode: '1:2:1', namedFor: null };
  from.links.putFolder(matterId, folder);
  const before = save(from, 1);
  from.links.unlink(matterId);
  from.links.link(matterId, '/matters/two', 2, true, '1:3:1');
  const since = save(from, 2);
  for (let number = 3; number < 8; number += 1) save(to, number);
  const [there, thereSince] = [save(to, 1), save(to, 2)];
  takeFoldersBefore(
    from.database,
    to.database,
    matterId,
    new Map([
      [before, there],
      [since, thereSince],
    ]),
  );
  expect(foldersBefore(to.database, matterId, there)).toEqual([{ path: 'Claims', folderId: 'claims' }]);
  expect(foldersBefore(to.database, matterId, thereSince)).toBeNull();
  for (const { database } of [from, to]) database.close();
});
