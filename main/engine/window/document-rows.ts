import { posix } from 'node:path';
import type { DocumentRow, DocumentState, FileId, Folder, MatterId } from '../../../shared/model.ts';
import { folderOfPath } from '../folders/folder-of-path.ts';
import { folderWords } from '../history/not-ours.ts';
import type { KnownDocument } from '../store/documents.ts';
import type { LocalFile } from '../store/links.ts';
import type { Refused } from '../store/polls.ts';
import type { Save } from '../store/save.ts';
import type { Stores } from '../store/stores.ts';
import { readProblem } from '../upload/save-problem.ts';
import { instant } from './instant.ts';

/** A matter's folders and documents: what the service's history shows, what is on this computer, and what is between. */
export function documentRows(
  stores: Stores,
  matterId: MatterId,
  progressOf: (saveId: number) => number | null,
): { folders: Folder[]; documents: DocumentRow[] } {
  const known = new Map(stores.documents.documents(matterId).map((document) => [document.id, document]));
  const local = new Map<FileId, LocalFile>();
  for (const file of stores.links.files(matterId)) {
    if (!file.removed || !local.has(file.fileId)) local.set(file.fileId, file);
  }
  const saves = Map.groupBy(stores.saves.open(matterId), (save) => save.fileId);
  const staff = stores.matters.staffNames();
  const mapped = stores.links.folders(matterId);
  const matterPaused = stores.matters.get(matterId)?.paused === 1;
  const pausedHere = stores.pauses.pausedDocuments(matterId);

  const ids = new Set<FileId>([...known.keys(), ...local.keys(), ...saves.keys()]);
  const documents = [...ids].map((fileId): DocumentRow => {
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
      folderId: document ? document.folderId : folderOfPath(mapped, posix.dirname(path)).folderId,
      state,
      detail: detailOf(state, open, matterPaused ? 'matter' : pausedHere.has(fileId) ? 'document' : null),
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

  const counts = Map.groupBy(documents, (document) => document.folderId);
  const refusals = stores.polls.refusals(matterId);
  const folders = stores.documents.folders(matterId).map((folder) => ({
    ...folder,
    documents: counts.get(folder.id)?.length ?? 0,
    historyProblem: folderProblem(refusals.get(folder.id)),
  }));
  return { folders, documents: documents.toSorted((a, b) => a.name.localeCompare(b.name)) };
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
  if (file?.removed) return 'removed-here';
  if (!file) return 'not-here';
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

/** A staff member's name; the raw id when nobody is known by it. */
export const nameOf = (userId: string | null, staff: ReadonlyMap<string, string>): string | null =>
  userId === null ? null : (staff.get(userId) ?? userId);
