import { setImmediate } from 'node:timers/promises';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import type { Said } from '../../domain/said-by-the-service.ts';
import { inParts } from '../../platform/in-parts.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import { saidOf } from './said.ts';

export type ToFollow = { readonly file: LocalFile; readonly said: Exclude<Said, { kind: 'nothing' }> };

/** Documents looked at, or written down, before others have their turn: some ten milliseconds. */
export const atOnce = 25;

/**
 * What the service says of a matter's documents that is not so here.
 * @param since what was looked at before, so that the others need not be: up to which entry, and which were left for later
 */
export async function toFollow(
  stores: Stores,
  matterId: MatterId,
  since: { readonly upTo: number; readonly later: Iterable<FileId> } | null,
): Promise<ToFollow[]> {
  const { followedChanges } = stores;
  const waiting = new Set(followedChanges.waitingIds(matterId));
  const told = since && [...waiting, ...since.later, ...followedChanges.toldSince(matterId, since.upTo)];
  const found: ToFollow[] = [];
  for (const ids of told ? inParts([...new Set(told)], atOnce) : allHere(stores, matterId)) {
    stores.together(() => found.push(...look(stores, matterId, ids, waiting)));
    await setImmediate();
  }
  return found;
}

function* allHere({ followedChanges }: Stores, matterId: MatterId): Generator<readonly FileId[]> {
  for (let after: FileId | '' = ''; ; ) {
    const ids: FileId[] = followedChanges.idsHere(matterId, after, atOnce);
    const last = ids.at(-1);
    if (last === undefined) return;
    yield ids;
    after = last;
  }
}

/** What waits and is as the service says by now is forgotten. */
function look(
  stores: Stores,
  matterId: MatterId,
  ids: readonly FileId[],
  waiting: ReadonlySet<FileId>,
): ToFollow[] {
  const { followedChanges, links } = stores;
  const folders = links.folders(matterId);
  return followedChanges.bothPlaces(matterId, ids).flatMap((both): ToFollow[] => {
    const { fileId } = both;
    const said = saidOf(stores, matterId, folders, both);
    if (said.kind !== 'nothing') {
      const last = followedChanges.of(matterId, fileId);
      const isFollowed = last?.became === 'done' && said.seq <= last.seq;
      const file = isFollowed ? undefined : links.fileOfDocument(matterId, fileId);
      if (file && !file.removed) return [{ file, said }];
    }
    if (waiting.has(fileId)) followedChanges.forget(matterId, fileId);
    return [];
  });
}
