import { noBase, type Version } from '../../domain/version.ts';
import { inTransaction } from '../../store/database.ts';
import type { Save } from '../../store/save.ts';
import { ofUnknownDescent, readProblem, type SaveProblem } from '../../store/save-problem.ts';
import type { Stores } from '../../store/stores.ts';
import { fileShown } from './filing.ts';
import { notIncluded, proofOf } from './in-history.ts';
import { deletedThere, mayBeFiled, newerVersion, notAllShown } from './problem-words.ts';

/** What is in the way of a save: nothing, the save itself (accepted before, and shown by now), or a problem. */
export type InTheWay = 'none' | 'itself' | SaveProblem;

/** What is in the way of a save, by the history that is known now (promise 7). */
export function inTheWay(stores: Stores, save: Save, now: number): InTheWay {
  const found = inTransaction(stores.database, () => foundInTheWay(stores, save));
  if (found !== 'itself') return found;
  fileShown(stores, [save], now);
  return 'itself';
}

function foundInTheWay(stores: Stores, save: Save): InTheWay {
  const nameOf = nameIn(stores);
  const proof = save.kind === 'content' ? proofOf(stores, save) : null;
  if (proof?.kind === 'filed') return 'itself';
  const maybe = proof?.kind === 'may-be-filed' ? proof.versions[0] : undefined;
  if (maybe) return mayBeFiled(save.name, nameOf(maybe.userId), maybe.timestamp);
  const newer = newerThan(stores, save);
  if (newer) return newer;
  const deletion = stores.documents.deletion(save.matterId, save.fileId);
  if (deletion && deletion.seq > (save.agreedUpTo ?? 0))
    return deletedThere(save.name, nameOf(deletion.changedBy), deletion.changedAt, deletion.seq);
  const gap = save.kind === 'content' ? gapSince(stores, save) : null;
  return gap === null ? 'none' : notAllShown(save.name, gap);
}

/** That there are versions which the person's copy does not include, and which they did not agree to cover; null when there are none. */
function newerThan(stores: Stores, save: Save): SaveProblem | null {
  const newer = notIncluded(stores, save, save.agreedUpTo);
  const newest = newer.at(-1);
  if (!newest) return null;
  const filedHere = stores.saves.entriesFiledHere(save.matterId, save.fileId);
  if (newer.every(({ entryId }) => filedHere.has(entryId))) return ofUnknownDescent(save.name);
  const nameOf = nameIn(stores);
  const others = new Set(newer.map(({ userId }) => nameOf(userId) ?? 'someone').toReversed());
  return newerVersion(save.name, [...others], newer.length, newest.timestamp);
}

const nameIn = (stores: Stores) => (userId: string | null) =>
  userId === null ? null : (stores.matters.staffNames().get(userId) ?? userId);

/**
 * What a save says about itself. Of newer versions it names all that there are by now: what the person agrees to cover are
 * those that they are told of.
 */
export function problemOf(stores: Stores, save: Save): SaveProblem | null {
  const problem = readProblem(save.problem);
  if (save.state !== 'problem' || problem?.code !== 'newer-version' || problem.descent) return problem;
  return newerThan(stores, save) ?? problem;
}

/** Where versions may be missing that the person's copy does not include and that they did not agree to cover; null if nowhere. */
function gapSince(stores: Stores, { matterId, fileId, agreedUpTo }: Save): number | null {
  const folderId = stores.documents.document(matterId, fileId)?.folderId;
  const gap = stores.historyGaps.ofDocument(matterId, fileId, folderId);
  const base = stores.links.fileOfDocument(matterId, fileId)?.base ?? noBase;
  return gap !== null && gap > Math.max(base.upTo, agreedUpTo ?? 0) ? gap : null;
}

/**
 * What the person is shown beside theirs: a version that may be this save, or else the newest that it neither includes nor was
 * agreed to cover.
 */
export const versionInTheWay = (stores: Stores, save: Save): Version | undefined =>
  mayBe(stores, save) ?? notIncluded(stores, save, save.agreedUpTo).at(-1);

/**
 * The oldest version that may be this save, whose outcome is not known: of several each is asked about by itself, so that
 * what the person says of one covers no other.
 */
function mayBe(stores: Stores, save: Save): Version | undefined {
  if (save.kind !== 'content') return undefined;
  const proof = proofOf(stores, save);
  return proof.kind === 'may-be-filed' ? proof.versions[0] : undefined;
}
