import { join } from 'node:path';
import type { FileId, MatterId } from '../../../shared/model.ts';
import type { Files } from '../files/files.ts';
import { type Recovery, recoverySetting } from '../store/recovery.ts';
import type { Stores } from '../store/stores.ts';
import { writeProblem } from '../upload/save-problem.ts';

/** Stands for a matter nobody can name any more. */
const noMatter = 'unknown' as MatterId;
const isContent = /^[0-9a-f]{64}$/;

/**
 * After a recovery: contents of the vault that no save is known of become saves again, for the person to look at. Nothing of
 * the vault is ever left without somebody being told.
 */
export async function findSavesAgain(
  stores: Stores,
  files: Files,
  vault: { directory: string },
  newFileId: () => FileId,
): Promise<void> {
  const setting = stores.matters.setting(recoverySetting);
  const recovery: Recovery | null = setting ? JSON.parse(setting) : null;
  if (!recovery?.searchVault) return;
  const known = stores.database.prepare<[string], number>('SELECT 1 FROM save WHERE sha256 = ?').pluck();
  const found: { sha256: string; path: string; size: number }[] = [];
  for (const room of await files.list(vault.directory)) {
    if (!/^[0-9a-f]{2}$/.test(room)) continue;
    for (const sha256 of await files.list(join(vault.directory, room))) {
      if (!isContent.test(sha256) || known.get(sha256) !== undefined) continue;
      const path = join(vault.directory, room, sha256);
      found.push({ sha256, path, size: (await files.facts(path))?.size ?? 0 });
    }
  }
  stores.together(() => {
    for (const { sha256, path, size } of found) {
      stores.outbox.add({
        matterId: noMatter,
        fileId: newFileId(),
        kind: 'content',
        path: '',
        name: `Save found again ${sha256.slice(0, 8)}`,
        sha256,
        size,
        capturedAt: recovery.at,
        state: 'problem',
        problem: writeProblem({
          code: 'found-again',
          what: 'A save was found whose document is not known any more',
          why: 'The program’s own records were damaged and had to be made anew.',
          next: `Its content is kept at ${path}. Open a copy of it to see which document it is.`,
        }),
      });
    }
    stores.matters.putSetting(recoverySetting, JSON.stringify({ ...recovery, searchVault: false }));
  });
}
