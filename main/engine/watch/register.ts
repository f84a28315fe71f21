import { basename, posix } from 'node:path';
import type { FileId, MatterId } from '../../../shared/model.ts';
import { folderOfPath } from '../folders/folder-of-path.ts';
import type { KnownDocument } from '../store/documents.ts';
import type { LocalFile } from '../store/links.ts';
import type { Stores } from '../store/stores.ts';
import { writeProblem } from '../upload/save-problem.ts';
import type { Captured } from '../vault/vault.ts';

export type Registered =
  /** Opened, touched or rewritten with the same bytes: nothing to file. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'saved'; readonly fileId: FileId }
  | { readonly kind: 'renamed'; readonly fileId: FileId };

type CaptureStores = Pick<Stores, 'database' | 'links' | 'documents' | 'outbox'>;

/**
 * Decides which document a captured content is a version of, and puts it into the outbox. Identity follows the path
 * first (programs save through temporary files), then a file that vanished elsewhere with the same inode or content
 * (a rename or a move), then a filed document of the same name in the same folder. Otherwise it is a new document.
 */
export function registerCapture(
  stores: CaptureStores,
  saved: {
    matterId: MatterId;
    path: string;
    captured: Captured;
    /** Known files whose path is gone from disk. */
    gone: readonly LocalFile[];
    newFileId: () => FileId;
    now: number;
  },
): Registered {
  const { matterId, path, captured } = saved;
  return stores.database.transaction((): Registered => {
    const known = stores.links.file(matterId, path);
    if (known) return newContent(stores, known, saved);

    // Another capture may have taken it since it was found gone.
    const renamed = saved.gone.find((file) => stores.links.file(matterId, file.path)?.fileId === file.fileId);
    if (renamed) {
      stores.links.forgetFile(matterId, renamed.path);
      const moved = { ...renamed, path, removed: false };
      stores.links.putFile({ ...moved, ...factsOf(captured), sha256: renamed.sha256 });
      addSave(stores, moved, 'metadata', saved, renamed.sha256);
      if (renamed.sha256 !== captured.sha256) newContent(stores, moved, saved);
      return { kind: 'renamed', fileId: renamed.fileId };
    }

    const namesake = filedNamesake(stores, matterId, path);
    const file: LocalFile = {
      matterId,
      path,
      fileId: namesake?.id ?? saved.newFileId(),
      ...factsOf(captured),
      sha256: captured.sha256,
      baseSeq: 0,
      removed: false,
    };
    stores.links.putFile(file);
    addSave(stores, file, 'content', saved, captured.sha256, namesake);
    return { kind: 'saved', fileId: file.fileId };
  })();
}

function newContent(
  stores: CaptureStores,
  known: LocalFile,
  saved: Parameters<typeof registerCapture>[1],
): Registered {
  const { captured } = saved;
  stores.links.putFile({ ...known, ...factsOf(captured), sha256: captured.sha256, removed: false });
  if (known.sha256 === captured.sha256) return { kind: 'unchanged' };
  addSave(stores, known, 'content', saved, captured.sha256);
  return { kind: 'saved', fileId: known.fileId };
}

function addSave(
  stores: CaptureStores,
  file: LocalFile,
  kind: 'content' | 'metadata',
  saved: Parameters<typeof registerCapture>[1],
  sha256: string,
  namesake?: KnownDocument,
): void {
  stores.outbox.add({
    matterId: file.matterId,
    fileId: file.fileId,
    kind,
    path: file.path,
    name: basename(file.path),
    sha256,
    size: saved.captured.facts.size,
    capturedAt: saved.now,
    state: namesake ? 'problem' : 'waiting',
    problem: namesake ? writeProblem(alreadyFiled(namesake)) : null,
  });
}

function filedNamesake(stores: CaptureStores, matterId: MatterId, path: string): KnownDocument | undefined {
  const folderId = folderOfPath(stores.links.folders(matterId), posix.dirname(path)).folderId;
  const wanted = comparable(basename(path));
  return stores.documents
    .inFolder(matterId, folderId)
    .find(
      (document) =>
        comparable(document.name) === wanted && !stores.links.fileOfDocument(matterId, document.id),
    );
}

/** Names that Windows, macOS and people take for the same. */
const comparable = (name: string): string => name.normalize('NFC').toLocaleLowerCase('en');

const factsOf = (captured: Captured) => ({
  size: captured.facts.size,
  modified: captured.facts.modified,
  changed: captured.facts.changed,
  inode: captured.facts.inode,
});

const alreadyFiled = (document: KnownDocument) =>
  ({
    code: 'already-filed',
    what: `“${document.name}” is already filed in this folder`,
    why: 'It was filed before this copy appeared, and the two cannot be compared from here.',
    next: 'Choose whether this copy becomes a new version of it, a separate document, or is kept unfiled.',
  }) as const;
