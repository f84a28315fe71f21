import { basename, extname, posix } from 'node:path';
import type { MatterId } from '../../../../shared/model/index.ts';
import { unnumbered } from '../../domain/safe-name.ts';
import { shownWithoutExtension } from '../../domain/shown-name.ts';
import { documentFileName } from '../../platform/document-name.ts';
import { comparable } from '../../store/comparable.ts';
import type { KnownDocument } from '../../store/documents.ts';
import type { Save } from '../../store/save.ts';
import type { Stores } from '../../store/stores.ts';
import { placesIn } from '../folders/folders-there.ts';
import { changeOf } from '../history/change-kind.ts';
import { readEntry } from '../history/entry.ts';

/** Milliseconds for which a document that is gone may still be found under another name, as after a rename. */
const justGone = 10_000;

/**
 * A document filed in this folder under this name, or shown under it without its extension, that no other file of this computer
 * stands for.
 * @param theirs what is known of the file that is asked about. `agreedUpTo`: the newest history entry that was known when the person
 *   said that it is another document than those of its name, of which a new version is none that came since; 0 when they never did.
 *   `firstSave`: the save with which it was captured first; 0 when it is not captured yet
 */
export function filedNamesake(
  stores: Pick<Stores, 'links' | 'documents' | 'history' | 'saves'>,
  matterId: MatterId,
  path: string,
  now: number,
  { agreedUpTo, firstSave } = { agreedUpTo: 0, firstSave: 0 },
): KnownDocument | undefined {
  const { folderId } = placesIn(stores, matterId)(posix.dirname(path));
  const name = basename(path);
  const named = [
    ...stores.documents.named(matterId, folderId, name, shownWithoutExtension(name)),
    ...formerlyHere(stores, matterId, path, folderId),
  ];
  const isExact = (document: KnownDocument) => comparable(document.name) === comparable(name);
  return named
    .toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))
    .find((document) => {
      if (agreedUpTo > 0 && !cameToBeSince(stores, matterId, document, agreedUpTo)) return false;
      // It was still saved here, in a file of its own, after theirs was.
      const isLater = ({ id, kind }: Save) => id > firstSave && kind === 'content';
      if (firstSave > 0 && stores.saves.ofDocument(matterId, document.id).some(isLater)) return false;
      const local = stores.links.fileOfDocument(matterId, document.id);
      if (!local) return true;
      if (!local.removed) return false;
      // Of one that was here, the extension is known.
      if (!isExact(document) && comparable(extname(local.path)) !== comparable(extname(name))) return false;
      // Asleep, nothing is found: what was renamed just before is captured under its new name after it.
      const { removedAt } = stores.links.byClockOfNow(local);
      const awake = now - (removedAt ?? 0) - stores.links.sleptSinceRemoval(document.id);
      // One that went at a time still to come went before the clock was set back.
      return local.path === path || Math.abs(awake) > justGone;
    });
}

/**
 * The document whose file stood at this path, where its name here is only the service's in the way in which this system can have it,
 * or where nobody removed it.
 */
function formerlyHere(
  { links, documents }: Pick<Stores, 'links' | 'documents'>,
  matterId: MatterId,
  path: string,
  folderId: KnownDocument['folderId'],
): KnownDocument[] {
  const file = links.file(matterId, path);
  const document = file?.removed ? documents.document(matterId, file.fileId) : undefined;
  if (!document || document.folderId !== folderId) return [];
  const here = comparable(documentFileName(document.name));
  const name = basename(path);
  const isItsName = [name, unnumbered(name)].some((one) => comparable(one) === here);
  return isItsName || typeof file?.removedAt !== 'number' ? [document] : [];
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
