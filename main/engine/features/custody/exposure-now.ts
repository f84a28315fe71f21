import { posix } from 'node:path';
import type { MatterId } from '../../../../shared/model/index.ts';
import { instant } from '../../domain/instant.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import type { ExposureFold, Stay } from './exposure-fold.ts';

/** Hexadecimal digits of a content's hash by which a view copy is known. */
const viewDigits = 32;

/**
 * Holds what the log tells against what is here: that a person removed a document from its folder is in no entry, and what the vault
 * has is put into a folder, or looked at, without one.
 * @param viewCopies the first 32 digits of the contents of all view copies
 * @param matterId null for all matters
 */
export function lookedAtNow(
  fold: ExposureFold,
  { links, contents }: Pick<Stores, 'links' | 'contents'>,
  viewCopies: ReadonlySet<string>,
  matterId: MatterId | null,
  now: number,
): void {
  const folders = new Map<MatterId, Folder>();
  for (const { matterId: linked } of links.all())
    if (matterId === null || linked === matterId) folders.set(linked, folderOf(links.files(linked)));
  for (const [linked, { here }] of folders)
    for (const { fileId, sha256, path, size } of here.values()) {
      const version = { matterId: linked, fileId, sha256, name: posix.basename(path), size };
      fold.found(version, 'folder', new Date(now).toISOString());
    }
  for (const stay of fold.lastOfEach) {
    const folder = folders.get(stay.matterId);
    if (stay.copies.has('folder') && !folder?.here.has(documentOf(stay)))
      fold.missing(stay, 'folder', wentAt(stay, folder));
    if (contents.isListed(stay.sha256)) stay.copies.add('vault');
    else if (stay.copies.has('vault')) fold.missing(stay, 'vault', null);
    if (viewCopies.has(stay.sha256.slice(0, viewDigits))) stay.copies.add('view-copy');
    else if (stay.copies.has('view-copy')) fold.missing(stay, 'view-copy', null);
  }
}

/** Of a matter folder: what stands in it, and what a person removed from it, by document and content. */
interface Folder {
  readonly here: ReadonlyMap<string, LocalFile>;
  readonly removed: ReadonlyMap<string, LocalFile>;
}

const documentOf = ({ fileId, sha256 }: Pick<Stay, 'fileId' | 'sha256'>): string => `${fileId} ${sha256}`;

function folderOf(files: readonly LocalFile[]): Folder {
  const byDocument = (some: readonly LocalFile[]) => new Map(some.map((file) => [documentOf(file), file]));
  return {
    here: byDocument(files.filter(({ removed }) => !removed)),
    removed: byDocument(files.filter(({ removed }) => removed)),
  };
}

function wentAt(stay: Stay, folder: Folder | undefined) {
  const at = folder?.removed.get(documentOf(stay))?.removedAt;
  // Zero stands for a time that is not known.
  return at ? ({ at: instant(at), why: 'removed-here' } as const) : null;
}
