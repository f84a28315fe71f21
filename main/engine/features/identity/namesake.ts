import { basename, extname, posix } from 'node:path';
import type { MatterId } from '../../../../shared/model/index.ts';
import { shownWithoutExtension } from '../../domain/shown-name.ts';
import { comparable } from '../../store/comparable.ts';
import type { KnownDocument } from '../../store/documents.ts';
import type { Stores } from '../../store/stores.ts';
import { placesIn } from '../folders/folders-there.ts';
import { changeOf } from '../history/change-kind.ts';
import { readEntry } from '../history/entry.ts';

/** Milliseconds for which a document that is gone may still be found under another name, as after a rename. */
const justGone = 10_000;

/**
 * A document filed in this folder under this name, or shown under it without its extension, that no other file of this computer
 * stands for.
 * @param since the newest history entry that was known when the person said that theirs is another than those of its name; a
 *   new version of one of those is none that came since. 0 when they never did
 */
export function filedNamesake(
  stores: Pick<Stores, 'links' | 'documents' | 'history'>,
  matterId: MatterId,
  path: string,
  now: number,
  since = 0,
): KnownDocument | undefined {
  const { folderId } = placesIn(stores, matterId)(posix.dirname(path));
  const name = basename(path);
  const named = stores.documents.named(matterId, folderId, name, shownWithoutExtension(name));
  const isExact = (document: KnownDocument) => comparable(document.name) === comparable(name);
  return named
    .toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))
    .find((document) => {
      if (since > 0 && !cameToBeSince(stores, matterId, document, since)) return false;
      const local = stores.links.fileOfDocument(matterId, document.id);
      if (!local) return true;
      if (!local.removed) return false;
      // Of one that was here, the extension is known.
      if (!isExact(document) && comparable(extname(local.path)) !== comparable(extname(name))) return false;
      // Asleep, nothing is found: what was renamed just before is captured under its new name after it.
      const awake = now - (local.removedAt ?? 0) - stores.links.sleptSinceRemoval(document.id);
      return local.path === path || awake > justGone;
    });
}

/** True when a document is in its folder under its name only by what history showed after `seq`. */
function cameToBeSince(
  { history }: Pick<Stores, 'history'>,
  matterId: MatterId,
  { id }: KnownDocument,
  seq: number,
): boolean {
  const all = history.ofDocumentSince(matterId, id, 0);
  const [first] = all;
  if (first === undefined || first.seq > seq) return first !== undefined;
  return all.some((kept) => {
    const entry = kept.seq > seq ? readEntry(kept.raw) : null;
    return entry !== null && !['created', 'new-version', 'other'].includes(changeOf(entry, true));
  });
}
