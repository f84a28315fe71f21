import { posix } from 'node:path';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { unnumbered } from '../../domain/safe-name.ts';
import { type Said, type Step, saidByTheService } from '../../domain/said-by-the-service.ts';
import { isShownAs, withExtension } from '../../domain/shown-name.ts';
import { documentFileName } from '../../platform/document-name.ts';
import { folderOfPath } from '../../platform/folder-of-path.ts';
import type { BothPlaces } from '../../store/followed-changes.ts';
import type { Stores } from '../../store/stores.ts';
import { applyEntry, type ItemState, inOrder } from '../history/apply.ts';
import { changeOf } from '../history/change-kind.ts';
import { datedOf } from '../history/projector.ts';

/** True for a name in the service that a document of this name here stands for, mapped as fetching does. */
function isCalledHere(here: string, name: string): boolean {
  // The extension may be left out there.
  return (
    isShownAs(name, here) || [name, withExtension(name, here)].some((one) => documentFileName(one) === here)
  );
}

/** What the service says of a document that is not so here. @param folders all that the matter has here */
export function saidOf(
  stores: Stores,
  matterId: MatterId,
  folders: ReturnType<Stores['links']['folders']>,
  both: BothPlaces,
): Said {
  const name = posix.basename(both.path);
  const { folderId } = folderOfPath(folders, posix.dirname(both.path));
  const isInPlace = !both.isGone && both.folderId === folderId;
  // The history of each document need not be read for what is as it should be.
  if (isInPlace && isCalledHere(name, both.name)) return { kind: 'nothing' };
  const steps = stepsOf(stores, matterId, both.fileId);
  // A number is from here, where something else had the name, unless the service ever had it so.
  const isNumbered = !steps.some((step) => step.name !== null && isCalledHere(name, step.name));
  const isCalled = (called: string) =>
    isCalledHere(name, called) || (isNumbered && isCalledHere(unnumbered(name), called));
  if (isInPlace && isCalled(both.name)) return { kind: 'nothing' };
  return saidByTheService(steps, {
    folderId,
    isCalled,
    namedUpTo: stores.followedChanges.namedUpTo(matterId, both.fileId),
  });
}

function stepsOf({ projection }: Stores, matterId: MatterId, fileId: FileId): Step[] {
  const item = projection.item(matterId, false, fileId);
  const entries = item ? projection.entriesOf(item.no).flatMap(datedOf).toSorted(inOrder) : [];
  let state: ItemState | null = null;
  let gone: Step['gone'] = 'no';
  return entries.map((dated): Step => {
    const change = changeOf(dated.entry, state !== null, state?.deleted);
    state = applyEntry(matterId, state, dated, () => true).state;
    const { name, place, deleted } = state;
    if (!deleted) gone = 'no';
    else if (change === 'deleted') gone = 'deleted';
    else if (gone === 'no') gone = 'elsewhere';
    return { seq: dated.seq, name, folderId: place, gone };
  });
}
