import type { FileId, MatterId, Problem } from '../../shared/model/index.ts';
import { isComparable } from '../../shared/rules/preview.ts';
import type { Comparable } from '../preview/CompareDialog.tsx';
import { displayName } from '../words/displayName.ts';
import { clockTime } from '../words/time.ts';

interface Both {
  readonly matterId: MatterId;
  readonly fileId: FileId;
  readonly versions: readonly Comparable[];
  readonly before: string;
  readonly after: string;
}

/** The two versions that a question is about, from theirs to yours; null where they cannot be compared. */
export function bothOf({ matterId, fileId, subject, conflict }: Problem, now: number): Both | null {
  if (matterId === null || fileId === null || !conflict || !isComparable(subject ?? '')) return null;
  const { mine, theirs } = conflict;
  if (theirs.version === null) return null;
  const before = `entry:${theirs.version}`;
  const who = theirs.who === null ? '' : `, ${displayName(theirs.who)}`;
  const filed = theirs.filedAt === null ? '' : `, filed ${clockTime(theirs.filedAt, now)}`;
  return {
    matterId,
    fileId,
    before,
    after: mine.version,
    versions: [
      { id: mine.version, label: `Yours, saved ${clockTime(mine.savedAt, now)}` },
      { id: before, label: `Theirs${who}${filed}` },
    ],
  };
}
