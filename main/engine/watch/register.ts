import { basename, extname, posix } from 'node:path';
import type { FileId, MatterId } from '../../../shared/model.ts';
import { folderOfPath } from '../folders/folder-of-path.ts';
import { inTransaction } from '../store/database.ts';
import type { KnownDocument } from '../store/documents.ts';
import type { LocalFile } from '../store/links.ts';
import type { Stores } from '../store/stores.ts';
import { isShownAs } from '../upload/announcement.ts';
import { writeMovedFrom } from '../upload/moved-from.ts';
import { writeProblem } from '../upload/save-problem.ts';
import type { Captured } from '../vault/vault.ts';
import { comparable, identify } from './identify.ts';
import { type SeenChange, watchForMassChange } from './mass-change.ts';

export type Registered =
  /** Opened, touched or rewritten with the same bytes, or in a folder that got another name: nothing to file. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'saved'; readonly fileId: FileId }
  | { readonly kind: 'renamed'; readonly fileId: FileId };

type CaptureStores = Pick<
  Stores,
  'database' | 'links' | 'documents' | 'saves' | 'outbox' | 'massChanges' | 'matters'
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
  readonly now: number;
}

/**
 * Decides which document a captured content is a version of (the table in `identify.ts`), and puts it into the outbox,
 * in one transaction. One path has one document, and two paths never share one.
 */
export function registerCapture(stores: CaptureStores, saved: Saved): Registered {
  const { matterId, path, captured, now } = saved;
  return inTransaction(stores.database, (): Registered => {
    const namesake = filedNamesake(stores, matterId, path);
    const identity = identify({
      path,
      captured: { sha256: captured.sha256, ...captured.facts },
      atPath: knownAt(stores, matterId, path),
      // Another capture may have taken it since it was found gone, or have given it a newer content; a person may have
      // made it another document.
      gone: saved.gone.flatMap((file) => {
        const nowKnown = stores.links.file(matterId, file.path);
        return nowKnown && (nowKnown.fileId === file.fileId || isSameFile(nowKnown, file)) ? [nowKnown] : [];
      }),
      filedNamesake: namesake?.id,
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
        const fileId = identity.kind === 'ask' ? identity.fileId : saved.newFileId();
        const file = { matterId, path, fileId, ...factsOf(captured), baseSeq: 0, removed: false };
        stores.links.putFile(file);
        addSave(stores, file, 'content', saved, identity.kind === 'ask' ? namesake : undefined);
        watchForMassChange(stores, seen(fileId, 'new', saved));
        return { kind: 'saved', fileId };
      }
    }
  });
}

/** What is known of a path; nothing when the document that was there is known to be under another name. */
function knownAt({ links }: CaptureStores, matterId: MatterId, path: string): LocalFile | undefined {
  const known = links.file(matterId, path);
  const isElsewhere = known?.removed && links.fileOfDocument(matterId, known.fileId)?.removed === false;
  return isElsewhere ? undefined : known;
}

function newContent(stores: CaptureStores, known: LocalFile, saved: Saved): Registered {
  const now: LocalFile = { ...known, ...factsOf(saved.captured), removed: false };
  stores.links.putFile(now);
  if (known.sha256 === now.sha256) return { kind: 'unchanged' };
  addSave(stores, now, 'content', saved);
  watchForMassChange(stores, seen(known.fileId, 'changed', saved));
  return { kind: 'saved', fileId: known.fileId };
}

function moved(stores: CaptureStores, from: LocalFile, saved: Saved): Registered {
  const { matterId, path, captured } = saved;
  const { fileId } = from;
  stores.links.forgetFile(matterId, from.path);
  const to: LocalFile = { ...from, path, ...factsOf(captured), removed: false };
  stores.links.putFile(to);
  if (from.removed) stores.massChanges.foundAgain(matterId, fileId);
  const filedThere = isFiledThere(stores, from, path);
  if (!filedThere) addSave(stores, { ...to, sha256: from.sha256 }, 'metadata', saved);
  const changed = from.sha256 !== captured.sha256;
  if (changed) addSave(stores, to, 'content', saved);
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
function isFiledThere(stores: CaptureStores, from: LocalFile, path: string): boolean {
  const { matterId, fileId } = from;
  const known = stores.documents.document(matterId, fileId);
  if (!known || stores.saves.isBeingRenamed(matterId, fileId)) return false;
  const folders = stores.links.folders(matterId);
  const [before, now] = [from.path, path].map((one) => folderOfPath(folders, posix.dirname(one)));
  if (known.folderId !== now?.folderId || now.rest !== '') return false;
  if (before?.folderId === now.folderId && before.rest !== '') return false;
  return isShownAs(known.name, basename(path));
}

function addSave(
  stores: CaptureStores,
  file: LocalFile,
  kind: 'content' | 'metadata',
  saved: Saved,
  namesake?: KnownDocument,
): void {
  const origin = namesake ? undefined : saved.movedHere;
  stores.outbox.add({
    matterId: file.matterId,
    fileId: file.fileId,
    kind,
    path: file.path,
    name: basename(file.path),
    sha256: file.sha256,
    size: saved.captured.facts.size,
    capturedAt: saved.now,
    state: namesake ? 'problem' : 'waiting',
    problem: namesake ? writeProblem(alreadyFiled(namesake)) : null,
    movedFrom: origin
      ? writeMovedFrom({ movedFromMatter: origin.matterId, movedFromFile: origin.fileId })
      : null,
  });
}

/** A document filed in this folder under this name that no other file of this computer stands for. */
function filedNamesake(stores: CaptureStores, matterId: MatterId, path: string): KnownDocument | undefined {
  const folderId = folderOfPath(stores.links.folders(matterId), posix.dirname(path)).folderId;
  const wanted = comparable(basename(path));
  return stores.documents.inFolder(matterId, folderId).find((document) => {
    if (comparable(document.name) !== wanted) return false;
    const local = stores.links.fileOfDocument(matterId, document.id);
    return !local || (local.removed && local.path === path);
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

const alreadyFiled = (document: KnownDocument) =>
  ({
    code: 'already-filed',
    what: `“${document.name}” is already filed in this folder`,
    why: 'It was filed before this copy appeared, and the two cannot be compared from here.',
    next: 'Choose whether this copy becomes a new version of it, a separate document, or is kept unfiled.',
  }) as const;
