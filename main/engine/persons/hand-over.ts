import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type FolderId, type MatterId, matterIdSchema } from '../../../shared/model/index.ts';
import type { Workspace } from '../compose.ts';
import type { ServiceError } from '../service/errors.ts';
import { takeFoldersBefore } from '../store/folders-before.ts';
import type { SavedThere } from '../store/former-names.ts';
import type { LocalFile } from '../store/links.ts';
import type { Save } from '../store/save.ts';
import type { Stores } from '../store/stores.ts';
import { forgetWhatWasChosen, takeWhatWasChosen } from './chosen-for-folder.ts';
import { copyContents, hasContent } from './copy-contents.ts';
import { baseIn, upToIn } from './numbers-of-other-history.ts';
import { forgetWhatWasPut, takeWhatWasPut } from './put-into-folder.ts';
import { forgetTakenOver, putTakenOver, takenOver } from './taken-over.ts';

const setting = 'to-hand-over';

const schema = z.array(
  z.object({
    matterId: matterIdSchema,
    path: z.string(),
    /** Name of the workspace whose the folder is. */
    to: z.string(),
    /** Saves captured after this entry of the custody log come along. */
    since: z.number(),
    /** `mistaken`: the folder was linked by somebody who was taken for this person; `after-all`: this was them all the time. */
    why: z.enum(['mistaken', 'after-all']),
    /** Filing of the matter was stopped until it is handed over. */
    paused: z.boolean(),
  }),
);
/** A matter folder that is linked in one person's workspace and belongs into another's. */
export type ToHandOver = z.infer<typeof schema>[number];

export function toHandOver({ matters }: Pick<Stores, 'matters'>): ToHandOver[] {
  const kept = matters.setting(setting);
  return kept === null ? [] : schema.parse(JSON.parse(kept));
}

/** One matter is handed over once at a time: what was to be done with it before is not any more. */
export function putToHandOver(stores: Pick<Stores, 'matters'>, folders: readonly ToHandOver[]): void {
  const others = toHandOver(stores).filter(
    (one) => !folders.some(({ matterId }) => matterId === one.matterId),
  );
  stores.matters.putSetting(setting, JSON.stringify([...others, ...folders]));
}

/** The folders for which this holds stay where they are. */
export function keepFolders(
  stores: Pick<Stores, 'matters' | 'pauses' | 'together'>,
  which: (one: ToHandOver) => boolean,
): void {
  const all = toHandOver(stores);
  const kept = all.filter(which);
  if (kept.length === 0) return;
  stores.together(() => {
    for (const { matterId, paused } of kept) if (paused) stores.pauses.pauseMatter(matterId, false);
    stores.matters.putSetting(setting, JSON.stringify(all.filter((one) => !kept.includes(one))));
  });
}

/**
 * Hands a matter's folder over to the workspace whose it is, with what is known of its documents and all that is not filed, kept
 * so or not: bytes, order, and what became of each try. What was filed stays in the log and the vault that it was filed from. Whatever fails leaves the
 * folder watched, and it may be begun again.
 * @param isStill false as soon as nobody works in `to` any more
 * @returns false when it cannot be done yet: the matter or its history is not known there, or has another folder; or something of it
 * that was begun is still under way
 */
export async function handOver(
  from: Workspace,
  to: Workspace,
  folder: ToHandOver,
  isStill: () => boolean,
): Promise<boolean> {
  const { matterId, path } = folder;
  const isLinked = () => from.stores.links.of(matterId)?.path === path;
  if (!isLinked()) {
    keepFolders(from.stores, (one) => one.matterId === matterId);
    return true;
  }
  const there = to.stores.links.of(matterId);
  if (there ? there.path !== path : !(await isKnown(from, to, matterId))) return false;
  if (!isStill() || !isLinked()) return false;
  // Sent from here and sent from there, it would be filed twice.
  const isBusy = () =>
    from.pipeline.isUnderWay(matterId) ||
    from.replacedFiles.isReplacing(matterId) ||
    from.restorer.isPutting(matterId) ||
    from.following.isUnderWay(matterId);
  if (isBusy()) return false;
  const inode = await from.watches.remove(matterId);
  try {
    // The person may link the matter to another folder there while contents are copied.
    const isFree = () => (to.stores.links.of(matterId)?.path ?? path) === path;
    const mayGoOn = () => isStill() && isLinked() && isFree() && !isBusy();
    if (!(await moveOver(from, to, folder, { inode, mayGoOn }))) return false;
  } finally {
    if (from.stores.links.of(matterId)) from.watches.add(matterId);
  }
  to.watches.add(matterId);
  to.formerNames.takenOver(matterId);
  to.replacedFiles.takenOver();
  to.keeping.wake(matterId);
  to.following.wake(matterId);
  to.poller.foldersChanged(matterId);
  to.undecided.wake(matterId);
  to.pipeline.takenOver(matterId);
  return true;
}

/**
 * Takes the folder over, where that was not done before, and whatever of it was not; then it leaves.
 * @returns false when it may not go on any more
 */
export async function moveOver(
  from: Workspace,
  to: Workspace,
  folder: ToHandOver,
  { inode, mayGoOn }: { readonly inode: string | null; readonly mayGoOn: () => boolean },
): Promise<boolean> {
  const { matterId } = folder;
  const isFirst = !to.stores.links.of(matterId);
  const taken = isFirst
    ? []
    : takenOver(to.stores).flatMap((one) => (one.matterId === matterId ? one.saves : []));
  let saves = unfinished(from.stores, folder);
  let savedUnder = from.stores.formerNames.savedIn(matterId);
  let whole: Save[];
  let under: SavedThere[];
  for (;;) {
    whole = await copyContents(
      from,
      to,
      saves.filter(({ id }) => !taken.includes(id)),
    );
    under = [];
    for (const one of savedUnder) if (await hasContent(from, to, one.sha256)) under.push(one);
    if (!mayGoOn()) return false;
    const savesNow = unfinished(from.stores, folder);
    const savedUnderNow = from.stores.formerNames.savedIn(matterId);
    // What was saved under a former name may have become a save, or have been followed by another one, meanwhile.
    if (isDeepStrictEqual([savesNow, savedUnderNow], [saves, savedUnder])) break;
    saves = savesNow;
    savedUnder = savedUnderNow;
  }
  const damaged = saves.filter((one) => !taken.includes(one.id) && !whole.includes(one));
  take(from, to, folder, { saves: whole, damaged, inode, under }, taken);
  const gone = saves.filter((one) => taken.includes(one.id) || whole.includes(one));
  leave(from, folder, { saves: gone, damaged, inode, under });
  forgetTakenOver(to.stores, matterId);
  return true;
}

/**
 * True once the matter is known there, and the history of its folders has been read just now. What the service does not tell this
 * person of a folder it does not tell them later either: what is to be filed in it waits, and says so.
 */
async function isKnown(from: Workspace, to: Workspace, matterId: MatterId): Promise<boolean> {
  if (!to.stores.matters.get(matterId)) return false;
  const deleted = to.stores.documents.deletedFolders(matterId);
  const folders: (FolderId | null)[] = [
    null,
    ...from.stores.links
      .folders(matterId)
      .flatMap(({ folderId }) => (deleted.has(folderId) ? [] : [folderId])),
  ];
  const signal = new AbortController().signal;
  for (const folderId of folders) {
    const read = await to.reader.read(matterId, folderId, { priority: 'background', signal });
    if (!read.ok && !(folderId !== null && isRefused(read.error))) return false;
  }
  return true;
}

const isRefused = ({ kind }: ServiceError): boolean => kind === 'not-found' || kind === 'forbidden';

/** What was captured in the folder and is not known to be filed, with what the person keeps unfiled of what is in it. */
export function unfinished({ saves, links, database }: Stores, { matterId, since }: ToHandOver): Save[] {
  const here = links.files(matterId).flatMap(({ fileId, removed }) => (removed ? [] : [fileId]));
  const kept = new Set(saves.keptUnfiled(matterId, here).map(({ id }) => id));
  return database
    .prepare<[string, number], number>(
      `SELECT DISTINCT s.id FROM save s JOIN custody c ON c.matter_id = s.matter_id AND c.save_id = s.id AND c.kind = 'captured'
       WHERE s.matter_id = ? AND c.seq > ? AND s.state <> 'filed' ORDER BY s.id`,
    )
    .pluck()
    .all(matterId, since)
    .flatMap((id) => saves.get(id) ?? [])
    .filter(({ id, state }) => state !== 'kept' || kept.has(id));
}

interface Taken {
  readonly saves: readonly Save[];
  /** Those whose content is not whole, and that stay. */
  readonly damaged: readonly Save[];
  readonly inode: string | null;
  /** What programs saved under former names of documents. */
  readonly under: readonly SavedThere[];
}

/**
 * In one transaction. The log of this workspace says of each save that it was taken over.
 * @param taken ids of the saves that were before, with the folder
 */
function take(
  from: Workspace,
  to: Workspace,
  folder: ToHandOver,
  { saves, damaged, inode, under }: Taken,
  taken: readonly number[],
): void {
  const { matterId, path } = folder;
  const { stores, clock } = to;
  const before = stores.links.before(matterId);
  const directory = from.stores.links.directoryOf(matterId) ?? inode;
  const isFirst = !stores.links.of(matterId);
  stores.together(() => {
    if (isFirst) {
      // What was known of it there before, whichever directory it was, the other one knows better.
      const isAnother = before !== undefined;
      stores.links.link(matterId, path, clock.now(), isAnother, directory, 'taken-over');
      stores.links.putDirectories(matterId, from.stores.links.directories(matterId));
      takeWhatWasChosen(from.stores, stores, folder);
    }
    for (const file of from.stores.links.files(matterId)) {
      // What was taken over before may be known better there by now.
      const isKnownThere = !isFirst && !saves.some(({ fileId }) => fileId === file.fileId);
      if (!isKnownThere)
        stores.links.takeOver({
          ...file,
          ...(isLastOf(damaged, file) && neverCaptured),
          base: baseIn(from.stores, stores, file),
        });
    }
    for (const one of from.stores.formerNames.of(matterId)) stores.formerNames.put(one);
    for (const one of from.stores.renamesToTell.of(matterId)) stores.renamesToTell.put(one);
    for (const one of under) stores.formerNames.putSaved({ ...one, madeFrom: null });
    for (const one of from.stores.replacedFiles.of(matterId)) stores.replacedFiles.takeOver(one);
    for (const one of from.stores.fetchedVersions.of(matterId)) stores.fetchedVersions.put(one, clock.now());
    takeWhatWasPut(from.stores, stores, matterId, { isFirst, now: clock.now() });
    const { since, why, paused } = folder;
    const ids = [...taken, ...saves.map(({ id }) => id)];
    putTakenOver(stores, { matterId, path, from: from.name, since, why, paused, saves: ids });
    const numbers = new Map<number, number>();
    for (const save of saves) {
      const attempts = from.stores.saves.attemptsOf(save.id);
      const id = stores.outbox.takeOver(
        save,
        attempts.map((attempt) => ({
          ...attempt,
          seenUpTo: upToIn(from.stores, stores, save, attempt.seenUpTo),
        })),
        from.stores.saves.pathBefore(save),
        why === 'mistaken' ? 'ours' : 'stays',
      );
      numbers.set(save.id, id);
      const [named] = from.stores.saves.namedFor(save.id);
      if (named !== undefined) stores.outbox.isNamed(id, named);
      const posted = from.stores.posted.of(save.id);
      if (posted) stores.posted.put({ ...posted, saveId: id });
      if (posted?.named) stores.posted.isNamed(id, posted.named);
      // What it is was decided with the history that is known there, and is with the one that is known here.
      if (from.stores.undecided.has(matterId, save.fileId)) stores.undecided.put(matterId, save.fileId);
    }
    takeFoldersBefore(from.stores.database, stores.database, matterId, numbers);
  });
}

/** What is in the folder may be whole: there it is captured like a save that nobody saw. */
const neverCaptured = { sha256: '', size: 0, modified: '', changed: '' } as const;

const isLastOf = (saves: readonly Save[], { fileId, sha256 }: LocalFile): boolean =>
  saves.some((save) => save.kind === 'content' && save.fileId === fileId && save.sha256 === sha256);

/** In one transaction: the folder is not this person's any more, nor what was captured in it. */
function leave(from: Workspace, folder: ToHandOver, { saves, inode, under }: Taken): void {
  const { matterId } = folder;
  const { stores } = from;
  stores.together(() => {
    for (const { id, fileId } of saves) {
      stores.outbox.handedOver(id);
      stores.undecided.forget(matterId, fileId);
    }
    for (const { path } of stores.formerNames.of(matterId)) stores.formerNames.forget(matterId, path);
    for (const { fileId } of stores.renamesToTell.of(matterId)) stores.renamesToTell.forget(matterId, fileId);
    for (const { path } of under) stores.formerNames.forgetSaved(matterId, path);
    for (const { keptAs } of stores.replacedFiles.of(matterId)) stores.replacedFiles.forget(keptAs);
    forgetWhatWasPut(stores, matterId);
    forgetWhatWasChosen(stores, folder);
    stores.links.unlink(matterId, inode, 'handed-over');
    keepFolders(stores, (one) => one.matterId === matterId);
  });
}
