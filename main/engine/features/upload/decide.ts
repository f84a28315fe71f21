import { posix } from 'node:path';
import type { FileId, Problem } from '../../../../shared/model/index.ts';
import { isShownAs } from '../../domain/shown-name.ts';
import { noBase } from '../../domain/version.ts';
import { baseAfter } from '../../domain/what-history-proves.ts';
import type { Save } from '../../store/save.ts';
import { readProblem } from '../../store/save-problem.ts';
import type { Stores } from '../../store/stores.ts';
import { notIncluded, possibleVersionsSince, seenBefore, versionsSince } from './in-history.ts';

const decisions = [
  'retry',
  'file',
  'file-on-top',
  'already-there',
  'keep-unfiled',
  'dismiss',
  'file-separately',
] as const;
type Decision = (typeof decisions)[number];

/** True for what can be decided about one save. */
export const isDecision = (action: Problem['actions'][number]): action is Decision =>
  decisions.some((decision) => decision === action);

/** What the person said about a save that needed one. */
interface Said {
  readonly decision: Decision;
  /** The history entry that they were shown beside theirs; null when there was none. */
  readonly shown: string | null;
}

/**
 * What the person decided about a save that needed one. Whatever it is, the content stays in the vault. What they agreed to
 * cover is the version that they were shown, and no later one.
 */
export function decide(stores: Stores, save: Save, { decision, shown }: Said, newFileId: () => FileId): void {
  const seen = possibleVersionsSince(stores, save, 0).find(({ entryId }) => entryId === shown);
  switch (decision) {
    case 'retry':
    case 'file':
      return stores.database.transaction(() => {
        if (readProblem(save.problem)?.code === 'may-be-announced')
          stores.posted.forget(save.matterId, save.fileId);
        stores.outbox.retry(save.id);
      })();
    case 'file-on-top':
      return stores.database.transaction(() => {
        const { matterId, fileId } = save;
        const { code, shownUpTo } = readProblem(save.problem) ?? {};
        // That this version is not theirs says nothing of those before it, which they were not shown.
        const [hidden] =
          code === 'may-be-filed' && seen
            ? notIncluded(stores, save, save.agreedUpTo).filter(({ seq }) => seq < seen.seq)
            : [];
        if (hidden) stores.outbox.notArrived(save.id);
        stores.outbox.fileOnTop(save.id, hidden ? hidden.seq - 1 : (seen?.seq ?? shownUpTo ?? 0));
        const known = stores.documents.document(matterId, fileId);
        const bringsName = code === 'already-filed' || stores.saves.isRenamedHereOnly(matterId, fileId);
        if (bringsName && known) bringName(stores, save, known.name);
      })();
    case 'already-there':
      return stores.database.transaction(() => {
        stores.outbox.alreadyThere(save.id);
        if (!seen) return;
        // What came between the announcement and it was not said to be theirs, but may have been agreed to be covered by it.
        const seenUpTo = Math.min(seen.seq, Math.max(seenBefore(stores, save), save.agreedUpTo ?? 0));
        const base = baseAfter(seen, versionsSince(stores, save, 0), seenUpTo);
        stores.links.raiseBase(save.matterId, save.fileId, base);
      })();
    case 'keep-unfiled':
    case 'dismiss':
      return stores.database.transaction(() => keepUnfiled(stores, save, newFileId))();
    case 'file-separately':
      return stores.database.transaction(() => {
        const fileId = newFileId();
        stores.outbox.fileSeparately(save, fileId, stores.history.newestSeq());
        isAnother(stores, save, fileId);
        const first = stores.saves.openOf(save.matterId, fileId)[0];
        if (first) bringName(stores, { ...save, fileId }, first.name);
      })();
  }
}

/** That a copy stays here does not say that it is a version of the document whose name it has: its next save is asked about too. */
function keepUnfiled(stores: Stores, save: Save, newFileId: () => FileId): void {
  const { outbox } = stores;
  if (readProblem(save.problem)?.code !== 'already-filed') return outbox.keepUnfiled(save.id);
  const fileId = newFileId();
  outbox.keepAsAnother(save, fileId);
  isAnother(stores, save, fileId);
}

/**
 * The file here is the other document from now on, under a former name too; not when none of what the other document got stands
 * there: a program wrote it into a file that was replaced.
 */
function isAnother({ links, formerNames, saves }: Stores, save: Save, fileId: FileId): void {
  const file = links.fileOfDocument(save.matterId, save.fileId);
  if (!file || !saves.ofDocument(save.matterId, fileId).some(({ sha256 }) => sha256 === file.sha256)) return;
  links.putFile({ ...file, fileId, base: noBase });
  formerNames.isFiledAs(file.matterId, file.fileId, fileId);
}

/**
 * A copy whose name differs from the one its document has, or will have, in the service brings its own: no rename of it was
 * ever seen that could, or it was kept unfiled until now.
 */
function bringName(stores: Stores, save: Save, there: string): void {
  const { matterId, fileId, sha256, size, capturedAt } = save;
  const file = stores.links.fileOfDocument(matterId, fileId);
  if (!file || file.removed) return;
  const name = posix.basename(file.path);
  // A rename that is still on its way may be of an earlier copy of the document here.
  if (isShownAs(stores.saves.newName(matterId, fileId) ?? there, name)) return;
  stores.unplaced.notAsked(matterId, fileId);
  const rename = { matterId, fileId, kind: 'metadata', path: file.path, name, sha256, size } as const;
  stores.outbox.add({ ...rename, capturedAt, state: 'waiting', problem: null });
}
