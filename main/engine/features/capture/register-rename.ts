import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { inTransaction } from '../../store/database.ts';
import { addRename, type CaptureStores } from './register.ts';

/**
 * A document was given another name by the program itself: it is known under that one before anything that another program does
 * at either name is noticed. Where the watch was quicker there is nothing to do.
 * @param from below the matter folder, as `to`
 */
export function registerRename(
  stores: CaptureStores,
  renamed: {
    readonly matterId: MatterId;
    readonly fileId: FileId;
    readonly from: string;
    readonly to: string;
    readonly now: number;
  },
): void {
  const { matterId, fileId, from, to, now } = renamed;
  inTransaction(stores.database, () => {
    const file = stores.links.file(matterId, from);
    if (!file || file.fileId !== fileId || file.removed) return;
    const before = stores.links.file(matterId, to);
    stores.links.forgetFile(matterId, from);
    // Nothing stood there: what was known there has another name by now, and is known again by its file, not by this path.
    if (before && before.fileId !== fileId) stores.links.putFile({ ...before, path: from, removed: true });
    // With the facts of the last capture: what was saved since is a version under the new name.
    stores.links.putFile({ ...file, path: to });
    addRename(stores, file, to, now);
  });
}
