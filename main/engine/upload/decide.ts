import { posix } from 'node:path';
import type { FileId, Problem } from '../../../shared/model.ts';
import type { Save } from '../store/save.ts';
import type { Stores } from '../store/stores.ts';
import { isShownAs } from './announcement.ts';
import { readProblem } from './save-problem.ts';

const decisions = ['retry', 'file', 'file-on-top', 'keep-unfiled', 'dismiss', 'file-separately'] as const;
type Decision = (typeof decisions)[number];

/** True for what can be decided about one save. */
export const isDecision = (action: Problem['actions'][number]): action is Decision =>
  decisions.some((decision) => decision === action);

/** What the person decided about a save that needed one. Whatever it is, the content stays in the vault. */
export function decide(stores: Stores, save: Save, decision: Decision, newFileId: () => FileId): void {
  switch (decision) {
    case 'retry':
    case 'file':
      return stores.outbox.retry(save.id);
    case 'file-on-top':
      return stores.database.transaction(() => {
        stores.outbox.fileOnTop(save.id);
        const known = stores.documents.document(save.matterId, save.fileId);
        if (readProblem(save.problem)?.code === 'already-filed' && known) bringName(stores, save, known.name);
      })();
    case 'keep-unfiled':
    case 'dismiss':
      return stores.outbox.keepUnfiled(save.id);
    case 'file-separately':
      return stores.database.transaction(() => {
        const fileId = newFileId();
        stores.outbox.fileSeparately(save, fileId);
        const file = stores.links.fileOfDocument(save.matterId, save.fileId);
        if (file) stores.links.putFile({ ...file, fileId, baseSeq: 0 });
        const first = stores.saves.open(save.matterId).find((open) => open.fileId === fileId);
        if (first) bringName(stores, { ...save, fileId }, first.name);
      })();
  }
}

/**
 * A copy whose name differs in case from the one its document has, or will have, in the service brings its own: no
 * rename of it was ever seen that could.
 */
function bringName(stores: Stores, save: Save, there: string): void {
  const { matterId, fileId, sha256, size, capturedAt } = save;
  const file = stores.links.fileOfDocument(matterId, fileId);
  if (!file || file.removed) return;
  const name = posix.basename(file.path);
  // A rename that is still on its way may be of an earlier copy of the document here.
  if (isShownAs(stores.saves.newName(matterId, fileId) ?? there, name)) return;
  const rename = { matterId, fileId, kind: 'metadata', path: file.path, name, sha256, size } as const;
  stores.outbox.add({ ...rename, capturedAt, state: 'waiting', problem: null });
}
