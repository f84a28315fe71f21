import { posix } from 'node:path';
import {
  type DocumentRow,
  type DocumentState,
  documentsAtOnce,
  type FileId,
  type Folder,
  type FolderId,
  type MatterId,
} from '../../../shared/model/index.ts';
import { instant } from '../domain/instant.ts';
import { shownWithoutExtension } from '../domain/shown-name.ts';
import { readEntry } from '../features/history/entry.ts';
import { folderWords } from '../features/history/not-ours.ts';
import { type LeftOut, whyLeftOut } from '../features/ignoring/ignore.ts';
import { problemOf } from '../features/upload/in-the-way.ts';
import { folderOfPath } from '../platform/folder-of-path.ts';
import type { KnownDocument } from '../store/documents.ts';
import type { FollowedChange } from '../store/followed-changes.ts';
import type { LocalFile, LocalFolder } from '../store/links.ts';
import type { ListedDocument } from '../store/listed-documents.ts';
import type { Refused } from '../store/polls.ts';
import type { Save } from '../store/save.ts';
import type { Stores } from '../store/stores.ts';
import { followedWords } from './followed-words.ts';

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
  const keptUnfiled = new Map(stores.saves.keptUnfiled(matterId, asked).map((save) => [save.fileId, save]));
  const listed = new Map(stores.listedDocuments.among(matterId, asked).map((one) => [one.id, one]));
  const deleted = stores.documents.deletedAmong(matterId, asked);
  const staff = stores.matters.staffNames();
  const mapped = stores.links.folders(matterId);
  const matterPaused = stores.matters.get(matterId)?.paused === 1;
  const pausedHere = stores.pauses.pausedDocuments(matterId);
  const undecided = stores.undecided.among(matterId, asked);
  const followed = new Map(stores.followedChanges.among(matterId, asked).map((one) => [one.fileId, one]));
  const rules = stores.ignoreRules.of(matterId);

  const folders = stores.documents.folders(matterId);
  const shown = new Set<FolderId | null>(folders.map(({ id }) => id));
  /** What lies in a folder that is gone, or that no history showed, is shown in the top folder. */
  const shownIn = (folderId: FolderId | null) => (shown.has(folderId) ? folderId : null);

  /** What the service lists, and history tells nothing of. */
  const notInHistory = (fileId: FileId) => (deleted.has(fileId) ? undefined : listed.get(fileId));
  const there = asked.filter(
    (fileId) =>
      known.has(fileId) || local.has(fileId) || saves.has(fileId) || notInHistory(fileId) !== undefined,
  );
  const documents = there.map((fileId): DocumentRow => {
    const document = known.get(fileId) ?? shownFrom(notInHistory(fileId));
    const file = local.get(fileId);
    const open = saves.get(fileId) ?? [];
    const head = open[0];
    const kept = keptUnfiled.get(fileId);
    const leftOut = file && !file.removed ? whyLeftOut(posix.basename(file.path), 'file', rules) : null;
    const isDeletedThere = deleted.has(fileId);
    const hasNamesake =
      kept !== undefined && !document && file !== undefined && isNamed(stores, mapped, file);
    const here = { document, file, open, kept, leftOut, isDeletedThere, hasNamesake };
    const state = stateOf(here);
    const newest = state === 'kept' ? kept : open.at(-1);
    const path = file?.path ?? newest?.path ?? '';
    const sent = head ? progressOf(head.id) : null;
    const change = followed.get(fileId);
    const follows =
      change && (state === 'filed' || state === 'deleted-there')
        ? followedWords(change, {
            isHere: file?.removed === false,
            path,
            who: nameOf(saidBy(stores, change), staff),
          })
        : null;
    return {
      fileId,
      name: file && !file.removed ? posix.basename(file.path) : (document?.name ?? posix.basename(path)),
      folderId: shownIn(document ? document.folderId : folderOfPath(mapped, posix.dirname(path)).folderId),
      state,
      detail: undecided.has(fileId)
        ? waitsForHistory
        : (follows ??
          detailOf(
            stores,
            state,
            here,
            matterPaused ? 'matter' : pausedHere.has(fileId) ? 'document' : null,
          )),
      nextTryAt: instant(head?.nextTryAt ?? null),
      progress: head?.state === 'sending' && sent !== null ? { sent, of: head.size } : null,
      versions: document?.versions ?? 0,
      pending: open.length,
      changedAt: newest ? instant(newest.capturedAt) : (document?.changedAt ?? null),
      changedBy: newest ? null : nameOf(document?.changedBy ?? null, staff),
      size: file && !file.removed ? file.size : (listed.get(fileId)?.size ?? null),
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

/** Who made the entry that was followed, or waits. */
function saidBy({ history }: Stores, { matterId, fileId, seq }: FollowedChange): string | null {
  const [said] = history.ofDocumentSince(matterId, fileId, seq - 1);
  return said?.seq === seq ? (readEntry(said.raw)?.userId ?? null) : null;
}

/** As history would show it: who changed it is not said. */
const shownFrom = (listed: ListedDocument | undefined): KnownDocument | undefined =>
  listed && { ...listed, versions: 0, changedBy: null };

/** True when the service has a document of this file's name in its folder. */
function isNamed(stores: Stores, folders: readonly LocalFolder[], { matterId, path }: LocalFile): boolean {
  const [name, { folderId }] = [posix.basename(path), folderOfPath(folders, posix.dirname(path))];
  return stores.documents.named(matterId, folderId, name, shownWithoutExtension(name)).length > 0;
}

/** The worst comes first: a person must see the problem before the progress. */
const folderProblem = (refused: Refused | undefined): string | null =>
  refused === undefined ? null : folderWords(refused);

/** What is known of one document. */
interface Known {
  readonly document: KnownDocument | undefined;
  readonly file: LocalFile | undefined;
  readonly open: readonly Save[];
  /** The version saved here last, when the person keeps it unfiled. */
  readonly kept: Save | undefined;
  /** Why what is saved here now is not captured; null when it is. */
  readonly leftOut: LeftOut | null;
  readonly isDeletedThere: boolean;
  /** The service has another document of its name in its folder; asked only of what is kept unfiled. */
  readonly hasNamesake: boolean;
}

function stateOf({ document, file, open, kept, leftOut, isDeletedThere }: Known): DocumentState {
  if (open.some((save) => save.held !== null)) return 'problem';
  for (const state of ['problem', 'sending', 'waiting', 'sent'] as const) {
    if (open.some((save) => save.state === state)) return state;
  }
  // One that was never in the folder linked now was not removed from it.
  const wasNeverHere = !file || (file.removed && file.removedAt === null);
  if (leftOut) return 'left-out';
  if (kept && file?.sha256 === kept.sha256 && !(wasNeverHere && document)) return 'kept';
  if (isDeletedThere) return 'deleted-there';
  if (wasNeverHere) return 'not-here';
  if (file.removed) return 'removed-here';
  return document ? 'filed' : 'sent';
}

function detailOf(
  stores: Stores,
  state: DocumentState,
  { document, file, open, leftOut, hasNamesake }: Known,
  paused: 'matter' | 'document' | null,
): string | null {
  if (open.some((save) => save.held !== null)) {
    return 'It changed together with many others and is not filed yet. Decide about all of them under Problems.';
  }
  const asked = open.find((save) => save.problem !== null);
  const problem = asked ? problemOf(stores, asked) : null;
  if (problem) return `${problem.why} ${problem.next}`;
  switch (state) {
    case 'waiting':
      return paused && `Filing of this ${paused} is paused. The save is kept and filed when you resume.`;
    case 'sent':
      return 'The service has accepted it and does not show it yet.';
    case 'kept':
      return keptDetail(document ? 'versions' : hasNamesake ? 'namesake' : 'nothing', file?.removed === true);
    case 'left-out':
      return leftOut && leftOutDetail(leftOut, document !== undefined);
    case 'deleted-there':
      return file?.removed
        ? 'It was deleted in the service, or moved to another matter, and removed on this computer.'
        : 'It was deleted in the service, or moved to another matter. The copy on this computer stays; its next save asks you what to do.';
    case 'removed-here':
      return 'Removed on this computer; still filed in the service.';
    default:
      return null;
  }
}

const whatTheServiceHas = {
  versions: 'the service has another version',
  namesake: 'the service has another document of this name',
  nothing: 'the service does not have it',
} as const;

function keptDetail(has: keyof typeof whatTheServiceHas, isRemoved: boolean): string {
  const service = whatTheServiceHas[has];
  const next = has === 'namesake' ? 'asked about again' : 'filed as usual';
  return isRemoved
    ? `What you saved last was kept unfiled and then removed here; ${service}. It can be restored from its versions.`
    : `You chose to keep what is here unfiled; ${service}. Its next save is ${next}. To file it as it is, choose it among its versions.`;
}

function leftOutDetail({ rule, why }: LeftOut, hasOthers: boolean): string {
  const service = hasOthers ? 'has what was filed before' : 'does not have it';
  return `Its name matches “${rule}”. ${why} What is saved in it now is not filed; the service ${service}. To file it, change the rules under “Excluded files” or rename it.`;
}

const waitsForHistory =
  'The save is kept. It is filed once the matter’s history was read, which tells whether the service has this document.';

/** A staff member's name; the raw id when nobody is known by it. */
export const nameOf = (userId: string | null, staff: ReadonlyMap<string, string>): string | null =>
  userId === null ? null : (staff.get(userId) ?? userId);
