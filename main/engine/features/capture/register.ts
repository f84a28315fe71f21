import { basename, extname, posix } from 'node:path';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { isShownAs } from '../../domain/shown-name.ts';
import { noBase } from '../../domain/version.ts';
import { folderOfPath } from '../../platform/folder-of-path.ts';
import { comparable } from '../../store/comparable.ts';
import type { Presence } from '../../store/custody/audit-context.ts';
import { inTransaction } from '../../store/database.ts';
import type { IncomingFile } from '../../store/incoming-files.ts';
import type { LocalFile } from '../../store/links.ts';
import { writeMovedFrom } from '../../store/moved-from.ts';
import { alreadyFiled, ofUnknownDescent, type SaveProblem, writeProblem } from '../../store/save-problem.ts';
import type { Stores } from '../../store/stores.ts';
import { tellsApart } from '../folders/renamed-directory.ts';
import { identify } from '../identity/identify.ts';
import { filedNamesake } from '../identity/namesake.ts';
import { isPlaceKnown } from '../identity/unread-place.ts';
import { type SeenChange, watchForMassChange } from '../mass-changes/mass-change.ts';
import type { Captured } from '../vault/vault.ts';

export type Registered =
  /** Opened, touched or rewritten with the same bytes, or in a folder that got another name: nothing to file. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'saved'; readonly fileId: FileId }
  | { readonly kind: 'renamed'; readonly fileId: FileId };

export type CaptureStores = Pick<
  Stores,
  | 'database'
  | 'links'
  | 'documents'
  | 'saves'
  | 'outbox'
  | 'massChanges'
  | 'matters'
  | 'history'
  | 'undecided'
  | 'restoredFiles'
  | 'incomingFiles'
  | 'custody'
  | 'fetchedVersions'
>;

interface Saved {
  readonly matterId: MatterId;
  readonly path: string;
  readonly captured: Captured;
  /** Known files that are not under their own name any more. */
  readonly gone: readonly LocalFile[];
  /** The file of another matter that was moved here, if one was. */
  readonly movedHere?: LocalFile | undefined;
  readonly newFileId: () => FileId;
  /** Who was at the computer when it was saved; who is now, unless given. */
  readonly who?: Presence;
  readonly now: number;
}

/**
 * Decides which document a captured content is a version of (the table in `identify.ts`), and puts it into the outbox,
 * in one transaction. One path has one document, and two paths never share one.
 */
export function registerCapture(stores: CaptureStores, saved: Saved): Registered {
  const { matterId, path, captured, now } = saved;
  return inTransaction(stores.database, (): Registered => {
    const fetched = incoming(stores, saved);
    if (fetched) return fetched;
    const atPath = knownAt(stores, matterId, path);
    const replaced = saved.movedHere && atPath && stores.documents.document(matterId, atPath.fileId);
    const namesake = replaced ?? filedNamesake(stores, matterId, path, now);
    const { sha256, facts } = captured;
    const restored = stores.restoredFiles.seen({ matterId, path, inode: facts.inode, sha256 });
    const identity = identify({
      path,
      captured: { sha256: captured.sha256, ...captured.facts },
      atPath,
      // Another capture may have taken it since it was found gone, or have given it a newer content; a person may have
      // made it another document.
      gone: saved.gone.flatMap((file) => {
        const nowKnown = knownAt(stores, matterId, file.path);
        const isRestored = nowKnown?.fileId === restored;
        if (nowKnown && !isRestored && isAnothersNow(stores, nowKnown, facts.inode)) return [];
        return nowKnown && (nowKnown.fileId === file.fileId || isSameFile(nowKnown, file)) ? [nowKnown] : [];
      }),
      filedNamesake: namesake?.id,
      restored,
      isOtherMatters: saved.movedHere !== undefined,
      now,
    });
    switch (identity.kind) {
      case 'same':
        if (identity.document.removed) stores.massChanges.foundAgain(matterId, identity.document.fileId);
        return newContent(stores, identity.document, saved);
      case 'moved':
        return moved(stores, identity.document, saved);
      case 'ask':
      case 'new': {
        // What history has not told yet may be this very document: that is decided once it was read.
        const decided = isPlaceKnown(stores, matterId, path);
        const asked = decided && identity.kind === 'ask';
        const fileId = asked ? identity.fileId : saved.newFileId();
        if (!decided) stores.undecided.put(matterId, fileId);
        const file = { matterId, path, fileId, ...factsOf(captured), base: noBase, removed: false };
        stores.links.putFile(file);
        addSave(stores, file, 'content', saved, asked && namesake ? alreadyFiled(namesake.name) : null);
        watchForMassChange(stores, seen(fileId, 'new', saved));
        return { kind: 'saved', fileId };
      }
    }
  });
}

/**
 * A file that the program itself brought from the service: the document's, wherever it stands, and a save only where somebody has
 * written into it since. Null for any other, and where something else stands for the document, or at the path, by now.
 */
function incoming(stores: CaptureStores, saved: Saved): Registered | null {
  const { matterId, path, captured } = saved;
  const file = stores.incomingFiles.of(matterId, captured.facts.inode, captured.sha256);
  const now = file && takeIncoming(stores, file, { path, ...factsOf(captured) });
  if (!now) {
    // What was fetched and nobody has written into is nobody's save, though another file stands for its document by now.
    const atPath = stores.links.file(matterId, path);
    const isOurs = file?.sha256 === captured.sha256 && (!atPath || atPath.removed);
    if (file && isOurs) stores.incomingFiles.begins(file, saved.now);
    else if (file) stores.incomingFiles.ends(file.inode);
    return isOurs ? { kind: 'unchanged' } : null;
  }
  // The person was quicker to give it another name than it was known under its own.
  if (path !== file.path) addRename(stores, { ...now, path: file.path }, path, saved.now, saved.who);
  if (captured.sha256 === file.sha256) return { kind: 'unchanged' };
  addSave(stores, now, 'content', saved);
  watchForMassChange(stores, seen(file.fileId, 'changed', saved));
  return { kind: 'saved', fileId: file.fileId };
}

/**
 * A file that was brought from the service is known, as it is there now, and the log tells of what stood in its place. Null where
 * another file stands for its document, or another document at its path.
 */
export function takeIncoming(
  { links, incomingFiles, custody }: Pick<CaptureStores, 'links' | 'incomingFiles' | 'custody'>,
  { inode, matterId, fileId, base, insteadOf }: IncomingFile,
  there: Pick<LocalFile, 'path' | 'sha256' | 'size' | 'modified' | 'changed'>,
): LocalFile | null {
  const { path } = there;
  const atPath = links.file(matterId, path);
  if (atPath && !atPath.removed && atPath.fileId !== fileId) return null;
  const before = links.fileOfDocument(matterId, fileId);
  if (before && before.path !== path) {
    if (!before.removed && before.inode !== inode) return null;
    links.forgetFile(matterId, before.path);
  }
  incomingFiles.ends(inode);
  const file: LocalFile = { ...there, matterId, fileId, inode, base, removed: false };
  links.putFile(file);
  if (insteadOf) custody.replaced({ matterId, fileId, ...insteadOf, name: basename(path), path });
  return file;
}

/** What is known of a path; nothing when the document that was there is known to be under another name. */
function knownAt({ links }: CaptureStores, matterId: MatterId, path: string): LocalFile | undefined {
  const known = links.file(matterId, path);
  const isElsewhere = known?.removed && links.fileOfDocument(matterId, known.fileId)?.removed === false;
  return isElsewhere ? undefined : known && links.byClockOfNow(known);
}

/** True when the file of this document was moved to another matter's folder, so that what has another inode here is a copy of it. */
function isAnothersNow({ links }: CaptureStores, { matterId, inode }: LocalFile, found: string): boolean {
  if (inode === found || !tellsApart(inode)) return false;
  return links.elsewhere(matterId, inode).some(({ removed }) => !removed);
}

function newContent(stores: CaptureStores, known: LocalFile, saved: Saved): Registered {
  const now = foundAgain(known, saved);
  stores.links.putFile(now);
  if (known.sha256 === now.sha256 && !isSavedAgain(stores, known, now)) return { kind: 'unchanged' };
  // Saved last under another name: what was removed under this one is not what it was then.
  const last =
    known.removed &&
    known.sha256 !== now.sha256 &&
    stores.saves.versionsOf(known.matterId, known.fileId).at(-1);
  const isLast = last && last.sha256 === now.sha256 && isOfBase(stores, known, last.filedEntryId);
  if (isLast) return { kind: 'unchanged' };
  addSave(stores, now, 'content', saved, problemOfDescent(stores, known));
  watchForMassChange(stores, seen(known.fileId, 'changed', saved));
  return { kind: 'saved', fileId: known.fileId };
}

/** False when a version that was fetched stood there after the one that the entry tells of. */
function isOfBase(
  { fetchedVersions }: CaptureStores,
  known: LocalFile,
  filedEntryId: string | null,
): boolean {
  const { matterId, fileId, base, sha256 } = known;
  if (base.entryId !== null) return filedEntryId === null || base.entryId === filedEntryId;
  return !fetchedVersions.isForeign(matterId, fileId, sha256);
}

/**
 * True when a program wrote the very content that the person keeps unfiled once more: their next save is filed, whatever is in
 * it. A file that was only looked at or copied back keeps the time of its last change, and what is not certain proves nothing.
 */
function isSavedAgain(stores: CaptureStores, known: LocalFile, now: LocalFile): boolean {
  const { matterId, fileId, sha256, removed, removedAt, doubted, modified } = known;
  if (modified === now.modified || modified === '0' || doubted || (removed && removedAt === null))
    return false;
  return stores.saves.keptUnfiled(matterId, [fileId]).some((kept) => kept.sha256 === sha256);
}

/**
 * What the person kept unfiled, and wants filed as it is.
 * @returns false when what is there is not what they kept
 */
export function fileKept(stores: CaptureStores, matterId: MatterId, path: string, now: number): boolean {
  return inTransaction(stores.database, () => {
    const known = stores.links.file(matterId, path);
    if (!known || known.removed) return false;
    const [kept] = stores.saves.keptUnfiled(matterId, [known.fileId]);
    if (kept?.sha256 !== known.sha256) return false;
    const { fileId, sha256, size } = known;
    stores.outbox.add({
      ...{ matterId, fileId, kind: 'content', path, name: basename(path), sha256, size },
      ...{ capturedAt: now, state: 'waiting', problem: null },
    });
    return true;
  });
}

function foundAgain(known: LocalFile, { captured }: Saved): LocalFile {
  const base = known.doubted && known.sha256 !== captured.sha256 ? noBase : known.base;
  return { ...known, ...factsOf(captured), base, removed: false, doubted: false };
}

/** Of a folder that only the person says is the same, nobody knows what another content descends from. */
function problemOfDescent(
  { documents }: CaptureStores,
  { doubted, matterId, fileId, path }: LocalFile,
): SaveProblem | null {
  return doubted && documents.document(matterId, fileId) ? ofUnknownDescent(basename(path)) : null;
}

function moved(stores: CaptureStores, from: LocalFile, saved: Saved): Registered {
  const { matterId, path, captured } = saved;
  const { fileId } = from;
  stores.links.forgetFile(matterId, from.path);
  const to: LocalFile = { ...foundAgain(from, saved), path };
  stores.links.putFile(to);
  if (from.removed) stores.massChanges.foundAgain(matterId, fileId);
  const filedThere = isFiledThere(stores, from, path);
  if (!filedThere) addSave(stores, { ...to, sha256: from.sha256 }, 'metadata', saved, null, from.path);
  const changed = from.sha256 !== captured.sha256;
  if (changed) addSave(stores, to, 'content', saved, problemOfDescent(stores, from));
  const newEnding = comparable(extname(from.path)) !== comparable(extname(path));
  if (changed || newEnding) {
    watchForMassChange(stores, seen(fileId, newEnding ? 'new-ending' : 'changed', saved));
  }
  return changed || !filedThere ? { kind: 'renamed', fileId } : { kind: 'unchanged' };
}

/**
 * True when the service has the document under this name in this folder already: its folder got another name here, or
 * its name was only written with other codes for the same letters.
 */
export function isFiledThere(stores: CaptureStores, from: LocalFile, path: string): boolean {
  const { matterId, fileId } = from;
  const known = stores.documents.document(matterId, fileId);
  if (!known || stores.saves.isBeingRenamed(matterId, fileId)) return false;
  const folders = stores.links.folders(matterId);
  const [before, now] = [from.path, path].map((one) => folderOfPath(folders, posix.dirname(one)));
  if (known.folderId !== now?.folderId || now.rest !== '') return false;
  if (before?.folderId === now.folderId && before.rest !== '') return false;
  const [former, name] = [basename(from.path), basename(path)].map((one) => one.normalize('NFC'));
  // “Contract.pdf” is not “Contract.pdf.p7m” without its extension.
  if (former !== name && known.name.normalize('NFC') === former) return false;
  return isShownAs(known.name, basename(path));
}

/** The new name or place of a document, with the content captured last, unless the service has it there already. */
export function addRename(
  stores: CaptureStores,
  file: LocalFile,
  to: string,
  now: number,
  who?: Presence,
): void {
  if (isFiledThere(stores, file, to)) return;
  stores.outbox.add({
    matterId: file.matterId,
    fileId: file.fileId,
    kind: 'metadata',
    path: to,
    pathBefore: file.path,
    name: basename(to),
    sha256: file.sha256,
    size: file.size,
    capturedAt: now,
    state: 'waiting',
    problem: null,
    ...(who && { who }),
  });
}

function addSave(
  stores: CaptureStores,
  file: LocalFile,
  kind: 'content' | 'metadata',
  saved: Saved,
  problem: SaveProblem | null = null,
  pathBefore: string | null = null,
): void {
  const origin = problem ? undefined : saved.movedHere;
  stores.outbox.add({
    matterId: file.matterId,
    fileId: file.fileId,
    kind,
    path: file.path,
    pathBefore,
    name: basename(file.path),
    sha256: file.sha256,
    size: saved.captured.facts.size,
    capturedAt: saved.now,
    ...(saved.who && { who: saved.who }),
    state: problem ? 'problem' : 'waiting',
    problem: problem && writeProblem(problem),
    movedFrom: origin
      ? writeMovedFrom({ movedFromMatter: origin.matterId, movedFromFile: origin.fileId })
      : null,
  });
}

const isSameFile = (a: LocalFile, b: LocalFile): boolean =>
  a.inode === b.inode && a.changed === b.changed && a.sha256 === b.sha256;

const factsOf = ({ sha256, facts }: Captured) => ({
  sha256,
  size: facts.size,
  modified: facts.modified,
  changed: facts.changed,
  inode: facts.inode,
});

/** The file system's time of the change, which programs cannot set; the clock's where it says something impossible. */
function seen(fileId: FileId, what: SeenChange['what'], { matterId, captured, now }: Saved): SeenChange {
  const changed = Number(BigInt(captured.facts.changed) / 1_000_000n);
  return { matterId, fileId, what, changedAt: changed > 0 && changed < now ? changed : now, now };
}
