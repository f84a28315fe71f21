import { join } from 'node:path';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import type { Files } from '../../platform/files.ts';
import { damageOf, meanwhileDamaged } from '../../store/meanwhile-problem.ts';
import { type Recovery, recoverySetting } from '../../store/recovery.ts';
import { writeProblem } from '../../store/save-problem.ts';
import type { Stores } from '../../store/stores.ts';
import type { Vault } from './vault.ts';

/** Stands for a matter nobody can name any more. */
const noMatter = 'unknown' as MatterId;
const isContent = /^[0-9a-f]{64}$/;
const isRoom = /^[0-9a-f]{2}$/;

const maybeFiled = writeProblem({
  code: 'not-shown',
  what: 'This save may be filed already',
  why: 'The program’s own records were damaged while it was on its way.',
  next: 'Look in the timeline whether the version is there. If it is not, try again.',
});

/**
 * After a damaged database, or the one of what was captured meanwhile, was made anew, once: contents of the vault that no save is known of become saves again, for the
 * person to look at. What lies in files of its own is listed again; of a pack, only what is listed can be told apart. Where
 * entries of history were lost, an older version that comes again must not be taken for a save that was on its way: that one
 * is for the person to look at too.
 */
export async function findSavesAgain(
  { stores, files, vault, directory }: { stores: Stores; files: Files; vault: Vault; directory: string },
  now: number,
  newFileId: () => FileId,
): Promise<void> {
  const setting = stores.matters.setting(recoverySetting);
  const recovery: Recovery | null = setting ? JSON.parse(setting) : null;
  const damage = damageOf(stores);
  const at = recovery?.savesToTell ? recovery.at : damage?.savesToTell ? damage.at : null;
  if (at === null) return;
  await files.makeDirectories(directory);
  for (const room of (await files.list(directory)).filter((name) => isRoom.test(name))) {
    for (const sha256 of await files.list(join(directory, room))) {
      if (!isContent.test(sha256) || stores.contents.isListed(sha256)) continue;
      const size = (await files.facts(join(directory, room, sha256)))?.size;
      if (size !== undefined) stores.contents.put([{ sha256, size, pack: null, start: 0 }], now);
    }
  }
  // A person can look at a file, not at a part of a pack.
  for (const { sha256, size, pack } of stores.contents.withoutSave()) {
    if (pack !== null && (await writeOut(files, vault, directory, sha256))) {
      stores.contents.put([{ sha256, size, pack: null, start: 0 }], now);
    }
  }
  stores.together(() => {
    if (recovery?.savesToTell && recovery.historyIncomplete) stores.outbox.outcomeLost(maybeFiled);
    for (const { sha256, size, pack } of stores.contents.withoutSave()) {
      const path = vault.pathOf({ sha256, pack });
      stores.outbox.add({
        matterId: noMatter,
        fileId: newFileId(),
        kind: 'content',
        path: '',
        name: `Save found again ${sha256.slice(0, 8)}`,
        sha256,
        size,
        capturedAt: at,
        state: 'problem',
        problem: writeProblem({
          code: 'found-again',
          what: 'A save was found whose document is not known any more',
          why: 'The program’s own records were damaged and had to be made anew.',
          next: `Its content is kept at ${path}. Open a copy of it to see which document it is.`,
        }),
      });
    }
    const told = (name: string, noted: object | null) => {
      if (noted) stores.matters.putSetting(name, JSON.stringify({ ...noted, savesToTell: false }));
    };
    told(recoverySetting, recovery);
    told(meanwhileDamaged, damage);
  });
}

/** False when the content is not as it was captured; it is then marked as damaged. */
async function writeOut(files: Files, vault: Vault, directory: string, sha256: string): Promise<boolean> {
  const bytes = await vault.readWhole(sha256);
  if (bytes === null) return false;
  const path = vault.pathOf({ sha256, pack: null });
  await files.makeDirectories(join(directory, sha256.slice(0, 2)));
  await files.removeOwn(path);
  await files.writeNew(path, only(bytes));
  await files.sync(path);
  await files.sync(join(directory, sha256.slice(0, 2)));
  return true;
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
