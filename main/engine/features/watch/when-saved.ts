import type { MatterId } from '../../../../shared/model/index.ts';
import type { FileFacts } from '../../platform/files.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import type { Span } from '../../store/who-was-here.ts';
import { tickEnds } from '../settling/racy.ts';

/** When a change of a file that is not captured yet was noticed for the first and for the last time, in milliseconds since 1970. */
export interface Noticed {
  readonly first: number;
  readonly last: number;
  /** Everything that changed before this was noticed earlier; null when nobody looked before. */
  readonly unchangedUntil: number | null;
}

/**
 * When a save was made. The file system's time of the change, which programs cannot set, tells it of a document that was written
 * where it stands; what came there from elsewhere brought its time along, and came at some time after that. Where the file system
 * has no such time, or another computer's, it is any time since the file was known to be as before.
 */
export function whenSaved(
  { links, saves }: Pick<Stores, 'links' | 'saves'>,
  matterId: MatterId,
  save: {
    readonly facts: FileFacts;
    /** What was known at its path. */
    readonly known: LocalFile | undefined;
    readonly noticed: Noticed;
    readonly isShared: boolean;
    readonly now: number;
  },
): Span {
  const { facts, known, noticed, isShared, now } = save;
  const { first, last, unchangedUntil } = noticed;
  const linkedAt = links.linkedAt(matterId) ?? 0;
  // Whoever links a folder files what is in it. A time that is still to come is from before the clock was set back.
  const earliest = linkedAt <= first ? linkedAt : 0;
  const sinceLinked = (one: Span): Span => ({
    from: Math.max(one.from, earliest),
    to: Math.max(one.to, earliest),
  });
  const changed = isShared ? null : timeOf(facts.changed);
  const ends = changed === null ? 0 : tickEnds(facts);
  if (changed === null || changed > now + (ends - changed)) {
    const before = known && saves.versionsOf(matterId, known.fileId).at(-1)?.capturedAt;
    const from = unchangedUntil ?? before ?? linkedAt;
    return sinceLinked({ from: Math.min(from, first), to: Math.max(from, last) });
  }
  const before = known && !known.removed ? (timeOf(known.changed) ?? 0) : null;
  const isInPlace =
    before !== null && before <= changed && (unchangedUntil === null || unchangedUntil <= changed);
  if (isInPlace) return sinceLinked({ from: Math.min(first, changed), to: ends });
  const from = before === null ? Math.max(changed, unchangedUntil ?? changed) : changed;
  return sinceLinked({ from: Math.min(from, first), to: Math.max(last, ends) });
}

/** In milliseconds since 1970; null where the file system tells none. */
const timeOf = (nanoseconds: string): number | null =>
  nanoseconds === '' || nanoseconds === '0' ? null : Number(BigInt(nanoseconds) / 1_000_000n);
