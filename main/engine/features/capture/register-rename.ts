import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { inTransaction } from '../../store/database.ts';
import type { LocalFile } from '../../store/links.ts';
import { addRename, type CaptureStores } from './register.ts';

/** Both paths are below the matter folder. */
interface Renamed {
  readonly matterId: MatterId;
  readonly fileId: FileId;
  readonly from: string;
  readonly to: string;
}

/**
 * A document was given another name by the program itself, as the person wants: it is known under that one before anything that
 * another program does at either name is noticed. Where the watch was quicker there is nothing to do.
 */
export function registerRename(stores: CaptureStores, renamed: Renamed & { readonly now: number }): void {
  const { to, now } = renamed;
  inTransaction(stores.database, () => {
    const file = stores.links.file(renamed.matterId, renamed.from);
    if (!file || file.fileId !== renamed.fileId || file.removed) return;
    isKnownAs(stores, file, to);
    addRename(stores, file, to, now);
  });
}

/**
 * The same of a document that got the name or the place which the service gave it: nothing of that is filed. True when it is known
 * there. The watch may have found it gone from its former name already.
 */
export function registerFollowed(stores: CaptureStores, { matterId, fileId, from, to }: Renamed): boolean {
  return inTransaction(stores.database, () => {
    const file = stores.links.file(matterId, from);
    if (!file || file.fileId !== fileId) return stores.links.fileOfDocument(matterId, fileId)?.path === to;
    isKnownAs(stores, file, to);
    if (file.removed) stores.massChanges.foundAgain(matterId, fileId);
    return true;
  });
}

function isKnownAs(stores: CaptureStores, file: LocalFile, to: string): void {
  const { matterId, fileId, path: from } = file;
  const before = stores.links.file(matterId, to);
  stores.links.forgetFile(matterId, from);
  // Nothing stood there: what was known there has another name by now, and is known again by its file, not by this path.
  if (before && before.fileId !== fileId) {
    stores.links.putFile({ ...before, path: from, removed: true });
    if (typeof before.removedAt === 'number') stores.links.wasRemovedLongAgo(matterId, from);
  }
  // With the facts of the last capture: what was saved since is a version under the new name.
  stores.links.putFile({ ...file, path: to, removed: false });
}
