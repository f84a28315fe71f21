import { join } from 'node:path';
import type { FileFacts, Files } from '../../platform/files.ts';
import type { Waiting } from '../../store/followed-changes.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import { isDocumentInUse } from '../open-documents/in-use.ts';
import { hashStill } from '../settling/hash-still.ts';

/** 'later': what is on its way, or not known yet, comes first, and is told where it is. */
export type NotYet = Waiting | 'later';

interface Ports {
  readonly files: Files;
  readonly stores: Stores;
}

/** Why what the service says is not done here, as far as is known without a look at the copy; null where nothing speaks against it. */
export function whyNotYet(stores: Stores, { matterId, fileId, path, sha256 }: LocalFile): NotYet | null {
  const now = stores.links.fileOfDocument(matterId, fileId);
  if (!now || now.removed || now.path !== path || now.sha256 !== sha256) return 'later';
  if (stores.saves.openOf(matterId, fileId).length > 0 || stores.undecided.has(matterId, fileId))
    return 'later';
  if (now.doubted || stores.saves.keptUnfiled(matterId, [fileId]).length > 0) return 'changed';
  return stores.fetchedVersions.isFiled(matterId, fileId, sha256) ? null : 'changed';
}

/** The same, with a look at which programs have it open. */
export async function whyNotNow(
  { files, stores }: Ports,
  root: string,
  file: LocalFile,
): Promise<NotYet | null> {
  const why = whyNotYet(stores, file);
  if (why !== null) return why;
  return (await isDocumentInUse({ files, formerNames: stores.formerNames }, root, file)) ? 'open' : null;
}

/** A look at every byte: only what is the filed version, and open nowhere, is renamed or goes. */
export async function lookAtCopy(ports: Ports, root: string, file: LocalFile): Promise<NotYet | FileFacts> {
  const before = await whyNotNow(ports, root, file);
  if (before !== null) return before;
  const looked = await hashStill(ports.files, join(root, file.path));
  if (looked === null) return 'later';
  if (looked.sha256 !== file.sha256) return 'changed';
  // What takes long to read may have been opened meanwhile.
  return (await whyNotNow(ports, root, file)) ?? looked.facts;
}
