import { posix } from 'node:path';
import {
  type DocumentRow,
  type DocumentState,
  documentsAtOnce,
  type FileId,
  type Folder,
  type FolderId,
  type MatterId,
} from '../../../shared/model.ts';
import { folderOfPath } from '../folders/folder-of-path.ts';
import { folderWords } from '../history/not-ours.ts';
import type { KnownDocument } from '../store/documents.ts';
import type { LocalFile } from '../store/links.ts';
import type { Refused } from '../store/polls.ts';
import type { Save } from '../store/save.ts';
import type { Stores } from '../store/stores.ts';
import { readProblem } from '../upload/save-problem.ts';
import { instant } from './instant.ts';

/**
 * A matter's folders, and a page of its documents: what the service's history shows, what is on this computer, and what is
 * between. Or some documents alone.
 */
export function documentRows(
  stores: Stores,
  matterId: MatterId,
  progressOf: (saveId: number) => number | null,
  {
    after = null,
    only,
  }: { readonly after?: FileId | null; readonly only?: readonly FileId[] | undefined } = {},
): { folders: Folder[]; documents: DocumentRow[]; next: FileId | null } {
  const asked = only ?? stores.documents.idsAfter(matterId, after, documentsAtOnce);
  const known = new Map(stores.documents.among(matterId, asked).map((document) => [document.id, document]));
  const local = new Map<FileId, LocalFile>();
  for (const file of stores.links.of(matterId) ? stores.links.filesOfDocuments(matterId, asked) : []) {
    if (!file.removed || !local.has(file.fileId)) local.set(file.fileId, file);
  }
  const saves = Map.groupBy(stores.saves.openOfDocuments(matterId, asked), (save) => save.fileId);
  const staff = stores.matters.staffNames();
  const mapped = stores.links.folders(matterId);
  const matterPaused = stores.matters.get(matterId)?.paused === 1;
  const pausedHere = stores.pauses.pausedDocuments(matterId);
  const undecided = stores.undecided.among(matterId, asked);

  const folders = stores.documents.folders(matterId);
  const shown = new Set<FolderId | null>(folders.map(({ id }) => id));
  /** What lies in a folder that is gone, or that no history showed, is shown in the top folder. */
  const shownIn = (folderId: FolderId | null) => (shown.has(folderId) ? folderId : null);

  const there = asked.filter((fileId) => known.has(fileId) || local.has(fileId) || saves.has(fileId));
  const documents = there.map((fileId): DocumentRow => {
    const document = known.get(fileId);
    const file = local.get(fileId);
    const open = saves.get(fileId) ?? [];
    const newest = open.at(-1);
    const head = open[0];
    const state = stateOf(document, file, open);
    const path = file?.path ?? newest?.path ?? '';
    const sent = head ? progressOf(head.id) : null;
    return {
      fileId,
      name: file && !file.removed ? posix.basename(file.path) : (document?.name ?? posix.basename(path)),
      folderId: shownIn(document ? document.folderId : folderOfPath(mapped, posix.dirname(path)).folderId),
      state,
      detail: undecided.has(fileId)
        ? waitsForHistory
        : detailOf(state, open, matterPaused ? 'matter' : pausedHere.has(fileId) ? 'document' : null),
      nextTryAt: instant(head?.nextTryAt ?? null),
      progress: head?.state === 'sending' && sent !== null ? { sent, of: head.size } : null,
      versions: document?.versions ?? 0,
      pending: open.length,
      changedAt: newest ? instant(newest.capturedAt) : (document?.changedAt ?? null),
      changedBy: newest ? null : nameOf(document?.changedBy ?? null, staff),
      size: file && !file.removed ? file.size : null,
      onDisk: file !== undefined && !file.removed,
      paused: pausedHere.has(fileId),
    };
  });

  const refusals = stores.polls.refusals(matterId);
  return {
    folders: folders.map((folder) => ({
      ...folder,
      historyProblem: folderProblem(refusals.get(folder.id)),
    })),
    documents,
    next: only || asked.length < documentsAtOnce ? null : (asked.at(-1) ?? null),
  };
}

/** The worst comes first: a person must see the problem before the progress. */
const folderProblem = (refused: Refused | undefined): string | null =>
  refused === undefined ? null : folderWords(refused);

function stateOf(
  document: KnownDocument | undefined,
  file: LocalFile | undefined,
  open: readonly Save[],
): DocumentState {
  if (open.some((save) => save.held !== null)) return 'problem';
  for (const state of ['problem', 'sending', 'waiting', 'sent'] as const) {
    if (open.some((save) => save.state === state)) return state;
  }
  // One that was never in the folder linked now was not removed from it.
  if (!file || (file.removed && file.removedAt === null)) return 'not-here';
  if (file.removed) return 'removed-here';
  return document ? 'filed' : 'sent';
}

function detailOf(
  state: DocumentState,
  open: readonly Save[],
  paused: 'matter' | 'document' | null,
): string | null {
  if (open.some((save) => save.held !== null)) {
    return 'It changed together with many others and is not filed yet. Decide about all of them under Problems.';
  }
  const problem = readProblem(open.find((save) => save.problem !== null)?.problem ?? null);
  if (problem) return `${problem.why} ${problem.next}`;
  switch (state) {
    case 'waiting':
      return paused && `Filing of this ${paused} is paused. The save is kept and filed when you resume.`;
    case 'sent':
      return 'The service has accepted it and does not show it yet.';
    case 'removed-here':
      return 'Removed on this computer; still filed in the service.';
    default:
      return null;
  }
}

const waitsForHistory =
  'The save is kept. It is filed once the matter’s history was read, which tells whether the service has this document.';

/** A staff member's name; the raw id when nobody is known by it. */
export const nameOf = (userId: string | null, staff: ReadonlyMap<string, string>): string | null =>
  userId === null ? null : (staff.get(userId) ?? userId);
