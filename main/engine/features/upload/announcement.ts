import { posix } from 'node:path';
import type { FolderId } from '../../../../shared/model/index.ts';
import { composed, withExtension } from '../../domain/shown-name.ts';
import type { KnownDocument } from '../../store/documents.ts';
import type { LocalFile } from '../../store/links.ts';
import { type MovedFrom, readMovedFrom } from '../../store/moved-from.ts';
import type { Save } from '../../store/save.ts';
import type { PlaceOf } from '../folders/folders-there.ts';

/** What is announced for a save (spec: Documents, file PUT). */
export interface Announcement {
  readonly fileName: string;
  readonly folderId: FolderId | null;
  /** Path below the folder, when the service has no folder for all of it; null otherwise. */
  readonly relativePath: string | null;
  /** Ids of what this document was in another matter; null otherwise. */
  readonly movedFrom: MovedFrom | null;
}

/**
 * New content leaves a document where the service has it, under the name it has there: only a rename or a move made
 * on this computer (a save of its own) changes those. A document the service does not have goes where it lies here.
 * @param placeOf the folder that a directory below the matter folder stands for
 * @param before where the document lay before this rename or move, below the matter folder; null when nobody knows
 * @param follows true for a document that only goes to the folder that the service has for it by now
 */
export function announcementOf(
  save: Save,
  known: KnownDocument | undefined,
  local: LocalFile | undefined,
  placeOf: PlaceOf,
  before: string | null = null,
  follows = false,
): Announcement {
  const movedFrom = save.movedFrom === null ? null : readMovedFrom(save.movedFrom);
  if (save.kind === 'content' && known) {
    return {
      fileName: withExtension(known.name, save.name),
      folderId: known.folderId,
      relativePath: null,
      movedFrom,
    };
  }
  const path = save.kind === 'metadata' ? save.path : (local?.path ?? save.path);
  const place = placeOf(posix.dirname(path));
  const here = {
    fileName: composed(posix.basename(save.path)),
    folderId: place.folderId,
    relativePath: place.rest === '' ? null : composed(posix.join(place.rest, posix.basename(path))),
    movedFrom,
  };
  if (save.kind === 'content' || !known || before === null) return here;
  // What the person did not change stays as the service last said: a colleague may have changed it.
  const withNameThere = { ...here, fileName: withExtension(known.name, save.name) };
  if (before === path) return follows ? withNameThere : here;
  if (posix.dirname(before) === posix.dirname(path)) {
    return known.folderId === here.folderId
      ? here
      : { ...here, folderId: known.folderId, relativePath: null };
  }
  return posix.basename(before) === posix.basename(path) ? withNameThere : here;
}
