import { posix } from 'node:path';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { composed } from '../../domain/shown-name.ts';
import type { FolderPut } from '../../service/document-folders.ts';
import type { KnownFolder } from '../../store/documents.ts';
import type { AgreedFolder, KeptAgreement, NameAndParent } from '../../store/folders-agreed.ts';
import type { LocalFolder } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import { shownSince } from './shown-since.ts';
import {
  agreedNow,
  type BothSides,
  differs,
  sinceTold,
  type Told,
  type WhatToDo,
  whatToDo,
} from './what-to-do.ts';

/** A folder of which the two sides have something to tell each other. */
export interface Differing {
  readonly own: LocalFolder;
  readonly folder: KnownFolder;
  readonly here: NameAndParent;
  /** What both agreed on last. */
  readonly before: AgreedFolder;
  readonly todo: WhatToDo;
}

export const isFollowed = ({ name, place }: WhatToDo): boolean => name === 'follow' || place === 'follow';
export const isTold = ({ name, place }: WhatToDo): boolean => name === 'tell' || place === 'tell';

export const placeOf = ({ parent }: NameAndParent): FolderId | null => (parent === 'outside' ? null : parent);
export const changeOf = ({ here, todo }: Pick<Differing, 'here' | 'todo'>): Partial<FolderPut> => ({
  ...(todo.name === 'tell' ? { name: here.name } : {}),
  ...(todo.place === 'tell' ? { parentFolderId: placeOf(here) } : {}),
});

/** Folders of which the two sides have something to tell each other; what they agree on is written down. */
export function differingFolders(stores: Stores, matterId: MatterId): Differing[] {
  const { links, documents, foldersAgreed } = stores;
  const differing: Differing[] = [];
  stores.together(() => {
    const mapped = links.folders(matterId);
    const known = new Map(documents.folders(matterId).map((folder) => [folder.id, folder]));
    const at = new Map(mapped.map(({ path, folderId }) => [path, folderId]));
    const agreed = foldersAgreed.of(matterId);
    for (const own of mapped) {
      const folder = known.get(own.folderId);
      if (!folder) continue;
      const above = posix.dirname(own.path);
      const parent = above === '.' ? null : (at.get(above) ?? 'outside');
      const here: NameAndParent = { name: composed(posix.basename(own.path)), parent };
      const there: NameAndParent = { name: folder.name, parent: folder.parentId };
      const now = { matterId, folderId: own.folderId, here, there };
      const kept = agreed.get(own.folderId);
      if (!kept) {
        foldersAgreed.put(now);
        continue;
      }
      const before = { ...kept, ...agreedSinceTold(stores, kept, there) };
      const todo = whatToDo(before, now, own.namedFor);
      // A colleague took back where it was moved to, or it is there.
      if (kept.follows && todo.place !== 'follow') foldersAgreed.putFollows(matterId, own.folderId, false);
      settle(stores, kept, before, { ...now, todo });
      if (todo.name !== 'none' || todo.place !== 'none') differing.push({ own, folder, here, before, todo });
    }
  });
  return differing;
}

/** True while a folder's directory is to be moved to where the service has it: a colleague may have taken that back. */
export const isToBeMoved = (stores: Stores, matterId: MatterId, folderId: FolderId): boolean =>
  stores.foldersAgreed.follows(matterId, folderId) &&
  differingFolders(stores, matterId).some(
    ({ own, todo }) => own.folderId === folderId && todo.place === 'follow',
  );

/** Writes down what both sides agree on by now; what the service was told of it is done. */
function settle(
  { foldersAgreed }: Stores,
  kept: KeptAgreement,
  before: BothSides,
  { todo, ...now }: BothSides & { readonly todo: WhatToDo },
): void {
  const { matterId, folderId } = kept;
  const [isOther, isDone] = [differs(kept, now), differs(kept, before)];
  const isName = todo.name === 'none' && (isOther.name || isDone.name);
  const isPlace = todo.place === 'none' && (isOther.place || isDone.place);
  if (!isName && !isPlace) return;
  const agreed = { matterId, folderId, ...agreedNow(kept, now, todo) };
  if (todo.name === 'none' && todo.place === 'none') return foldersAgreed.put(agreed);
  const last = foldersAgreed.told(matterId, folderId);
  if (!last?.told || last.refused !== null) return foldersAgreed.putPart(agreed, last?.told ?? null);
  const told: Told = JSON.parse(last.told);
  const rest: Told = {
    ...(isName || told.name === undefined ? {} : { name: told.name }),
    ...(isPlace || told.parentFolderId === undefined ? {} : { parentFolderId: told.parentFolderId }),
  };
  foldersAgreed.putPart(agreed, Object.keys(rest).length === 0 ? null : JSON.stringify(rest));
}

/** What both sides agree on, also by what the service was told from here and has, or had since. */
export function agreedSinceTold(stores: Stores, agreed: AgreedFolder, there: NameAndParent): BothSides {
  const { matterId, folderId } = agreed;
  const last = stores.foldersAgreed.told(matterId, folderId);
  if (!last?.told || last.refused !== null) return agreed;
  const shown = last.seq === null ? [] : shownSince(stores, matterId, folderId, last.seq);
  return sinceTold(agreed, JSON.parse(last.told), [...shown, there]);
}
