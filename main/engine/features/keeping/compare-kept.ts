import { setImmediate } from 'node:timers/promises';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { inParts } from '../../platform/in-parts.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import { newestNotIncluded } from '../upload/in-history.ts';

/** Documents asked about in one statement, and those whose histories are read before others have their turn. */
const askedAtOnce = 500;
const readAtOnce = 20;

/** A version that is newer than the copy here, by the number of its history entry. */
export interface Newer {
  readonly fileId: FileId;
  readonly seq: number;
}

/** How the copies of wanted documents compare with what the service is known to have. */
interface Compared {
  readonly here: number;
  /** Neither here nor removed here by the person. */
  readonly missing: readonly FileId[];
  readonly newer: readonly Newer[];
  /** With a newer version and a save of the person's that is asked about or on its way. */
  readonly changed: number;
}

/** Compares in parts, so that everything else has its turn in between, however many documents there are. */
export async function compareKept(
  stores: Stores,
  matterId: MatterId,
  wanted: readonly FileId[],
): Promise<Compared> {
  let here = 0;
  let changed = 0;
  const missing: FileId[] = [];
  const newer: Newer[] = [];
  for (const ids of inParts(wanted, askedAtOnce)) {
    const copies = Map.groupBy(stores.links.filesOfDocuments(matterId, ids), ({ fileId }) => fileId);
    for (const id of ids) {
      const of = copies.get(id) ?? [];
      if (of.some(({ removed }) => !removed)) here += 1;
      else if (!of.some(isRemovedByPerson)) missing.push(id);
    }
    await setImmediate();
    for (const told of inParts(stores.links.toldSinceCopied(matterId, ids), readAtOnce)) {
      for (const fileId of told) {
        const seq = newestNotIncluded(stores, { matterId, fileId })?.seq;
        if (seq === undefined) continue;
        if (stores.saves.openOf(matterId, fileId).length > 0) changed += 1;
        else newer.push({ fileId, seq });
      }
      await setImmediate();
    }
  }
  return { here, missing, newer, changed };
}

const isRemovedByPerson = ({ removedAt }: LocalFile): boolean => typeof removedAt === 'number';
