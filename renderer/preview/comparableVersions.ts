import type { DocumentVersion } from '../../shared/model/index.ts';
import { isComparable } from '../../shared/rules/preview.ts';
import { displayName } from '../words/displayName.ts';
import { clockTime } from '../words/time.ts';
import type { Comparable } from './CompareDialog.tsx';

/** The versions of a document that can be had and compared, newest first. */
export function comparableVersions(
  name: string,
  versions: readonly DocumentVersion[],
  now: number,
): Comparable[] {
  if (!isComparable(name)) return [];
  return versions
    .filter(({ here, fetchable }) => here || fetchable === true)
    .map(({ id, at, who, current }) => ({
      id,
      label: [
        clockTime(at, now),
        ...(who === null ? [] : [displayName(who)]),
        ...(current ? ['in the folder now'] : []),
      ].join(', '),
    }));
}

/** The two to compare at first: a version with the one before it; the oldest with the one after. */
export function otherToCompare(
  versions: readonly Comparable[],
  id: string,
): { readonly before: string; readonly after: string } {
  const at = versions.findIndex((version) => version.id === id);
  const older = versions[at + 1];
  return older ? { before: older.id, after: id } : { before: id, after: versions[at - 1]?.id ?? id };
}
