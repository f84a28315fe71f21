import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { Base } from '../domain/version.ts';
import type { Database } from './database.ts';

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
  /** What the copy here descends from. */
  readonly base: Base;
  readonly removed: boolean;
  /** When it was noticed to be gone, in milliseconds since 1970; null while it is there, or when nobody knows. */
  readonly removedAt?: number | null;
  /** True when what it descends from is known only if its content is still the one that was captured last. */
  readonly doubted?: boolean;
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
  base_up_to: number;
  base_entry: string | null;
  removed: 0 | 1;
  removed_at: number | null;
  doubted: 0 | 1;
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
  base: { entryId: row.base_entry, upTo: row.base_up_to },
  removed: row.removed === 1,
  removedAt: row.removed_at,
  doubted: row.doubted === 1,
});

/**
 * Reads what is known of the files in matter folders. The index is named where SQLite, which knows nothing of how many files a
 * matter has, would look through all of them.
 */
export class KnownFiles {
  protected readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  file(matterId: MatterId, path: string): LocalFile | undefined {
    const row = this.database
      .prepare<[string, string], LocalFileRow>('SELECT * FROM local_file WHERE matter_id = ? AND path = ?')
      .get(matterId, path);
    return row && fromRow(row);
  }

  fileOfDocument(matterId: MatterId, fileId: FileId): LocalFile | undefined {
    const rows = this.database
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
      this.database
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
    return this.database
      .prepare<[string], LocalFileRow>('SELECT * FROM local_file WHERE matter_id = ? ORDER BY path')
      .all(matterId)
      .map(fromRow);
  }

  /** Files that are or were of these documents. */
  filesOfDocuments(matterId: MatterId, ids: readonly FileId[]): LocalFile[] {
    return this.database
      .prepare<[string, string], LocalFileRow>(
        `SELECT * FROM local_file INDEXED BY local_file_id
         WHERE matter_id = ? AND file_id IN (SELECT value FROM json_each(?)) ORDER BY path`,
      )
      .all(matterId, JSON.stringify(ids))
      .map(fromRow);
  }

  /** Of these documents, those that are here and of which history told something after what the copy is known to include. */
  toldSinceCopied(matterId: MatterId, ids: readonly FileId[]): FileId[] {
    return this.database
      .prepare<[string, string], FileId>(
        `SELECT DISTINCT local_file.file_id FROM json_each(?) AS asked
         CROSS JOIN local_file INDEXED BY local_file_id
           ON local_file.matter_id = ? AND local_file.file_id = asked.value AND local_file.removed = 0
         WHERE EXISTS (
           SELECT 1 FROM history_entry
           WHERE history_entry.matter_id = local_file.matter_id AND history_entry.file_id = local_file.file_id
             AND history_entry.seq > local_file.base_up_to)`,
      )
      .pluck()
      .all(JSON.stringify(ids), matterId);
  }

  /** What the last captures saw of the files that are there: all at once takes two thirds of one after the other. */
  captured(matterId: MatterId): readonly (readonly [path: string, lastLook: LastLook])[] {
    return this.database
      .prepare<[string], [string, LastLook]>(
        `SELECT path, size || ' ' || modified || ' ' || changed || ' ' || inode FROM local_file
         WHERE matter_id = ? AND removed = 0`,
      )
      .raw()
      .all(matterId);
  }

  /** A file that is known to be there, any one. */
  anyFile(matterId: MatterId): LocalFile | undefined {
    const row = this.database
      .prepare<[string], LocalFileRow>(
        `SELECT * FROM local_file WHERE matter_id = ? AND removed = 0 AND inode <> '' LIMIT 1`,
      )
      .get(matterId);
    return row && fromRow(row);
  }

  /** Some of the files that are known to be there, or below a directory of the matter's folder. */
  someFiles(matterId: MatterId, atMost: number, directory: string | null = null): LocalFile[] {
    return (
      this.database
        .prepare<[object], LocalFileRow>(
          `SELECT * FROM local_file WHERE matter_id = @matterId AND path >= @from AND path < @to
             AND removed = 0 AND inode <> '' LIMIT @atMost`,
        )
        // '0' follows '/', and nothing follows the last character there is.
        .all({
          ...{ matterId, atMost },
          from: directory === null ? '' : `${directory}/`,
          to: directory === null ? '\u{10FFFF}' : `${directory}0`,
        })
        .map(fromRow)
    );
  }

  /** True when more than one file is known to be there. */
  hasSeveralFiles(matterId: MatterId): boolean {
    const some = this.database
      .prepare<[string], number>('SELECT 1 FROM local_file WHERE matter_id = ? AND removed = 0 LIMIT 2')
      .pluck()
      .all(matterId);
    return some.length > 1;
  }

  /** Files that may have been renamed or moved into one with this inode or content: by inode first, or as a restored version. */
  renameCandidates(matterId: MatterId, inode: string, sha256: string): LocalFile[] {
    const byInode = this.database
      .prepare<[string, string], LocalFileRow>(
        'SELECT * FROM local_file WHERE inode = ? AND matter_id = ? ORDER BY removed, removed_at DESC LIMIT 20',
      )
      .all(inode, matterId);
    const byContent = this.database
      .prepare<[string, string, string], LocalFileRow>(
        `SELECT * FROM local_file INDEXED BY local_file_content
         WHERE matter_id = ? AND sha256 = ? AND inode <> ? ORDER BY removed_at DESC LIMIT 20`,
      )
      .all(matterId, sha256, inode);
    const restored = this.database
      .prepare<[string, string], LocalFileRow>(
        `SELECT local_file.* FROM restored_file CROSS JOIN local_file INDEXED BY local_file_id USING (matter_id, file_id)
         WHERE restored_file.inode = ? AND matter_id = ?`,
      )
      .all(inode, matterId);
    return [...byInode, ...restored, ...byContent].map(fromRow);
  }

  /** A file of this matter with this inode, one that is known to be there before one that is gone. */
  withInode(matterId: MatterId, inode: string): LocalFile | undefined {
    const row = this.database
      .prepare<[string, string], LocalFileRow>(
        'SELECT * FROM local_file WHERE inode = ? AND matter_id = ? ORDER BY removed LIMIT 1',
      )
      .get(inode, matterId);
    return row && fromRow(row);
  }

  /** False when no file of any matter had this inode and none of this one this content: what is new came from nowhere. */
  mayBeMoved(matterId: MatterId, inode: string, sha256: string): boolean {
    return (
      this.database
        .prepare<[string, string, string, string], number>(
          `SELECT 1 WHERE EXISTS (SELECT 1 FROM local_file INDEXED BY local_file_inode WHERE inode = ?)
             OR EXISTS (SELECT 1 FROM restored_file WHERE inode = ?)
             OR EXISTS (SELECT 1 FROM local_file INDEXED BY local_file_content WHERE matter_id = ? AND sha256 = ?)`,
        )
        .pluck()
        .get(inode, inode, matterId, sha256) !== undefined
    );
  }

  /** Files of other matters that may have been moved into one with this inode. */
  elsewhere(matterId: MatterId, inode: string): LocalFile[] {
    return this.database
      .prepare<[string, string], LocalFileRow>(
        'SELECT * FROM local_file WHERE inode = ? AND matter_id <> ? LIMIT 20',
      )
      .all(inode, matterId)
      .map(fromRow);
  }

  /** Files whose last capture had this content. `path` is below `root`. */
  withContent(sha256: string): { readonly root: string; readonly path: string }[] {
    return this.database
      .prepare<[string], { root: string; path: string }>(
        `SELECT matter_folder.path AS root, local_file.path AS path
         FROM matter_folder CROSS JOIN local_file INDEXED BY local_file_content USING (matter_id)
         WHERE sha256 = ? AND removed = 0`,
      )
      .all(sha256);
  }

  /** How many documents of the matter are on this computer; counted up to `atMost`. */
  countFiles(matterId: MatterId, atMost: number): number {
    return (
      this.database
        .prepare<[string, number], number>(
          'SELECT count(*) FROM (SELECT 1 FROM local_file WHERE matter_id = ? AND removed = 0 LIMIT ?)',
        )
        .pluck()
        .get(matterId, atMost) ?? 0
    );
  }
}
