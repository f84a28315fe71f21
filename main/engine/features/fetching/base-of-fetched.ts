import { type Base, noBase } from '../../domain/version.ts';
import type { Stores } from '../../store/stores.ts';
import { possibleVersionsSince } from '../upload/in-history.ts';
import type { Asked } from './asked.ts';
import { versionsShown } from './wanted-version.ts';

/**
 * What a copy descends from that came from the service as its newest version; none where history shows several that it may be. The
 * record of a document may be older than its history, and later.
 * @param sha256 of the bytes that came
 * @param upTo the newest entry that was known before the service was asked
 */
export function baseOfFetched(stores: Stores, asked: Asked, sha256: string, upTo: number): Base {
  const versions = possibleVersionsSince(stores, asked, 0);
  const entryId = asked.version.entryId ?? entryOf(stores, asked, sha256);
  const own = versions.find((one) => one.entryId === entryId);
  if (own === undefined) return noBase;
  const next = versions.find(({ seq }) => seq > own.seq);
  return { entryId, upTo: Math.min(upTo, (next?.seq ?? Number.POSITIVE_INFINITY) - 1) };
}

/** The entry of a version that history does not call by the name that the record gives: told by time, by content, or as the only one. */
function entryOf(stores: Stores, asked: Asked, sha256: string): string | null {
  const shown = versionsShown(stores, asked);
  const possible = shown.filter((one) => one.sha256 === null || one.sha256 === sha256);
  const filedAt = asked.file?.dateModified ?? null;
  const ofItsTime = possible.filter(({ at }) => at !== null && at === filedAt);
  if (ofItsTime.length === 1) return ofItsTime[0]?.entryId ?? null;
  const ofItsContent = possible.findLast((one) => one.sha256 === sha256);
  if (ofItsContent) return ofItsContent.entryId;
  return possibleVersionsSince(stores, asked, 0).length === 1 ? (possible[0]?.entryId ?? null) : null;
}
