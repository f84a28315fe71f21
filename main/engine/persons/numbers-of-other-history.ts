import type { FileId, MatterId } from '../../../shared/model/index.ts';
import { type Base, isNone } from '../domain/version.ts';
import type { LocalFile } from '../store/links.ts';
import type { Stores } from '../store/stores.ts';

/** The same base by the numbers that the other history has. */
export function baseIn(
  from: Stores,
  to: Stores,
  { matterId, fileId, base }: Pick<LocalFile, 'matterId' | 'fileId' | 'base'>,
): Base {
  return isNone(base)
    ? base
    : { ...base, upTo: upToIn(from, to, { matterId, fileId }, base.upTo, base.entryId) };
}

/**
 * Up to which number of the other history nothing of a document stands that did not stand here up to this one, or is this entry.
 */
export function upToIn(
  from: Stores,
  to: Stores,
  { matterId, fileId }: { readonly matterId: MatterId; readonly fileId: FileId },
  upTo: number,
  entryId: string | null = null,
): number {
  const here = new Set(idsOf(from, matterId, fileId).flatMap(({ id, seq }) => (seq <= upTo ? [id] : [])));
  const first = idsOf(to, matterId, fileId).find(({ id }) => id !== entryId && !here.has(id));
  return first ? first.seq - 1 : to.history.newestSeq();
}

const idsOf = ({ database }: Stores, matterId: MatterId, fileId: FileId): { id: string; seq: number }[] =>
  database
    .prepare<[string, string], { id: string; seq: number }>(
      'SELECT id, seq FROM history_entry WHERE matter_id = ? AND file_id = ? ORDER BY seq',
    )
    .all(matterId, fileId);
