import { type Attempt, mayHaveArrived } from './attempt.ts';
import type { Base, Version } from './version.ts';

/** What is known of a save of new content and of its document. */
export interface Evidence {
  /** Of this save, oldest first. */
  readonly attempts: readonly Attempt[];
  /** All versions of the document that history shows, oldest first. */
  readonly versions: readonly Version[];
  /** The person's id in the service; null while it is not known. */
  readonly person: string | null;
  /** Entries that are known to be other saves of this computer. */
  readonly filedHere: ReadonlySet<string>;
  /** Number of the version that the person was shown when they chose to file on top; null when they did not. */
  readonly agreedUpTo: number | null;
}

export type Proof =
  /** The service took content of ours and history shows it. `base` is what the copy descends from since. */
  | { readonly kind: 'filed'; readonly entryId: string | null; readonly base: Base }
  /** Whether the service took it is not known, and these versions, oldest first, may be it or somebody else's. */
  | { readonly kind: 'may-be-filed'; readonly versions: readonly [Version, ...Version[]] }
  | { readonly kind: 'not-shown' };

const notShown: Proof = { kind: 'not-shown' };

/**
 * What the service's history proves about a save. It is filed only when content of it was accepted and history shows it, or
 * when the service's own record or bytes say so; a version by the same person, or by nobody named, may be from
 * another computer of theirs, and proves nothing by itself.
 */
export function whatHistoryProves(evidence: Evidence): Proof {
  const { versions, filedHere, person, agreedUpTo } = evidence;
  const attempts = evidence.attempts.filter(mayHaveArrived);
  const seenBeforeAll = Math.min(...attempts.map(({ seenUpTo }) => seenUpTo));
  const mayBeOurs = versions.filter(
    ({ seq, entryId, userId }) =>
      seq > seenBeforeAll &&
      !filedHere.has(entryId) &&
      (person === null || userId === null || userId === person),
  );
  const accepted = attempts.findLast(({ outcome }) => outcome === 'accepted');
  if (!accepted) {
    const [oldest, ...others] = mayBeOurs.filter(({ seq }) => seq > (agreedUpTo ?? 0));
    return oldest ? { kind: 'may-be-filed', versions: [oldest, ...others] } : notShown;
  }
  const proven = versions.find(({ entryId }) => entryId === accepted.entryId);
  if (proven) return filedAs(proven, versions, accepted.seenUpTo);
  const isMadeHere = versions.every(({ seq }) => seq > seenBeforeAll);
  const begun = isMadeHere ? firstOf(mayBeOurs, person, attempts) : undefined;
  // What we made begins with us: that tells who we are, also where it began with an earlier attempt.
  const perhaps = mayBeOurs.filter(({ begins }) => begins !== 'no');
  if (isMadeHere && person === null && perhaps.length === 0) return notShown;
  const named = begun ? [begun] : perhaps.filter(({ userId }) => userId !== null);
  const us = person ?? named[0]?.userId ?? null;
  // Where it does not, a colleague may have been quicker to change what we made than history to show it.
  if (isMadeHere && person === null && named.some(({ userId }) => userId !== us)) return notShown;
  const isOurs = ({ userId }: Version) => !isMadeHere || userId === null || userId === us;
  const since = mayBeOurs.filter((version) => version.seq > accepted.seenUpTo && isOurs(version));
  if (since.length === 0) return notShown;
  const own = begun && since.includes(begun) ? begun : only(since);
  return filedAs(own, versions, accepted.seenUpTo);
}

const filedAs = (own: Version | undefined, versions: readonly Version[], seenUpTo: number): Proof => ({
  kind: 'filed',
  entryId: own?.entryId ?? null,
  base: baseAfter(own, versions, seenUpTo),
});

/**
 * What the copy descends from once its own version is shown. It includes everything up to that only when nothing else came
 * between the announcement and it: that may have been read from another folder, or be another computer's.
 * @param own undefined where several versions could be it
 * @param versions of the document, oldest first
 * @param seenUpTo what was visible when it was announced
 */
export function baseAfter(own: Version | undefined, versions: readonly Version[], seenUpTo: number): Base {
  const [first] = versions.filter(({ seq }) => seq > seenUpTo);
  const isAlone = own !== undefined && (first?.entryId ?? own.entryId) === own.entryId;
  return { entryId: own?.entryId ?? null, upTo: isAlone ? Math.max(own.seq, seenUpTo) : seenUpTo };
}

const only = (versions: readonly Version[]): Version | undefined =>
  versions.length === 1 ? versions[0] : undefined;

/**
 * The version that a document made here began with. History may show a later one before it: where its words are known, only
 * the creation counts; otherwise, while it is not known who we are, the only one that was there before an attempt, or at all.
 * Times that entries state are by clocks that may be wrong, and tell nobody who we are.
 */
function firstOf(
  versions: readonly Version[],
  person: string | null,
  attempts: readonly Attempt[],
): Version | undefined {
  const created = versions.find(({ begins }) => begins === 'surely');
  if (created || person !== null) return created;
  const perhaps = versions.filter(({ begins }) => begins === 'perhaps');
  const before = attempts
    .map(({ seenUpTo }) => perhaps.filter(({ seq }) => seq <= seenUpTo))
    .find(({ length }) => length > 0);
  return only(before ?? perhaps);
}
