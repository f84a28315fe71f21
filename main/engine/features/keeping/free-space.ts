import { join, posix } from 'node:path';
import type { Clock } from '../../../../shared/base/clock.ts';
import type { FileId, FreedSpace, MatterId } from '../../../../shared/model/index.ts';
import type { Files } from '../../platform/files.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import type { CaptureTurns } from '../capture/capture-turns.ts';
import type { DownloadsOffered } from '../fetching/downloads-offered.ts';
import { standsElsewhere } from '../folders/stands-elsewhere.ts';
import { isDocumentInUse } from '../open-documents/in-use.ts';
import { type ReplacedFiles, secondNameOf } from '../replaced-files/replaced-files.ts';
import { hashStill } from '../settling/hash-still.ts';
import { newestNotIncluded } from '../upload/in-history.ts';

interface Ports {
  readonly files: Files;
  readonly stores: Stores;
  readonly turns: CaptureTurns;
  readonly clock: Clock;
  readonly downloadsOffered: Pick<DownloadsOffered, 'state'>;
  readonly replacedFiles: Pick<ReplacedFiles, 'begins' | 'ended'>;
  readonly uniqueName: () => string;
  readonly onChange: (matterId: MatterId) => void;
}

type Left = FreedSpace['left'][number]['why'];

/**
 * Takes copies from this computer that the service gives out again: only what is filed, unmodified and open nowhere, by a look at
 * every byte in the instant before. Each keeps a second name for a while, so that nothing is lost that a program writes into it.
 */
export async function freeSpace(
  ports: Ports,
  matterId: MatterId,
  fileIds: readonly FileId[],
): Promise<FreedSpace> {
  let bytes = 0;
  const freed: FileId[] = [];
  const left: FreedSpace['left'][number][] = [];
  for (const fileId of fileIds) {
    const file = ports.stores.links.fileOfDocument(matterId, fileId);
    if (!file || file.removed) continue;
    const why = await evict(ports, file).catch((): Left => 'not-now');
    if (why === null) {
      freed.push(fileId);
      bytes += file.size;
    } else left.push({ fileId, name: posix.basename(file.path), why });
  }
  if (freed.length > 0) ports.onChange(matterId);
  return { freed: freed.length, bytes, left };
}

/** Null once it is gone from here. */
async function evict(ports: Ports, file: LocalFile): Promise<Left | null> {
  const { files, stores, turns, downloadsOffered, replacedFiles, uniqueName } = ports;
  const { matterId, fileId, path, sha256, size } = file;
  const root = stores.links.of(matterId)?.path;
  if (root === undefined) return 'not-now';
  // What nobody gives out again stays.
  if (downloadsOffered.state !== 'offered') return 'not-offered';
  const stands = join(root, path);
  return turns.run(stands, async () => {
    const why = whyKept(stores, file);
    if (why !== null) return why;
    const looked = await hashStill(files, stands);
    if (looked?.sha256 !== sha256) return 'changed';
    if (await isDocumentInUse({ files, formerNames: stores.formerNames }, root, file)) return 'open';
    if (await standsElsewhere({ files, links: stores.links }, { matterId, path: root }, path))
      return 'not-now';
    const now = whyKept(stores, file);
    if (now !== null) return now;
    if (stores.links.of(matterId)?.path !== root) return 'not-now';
    const keptAs = secondNameOf(stands, uniqueName());
    replacedFiles.begins({ keptAs, stoodAt: stands, matterId, fileId, path, sha256, putFrom: null });
    stores.together(() => {
      stores.links.isEvicted(matterId, path);
      stores.custody.evicted({ matterId, fileId, sha256, size, name: posix.basename(path), path });
    });
    let isGone = false;
    try {
      isGone = await files.setAsideExact(stands, looked.facts, keptAs);
    } finally {
      if (!isGone) stores.links.putFile(file);
      replacedFiles.ended(keptAs);
    }
    return isGone ? null : 'changed';
  });
}

/** Null for what the service has as it is here, as far as is known without a look at it. */
export function whyKept(stores: Stores, { matterId, fileId, path, sha256 }: LocalFile): Left | null {
  const now = stores.links.fileOfDocument(matterId, fileId);
  if (!now || now.removed || now.path !== path || now.sha256 !== sha256 || now.doubted) return 'changed';
  if (stores.saves.openOf(matterId, fileId).length > 0) return 'not-filed';
  if (stores.saves.keptUnfiled(matterId, [fileId]).length > 0) return 'not-filed';
  if (!stores.fetchedVersions.isFiled(matterId, fileId, sha256)) return 'not-filed';
  if (stores.documents.deletion(matterId, fileId)) return 'not-filed';
  // An older version may not be given out any more.
  return newestNotIncluded(stores, { matterId, fileId }) ? 'not-newest' : null;
}
