import type { FileId, FolderId, MatterId } from '../../../shared/model.ts';
import type { Custody } from '../custody/custody.ts';
import type { Database } from './database.ts';

export interface MatterFolder {
  readonly matterId: MatterId;
  readonly path: string;
}

/** What the last capture saw of a file. `path` is below the matter folder, with '/' between names. */
export interface LocalFile {
  readonly matterId: MatterId;
  readonly path: string;
  readonly fileId: FileId;
  readonly size: number;
  readonly modified: string;
  readonly changed: string;
  readonly inode: string;
  readonly sha256: string;
  readonly baseSeq: number;
  readonly removed: boolean;
  /** When it was noticed to be gone, in milliseconds since 1970; null while it is there, or when nobody knows. */
  readonly removedAt?: number | null;
}

/** Size, `modified`, `changed` and inode of a file as one text, with spaces between: what is asked for of each at a start. */
export type LastLook = string & { readonly lastLook: true };

interface LocalFileRow {
  matter_id: MatterId;
  path: string;
  file_id: FileId;
  size: number;
  modified: string;
  changed: string;
  inode: string;
  sha256: string;
  base_seq: number;
  removed: 0 | 1;
  removed_at: number | null;
}

const fromRow = (row: LocalFileRow): LocalFile => ({
  matterId: row.matter_id,
  path: row.path,
  fileId: row.file_id,
  size: row.size,
  modified: row.modified,
  changed: row.changed,
  inode: row.inode,
  sha256: row.sha256,
  baseSeq: row.base_seq,
  removed: row.removed === 1,
  removedAt: row.removed_at,
});

/** A directory of a matter folder that stands for a folder of the service. */
export interface LocalFolder {
  readonly path: string;
  readonly folderId: FolderId;
  readonly inode: string;
  /** The folder's name in the service when we named the directory; null when the person did, or nobody knows. */
  readonly namedFor: string | null;
}

/**
 * Matter folders on this computer, and what is known of the files and directories in them. The index is named where SQLite,
 * which knows nothing of how many files a matter has, would look through all of them.
 */
export class LinkStore {
  readonly #database: Database;
  readonly #custody: Custody;
  readonly #folders = new Map<MatterId, readonly LocalFolder[]>();
  constructor(database: Database, custody: Custody) {
    this.#database = database;
    this.#custody = custody;
  }

  all(): MatterFolder[] {
    return this.#database
      .prepare<[], MatterFolder>('SELECT matter_id AS matterId, path FROM matter_folder ORDER BY linked_at')
      .all();
  }

  of(matterId: MatterId): MatterFolder | undefined {
    return this.#database
      .prepare<[string], MatterFolder>(
        'SELECT matter_id AS matterId, path FROM matter_folder WHERE matter_id = ?',
      )
      .get(matterId);
  }

  link(matterId: MatterId, path: string, now: number): void {
    this.#database.transaction(() => {
      this.#database
        .prepare('INSERT INTO matter_folder (matter_id, path, linked_at) VALUES (?, ?, ?)')
        .run(matterId, path, now);
      this.#custody.linked(matterId, path, now);
    })();
  }

  /** Forgets the folder and what was known of its files; saves in the outbox stay. */
  unlink(matterId: MatterId): void {
    this.#folders.delete(matterId);
    this.#database.transaction(() => {
      const linked = this.of(matterId);
      if (linked) this.#custody.unlinked(matterId, linked.path);
      for (const table of ['matter_folder', 'local_folder', 'local_file']) {
        this.#database.prepare(`DELETE FROM ${table} WHERE matter_id = ?`).run(matterId);
      }
    })();
  }

  file(matterId: MatterId, path: string): LocalFile | undefined {
    const row = this.#database
      .prepare<[string, string], LocalFileRow>('SELECT * FROM local_file WHERE matter_id = ? AND path = ?')
      .get(matterId, path);
    return row && fromRow(row);
  }

  fileOfDocument(matterId: MatterId, fileId: FileId): LocalFile | undefined {
    const rows = this.#database
      .prepare<[string, string], LocalFileRow>(
        'SELECT * FROM local_file INDEXED BY local_file_id WHERE matter_id = ? AND file_id = ?',
      )
      .all(matterId, fileId);
    const row = rows.find(({ removed }) => removed === 0) ?? rows[0];
    return row && fromRow(row);
  }

  /** Files in a directory ('.' is the matter folder) called this, or this after one or two characters more. */
  filesEndingIn(matterId: MatterId, directory: string, rest: string): LocalFile[] {
    const before = directory === '.' ? '' : `${directory}/`;
    return (
      this.#database
        .prepare<[object], LocalFileRow>(
          `SELECT * FROM local_file
         WHERE matter_id = @matterId AND removed = 0 AND path >= @before AND path < @after
           AND @rest IN (substr(path, length(@before) + 1), substr(path, length(@before) + 2),
                        substr(path, length(@before) + 3))`,
        )
        // '0' follows '/', and nothing follows the last character there is.
        .all({
          matterId,
          before,
          after: before === '' ? '\u{10FFFF}' : `${directory}0`,
          rest,
        })
        .map(fromRow)
    );
  }

  files(matterId: MatterId): LocalFile[] {
    return this.#database
      .prepare<[string], LocalFileRow>('SELECT * FROM local_file WHERE matter_id = ? ORDER BY path')
      .all(matterId)
      .map(fromRow);
  }

  /** What the last captures saw of the files that are there: all at once takes two thirds of one after the other. */
  captured(matterId: MatterId): readonly (readonly [path: string, lastLook: LastLook])[] {
    return this.#database
      .prepare<[string], [string, LastLook]>(
        `SELECT path, size || ' ' || modified || ' ' || changed || ' ' || inode FROM local_file
         WHERE matter_id = ? AND removed = 0`,
      )
      .raw()
      .all(matterId);
  }

  /** True when more than one file is known to be there. */
  hasSeveralFiles(matterId: MatterId): boolean {
    const some = this.#database
      .prepare<[string], number>('SELECT 1 FROM local_file WHERE matter_id = ? AND removed = 0 LIMIT 2')
      .pluck()
      .all(matterId);
    return some.length > 1;
  }

  /** Files that may have been renamed or moved into one with this inode or content: by inode first. */
  renameCandidates(matterId: MatterId, inode: string, sha256: string): LocalFile[] {
    const byInode = this.#database
      .prepare<[string, string], LocalFileRow>(
        'SELECT * FROM local_file WHERE inode = ? AND matter_id = ? LIMIT 20',
      )
      .all(inode, matterId);
    const byContent = this.#database
      .prepare<[string, string, string], LocalFileRow>(
        `SELECT * FROM local_file INDEXED BY local_file_content
         WHERE matter_id = ? AND sha256 = ? AND inode <> ? ORDER BY removed_at DESC LIMIT 20`,
      )
      .all(matterId, sha256, inode);
    return [...byInode, ...byContent].map(fromRow);
  }

  /** False when no file of any matter had this inode and none of this one this content: what is new came from nowhere. */
  mayBeMoved(matterId: MatterId, inode: string, sha256: string): boolean {
    return (
      this.#database
        .prepare<[string, string, string], number>(
          `SELECT 1 WHERE EXISTS (SELECT 1 FROM local_file INDEXED BY local_file_inode WHERE inode = ?)
             OR EXISTS (SELECT 1 FROM local_file INDEXED BY local_file_content WHERE matter_id = ? AND sha256 = ?)`,
        )
        .pluck()
        .get(inode, matterId, sha256) !== undefined
    );
  }

  /** Files of other matters that may have been moved into one with this inode. */
  elsewhere(matterId: MatterId, inode: string): LocalFile[] {
    return this.#database
      .prepare<[string, string], LocalFileRow>(
        'SELECT * FROM local_file WHERE inode = ? AND matter_id <> ? LIMIT 20',
      )
      .all(inode, matterId)
      .map(fromRow);
  }

  /** Files whose last capture had this content. `path` is below `root`. */
  withContent(sha256: string): { readonly root: string; readonly path: string }[] {
    return this.#database
      .prepare<[string], { root: string; path: string }>(
        `SELECT matter_folder.path AS root, local_file.path AS path
         FROM matter_folder CROSS JOIN local_file INDEXED BY local_file_content USING (matter_id)
         WHERE sha256 = ? AND removed = 0`,
      )
      .all(sha256);
  }

  /** How many documents of the matter are on this computer. */
  countFiles(matterId: MatterId): number {
    return (
      this.#database
        .prepare<[string], number>('SELECT count(*) FROM local_file WHERE matter_id = ? AND removed = 0')
        .pluck()
        .get(matterId) ?? 0
    );
  }

  putFile(file: LocalFile): void {
    this.#database
      .prepare(
        `INSERT INTO local_file (matter_id, path, file_id, size, modified, changed, inode, sha256, base_seq, removed)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (matter_id, path) DO UPDATE SET file_id = excluded.file_id, size = excluded.size,
           modified = excluded.modified, changed = excluded.changed, inode = excluded.inode,
           sha256 = excluded.sha256, base_seq = excluded.base_seq, removed = excluded.removed,
           removed_at = CASE WHEN excluded.removed THEN removed_at END`,
      )
      .run(
        ...[file.matterId, file.path, file.fileId, file.size, file.modified, file.changed, file.inode],
        ...[file.sha256, file.baseSeq, file.removed ? 1 : 0],
      );
  }

  forgetFile(matterId: MatterId, path: string): void {
    this.#database.prepare('DELETE FROM local_file WHERE matter_id = ? AND path = ?').run(matterId, path);
  }

  /** The document whose file is gone; undefined when nothing was known there. */
  markRemoved(matterId: MatterId, path: string, now: number): FileId | undefined {
    return this.#database
      .prepare<[number, string, string], FileId>(
        `UPDATE local_file SET removed = 1, removed_at = ? WHERE matter_id = ? AND path = ? AND removed = 0
         RETURNING file_id`,
      )
      .pluck()
      .get(now, matterId, path);
  }

  /** The person's copy is now known to include everything up to this entry. */
  raiseBase(matterId: MatterId, fileId: FileId, seq: number): void {
    this.#database
      .prepare(
        `UPDATE local_file INDEXED BY local_file_id SET base_seq = max(base_seq, ?)
         WHERE matter_id = ? AND file_id = ?`,
      )
      .run(seq, matterId, fileId);
  }

  /** Asked for at each capture, and seldom changed. */
  folders(matterId: MatterId): readonly LocalFolder[] {
    const kept = this.#folders.get(matterId);
    if (kept) return kept;
    const folders = this.#database
      .prepare<[string], LocalFolder>(
        `SELECT path, folder_id AS folderId, inode, named_for AS namedFor FROM local_folder
         WHERE matter_id = ? ORDER BY path`,
      )
      .all(matterId);
    this.#folders.set(matterId, folders);
    return folders;
  }

  putFolder(matterId: MatterId, { path, folderId, inode, namedFor }: LocalFolder): void {
    this.#folders.delete(matterId);
    this.#database.transaction(() => {
      this.#database
        .prepare('DELETE FROM local_folder WHERE matter_id = ? AND folder_id = ?')
        .run(matterId, folderId);
      this.#database
        .prepare(
          `INSERT OR REPLACE INTO local_folder (matter_id, path, folder_id, inode, named_for)
           VALUES (?, ?, ?, ?, ?)`,
        )
        .run(matterId, path, folderId, inode, namedFor);
    })();
  }

  /** We gave a folder's directory another name: it, and what is known of everything below it, is there from now on. */
  directoryRenamed(matterId: MatterId, from: LocalFolder, to: LocalFolder): void {
    this.#database.transaction(() => {
      for (const table of ['local_folder', 'local_file']) {
        this.#database
          .prepare(
            `UPDATE OR REPLACE ${table} SET path = @to || substr(path, length(@from) + 1)
             WHERE matter_id = @matterId AND path >= @from || '/' AND path < @from || '0'`,
          )
          // '0' follows '/'.
          .run({ matterId, from: from.path, to: to.path });
      }
      this.putFolder(matterId, to);
    })();
  }
}
