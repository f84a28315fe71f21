import type { FolderId } from '../../../../shared/model/index.ts';
import { safeName, unnumbered } from '../../domain/safe-name.ts';
import type { NameAndParent } from '../../store/folders-agreed.ts';

/** How a folder is here and in the service. */
export interface BothSides {
  readonly here: NameAndParent;
  readonly there: NameAndParent;
}

/** `tell`: the service is to have it as it is here; `follow`: it is to be here as it is there. */
export type Change = 'tell' | 'follow' | 'none';

export interface WhatToDo {
  readonly name: Change;
  readonly place: Change;
}

/**
 * True for a directory's name that stands for the folder's: as this system can have it, and with a number beside another where it was
 * named here for the folder's name: a number that somebody gave it is a name like any other.
 */
const standsFor = (here: string, there: string, namedFor: string | null): boolean => {
  const safe = safeName(there, 'Folder');
  return here === there || here === safe || (namedFor === there && unnumbered(here) === safe);
};

/**
 * Who renamed or moved a folder since both sides agreed. Whatever changed on one side alone, the other gets; where both changed it, the
 * service's stands, which other computers have by now: so nothing goes back and forth.
 * @param namedFor the folder's name that the directory got its own for, when nobody here gave it one
 */
export function whatToDo(agreed: BothSides, now: BothSides, namedFor: string | null): WhatToDo {
  const changeOf = (isSame: boolean, isHere: boolean, isThere: boolean): Change => {
    if (isSame) return 'none';
    if (isThere) return 'follow';
    return isHere ? 'tell' : 'none';
  };
  return {
    name: changeOf(
      standsFor(now.here.name, now.there.name, namedFor),
      now.here.name !== agreed.here.name,
      now.there.name !== agreed.there.name,
    ),
    place: changeOf(
      now.here.parent === now.there.parent,
      now.here.parent !== agreed.here.parent,
      now.there.parent !== agreed.there.parent,
    ),
  };
}

/** What the service was told of a folder: what of it changes. */
export interface Told {
  readonly name?: string;
  readonly parentFolderId?: FolderId | null;
}

/** True where the service has all that it was told from here. */
export const hasWhatWasTold = ({ name, parentFolderId }: Told, there: NameAndParent): boolean =>
  (name === undefined || name === there.name) &&
  (parentFolderId === undefined || parentFolderId === there.parent);

/**
 * What both sides agree on, where the service has or had what it was told from here: what it has since is a colleague's change.
 * @param shown how the service had the folder since then
 */
export function sinceTold(agreed: BothSides, told: Told, shown: readonly NameAndParent[]): BothSides {
  const isNamed = shown.some(({ name }) => name === told.name);
  const isPlaced = shown.some(({ parent }) => parent === told.parentFolderId);
  const done = {
    ...(told.name !== undefined && isNamed ? { name: told.name } : {}),
    ...(told.parentFolderId !== undefined && isPlaced ? { parent: told.parentFolderId } : {}),
  };
  return { here: { ...agreed.here, ...done }, there: { ...agreed.there, ...done } };
}

/** What both sides agree on by now: of name and place, whatever neither side has anything to do about. */
export const agreedNow = (agreed: BothSides, now: BothSides, { name, place }: WhatToDo): BothSides => {
  const side = (of: 'here' | 'there'): NameAndParent => ({
    name: (name === 'none' ? now : agreed)[of].name,
    parent: (place === 'none' ? now : agreed)[of].parent,
  });
  return { here: side('here'), there: side('there') };
};

/** Whether name and place on both sides differ between the two. */
export const differs = (
  one: BothSides,
  other: BothSides,
): { readonly name: boolean; readonly place: boolean } => ({
  name: one.here.name !== other.here.name || one.there.name !== other.there.name,
  place: one.here.parent !== other.here.parent || one.there.parent !== other.there.parent,
});
