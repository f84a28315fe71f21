import { join } from 'node:path';
import { z } from 'zod';
import { type FileId, type FolderId, type MatterId, matterIdSchema } from '../../../shared/model/index.ts';
import type { Workspace } from '../compose.ts';
import type { Base } from '../domain/version.ts';
import type { SavedThere } from '../store/former-names.ts';
import type { LocalFile } from '../store/links.ts';
import type { Save } from '../store/save.ts';
import type { Stores } from '../store/stores.ts';
import { forgetWhatWasChosen, takeWhatWasChosen } from './chosen-for-folder.ts';
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
  if (from.pipeline.isUnderWay(matterId)) return false;
  const inode = await from.watches.remove(matterId);
  try {
    const mayGoOn = () => isStill() && !from.pipeline.isUnderWay(matterId);
    if (!(await moveOver(from, to, folder, { inode, mayGoOn }))) return false;
  } finally {
    if (from.stores.links.of(matterId)) from.watches.add(matterId);
  }
  to.watches.add(matterId);
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
  const saves = unfinished(from.stores, folder);
  const whole = await copyContents(
    from,
    to,
    saves.filter(({ id }) => !taken.includes(id)),
  );
  const under: SavedThere[] = [];
  for (const one of from.stores.formerNames.savedIn(matterId))
    if (await hasContent(from, to, one.sha256)) under.push(one);
  if (!mayGoOn()) return false;
  take(from, to, folder, { saves: whole, inode, under }, taken);
  const gone = saves.filter((one) => taken.includes(one.id) || whole.includes(one));
  leave(from, folder, { saves: gone, inode, under });
  forgetTakenOver(to.stores, matterId);
  return true;
}

/** True once the matter is known there, and the history of its folders has been read just now. */
async function isKnown(from: Workspace, to: Workspace, matterId: MatterId): Promise<boolean> {
  if (!to.stores.matters.get(matterId)) return false;
  const folders: (FolderId | null)[] = [
    null,
    ...from.stores.links.folders(matterId).map((one) => one.folderId),
  ];
  const signal = new AbortController().signal;
  for (const folderId of folders) {
    const read = await to.reader.read(matterId, folderId, { priority: 'background', signal });
    if (!read.ok) return false;
  }
  return true;
}

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

/** The saves whose content is whole, and is in the other vault too now. A damaged one stays where it is. */
async function copyContents(from: Workspace, to: Workspace, saves: readonly Save[]): Promise<Save[]> {
  const whole = new Map<string, boolean>();
  for (const { kind, sha256 } of saves) {
    if (kind !== 'content' || whole.get(sha256)) continue;
    whole.set(sha256, await hasContent(from, to, sha256));
  }
  return saves.filter(({ kind, sha256 }) => kind !== 'content' || whole.get(sha256));
}

const hasContent = async (from: Workspace, to: Workspace, sha256: string): Promise<boolean> =>
  (await to.vault.has(sha256)) || (await copyContent(from, to, sha256));

async function copyContent(from: Workspace, to: Workspace, sha256: string): Promise<boolean> {
  const { files, uniqueName, vault } = to;
  const copy = join(to.directory, 'vault', 'unfinished', uniqueName());
  const reading = { failed: false };
  const bytes = async function* () {
    try {
      yield* from.vault.read(sha256);
    } catch (failure) {
      reading.failed = true;
      throw failure;
    }
  };
  try {
    await files.writeNew(copy, bytes());
    const captured = await vault.capture(copy);
    if (!captured.ok && captured.error.kind === 'vault-failed')
      throw Object.assign(new Error('the content is not kept'), { code: captured.error.code });
    return captured.ok && captured.value.sha256 === sha256;
  } catch (failure) {
    if (reading.failed) return false;
    throw failure;
  } finally {
    await files.removeOwn(copy).catch(() => undefined);
  }
}

interface Taken {
  readonly saves: readonly Save[];
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
  { saves, inode, under }: Taken,
  taken: readonly number[],
): void {
  const { matterId, path } = folder;
  const { stores, clock } = to;
  const before = stores.links.before(matterId);
  const directory = from.stores.links.directoryOf(matterId) ?? inode;
  const isFirst = !stores.links.of(matterId);
  stores.together(() => {
    if (isFirst) {
      const isAnother = before !== undefined && before.path !== path;
      stores.links.link(matterId, path, clock.now(), isAnother, directory, 'taken-over');
      for (const one of from.stores.links.folders(matterId)) stores.links.putFolder(matterId, one);
      takeWhatWasChosen(from.stores, stores, folder);
    }
    for (const file of from.stores.links.files(matterId)) {
      // What was taken over before may be known better there by now.
      const isKnownThere = !isFirst && !saves.some(({ fileId }) => fileId === file.fileId);
      if (!file.removed && !isKnownThere)
        stores.links.putFile({ ...file, base: baseIn(from.stores, stores, file) });
    }
    for (const one of from.stores.formerNames.of(matterId)) stores.formerNames.put(one);
    for (const one of under) stores.formerNames.putSaved(one);
    const { since, why, paused } = folder;
    const ids = [...taken, ...saves.map(({ id }) => id)];
    putTakenOver(stores, { matterId, path, from: from.name, since, why, paused, saves: ids });
    for (const save of saves) {
      const attempts = from.stores.saves.attemptsOf(save.id);
      stores.outbox.takeOver(
        save,
        attempts.map((attempt) => ({
          ...attempt,
          seenUpTo: upToIn(from.stores, stores, save, attempt.seenUpTo),
        })),
      );
      // What it is was decided with the history that is known there, and is with the one that is known here.
      if (from.stores.undecided.has(matterId, save.fileId)) stores.undecided.put(matterId, save.fileId);
    }
  });
}

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
    for (const { path } of under) stores.formerNames.forgetSaved(matterId, path);
    forgetWhatWasChosen(stores, folder);
    stores.links.unlink(matterId, inode, 'handed-over');
    keepFolders(stores, (one) => one.matterId === matterId);
  });
}

/** The same base by the numbers that the other history has. */
function baseIn(from: Stores, to: Stores, { matterId, fileId, base }: LocalFile): Base {
  const isNone = base.entryId === null && base.upTo === 0;
  return isNone ? base : { ...base, upTo: upToIn(from, to, { matterId, fileId }, base.upTo, base.entryId) };
}

/**
 * Up to which number of the other history nothing of a document stands that did not stand here up to this one, or is this entry.
 */
function upToIn(
  from: Stores,
  to: Stores,
  { matterId, fileId }: { readonly matterId: MatterId; readonly fileId: FileId },
  upTo: number,
  entryId: string | null = null,
): number {
  const here = new Set(idsOf(from, matterId, fileId).flatMap(({ id, seq }) => (seq <= upTo ? [id] : [])));
  const first = idsOf(to, matterId, fileId).find(({ id }) => id !== entryId && !here.has(id));
  return first ? first.seq - 1 : to.history.newestSeq();
}

const idsOf = ({ database }: Stores, matterId: MatterId, fileId: FileId): { id: string; seq: number }[] =>
  database
    .prepare<[string, string], { id: string; seq: number }>(
      'SELECT id, seq FROM history_entry WHERE matter_id = ? AND file_id = ? ORDER BY seq',
    )
    .all(matterId, fileId);
