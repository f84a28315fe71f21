import type { Clock } from '../../../shared/base/clock.ts';
import type { FileId, FolderId, MatterId } from '../../../shared/model/index.ts';
import type { Base } from '../domain/version.ts';
import type { Custody } from './custody/custody.ts';
import type { Database } from './database.ts';
import { keepFoldersBefore } from './folders-before.ts';
import type { Outbox } from './outbox.ts';

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

/** A directory of a matter folder that stands for a folder of the service. */
export interface LocalFolder {
  readonly path: string;
  readonly folderId: FolderId;
  readonly inode: string;
  /** The folder's name in the service when we named the directory; null when the person did, or nobody knows. */
  readonly namedFor: string | null;
}

/** The directory that is, or was, a matter's folder. */
interface KnownDirectory {
  readonly matterId: MatterId;
  readonly path: string;
  readonly inode: string;
  readonly isLinked: boolean;
}

/** A directory that has another name, or of which more is known: `to` stands for the same folder. */
export interface RenamedDirectory {
  readonly from: LocalFolder;
  readonly to: LocalFolder;
}

/** Documents found removed of which it is known for how long the computer slept since. */
const mostRemovals = 1_000;

/**
 * Matter folders on this computer, and what is known of the files and directories in them, also of folders that are not
 * linked any more. The index is named where SQLite,
 * which knows nothing of how many files a matter has, would look through all of them.
 */
export class LinkStore {
  readonly #database: Database;
  readonly #custody: Custody;
  readonly #outbox: Outbox;
  readonly #folders = new Map<MatterId, readonly LocalFolder[]>();
  readonly #ofOthers = new Map<MatterId, readonly KnownDirectory[]>();
  readonly #clock: Pick<Clock, 'now' | 'steady'>;
  /** By how much the two clocks differed, in milliseconds, when documents were found removed: the last so many of them. */
  readonly #offsetAtRemoval = new Map<FileId, number>();
  constructor(database: Database, custody: Custody, outbox: Outbox, clock: Pick<Clock, 'now' | 'steady'>) {
    this.#clock = clock;
    this.#database = database;
    this.#custody = custody;
    this.#outbox = outbox;
  }

  all(): MatterFolder[] {
    return this.#database
      .prepare<[], MatterFolder>('SELECT matter_id AS matterId, path FROM matter_folder ORDER BY linked_at')
      .all();
  }

  /** Milliseconds since 1970. */
  linkedAt(matterId: MatterId): number | undefined {
    return this.#database
      .prepare<[string], number>('SELECT linked_at FROM matter_folder WHERE matter_id = ?')
      .pluck()
      .get(matterId);
  }

  of(matterId: MatterId): MatterFolder | undefined {
    return this.#database
      .prepare<[string], MatterFolder>(
        'SELECT matter_id AS matterId, path FROM matter_folder WHERE matter_id = ?',
      )
      .get(matterId);
  }

  /**
   * The directory that the matter was linked to before, and of which its files are known; undefined when there is none.
   * `inode` is null when it was not there.
   */
  before(matterId: MatterId): { readonly path: string; readonly inode: string | null } | undefined {
    return this.#database
      .prepare<[string], { path: string; inode: string | null }>(
        'SELECT path, inode FROM unlinked_folder WHERE matter_id = ?',
      )
      .get(matterId);
  }

  /** The directory that stands for the matter: device, inode and time of birth; null when it was never looked at. */
  directoryOf(matterId: MatterId): string | null {
    return (
      this.#database
        .prepare<[string], string | null>('SELECT inode FROM matter_folder WHERE matter_id = ?')
        .pluck()
        .get(matterId) ?? null
    );
  }

  /** The directories that are known of other matters, also of those that are not linked any more. */
  directoriesOfOthers(matterId: MatterId): string[] {
    return this.foldersOfOthers(matterId).map(({ inode }) => inode);
  }

  /** The same, with where they were. Asked for at each capture, and seldom changed. */
  foldersOfOthers(matterId: MatterId): readonly KnownDirectory[] {
    const kept = this.#ofOthers.get(matterId);
    if (kept) return kept;
    const rows = this.#database
      .prepare<[object], Omit<KnownDirectory, 'isLinked'> & { isLinked: number }>(
        `SELECT matter_id AS matterId, path, inode, 1 AS isLinked FROM matter_folder
         WHERE matter_id <> @matterId AND inode IS NOT NULL
         UNION ALL SELECT matter_id, path, inode, 0 FROM unlinked_folder
         WHERE matter_id <> @matterId AND inode IS NOT NULL`,
      )
      .all({ matterId });
    const others = rows.map((row) => ({ ...row, isLinked: row.isLinked === 1 }));
    this.#ofOthers.set(matterId, others);
    return others;
  }

  putDirectory(matterId: MatterId, inode: string): void {
    this.#ofOthers.clear();
    this.#database.prepare('UPDATE matter_folder SET inode = ? WHERE matter_id = ?').run(inode, matterId);
  }

  /** The person says that this directory at the matter's path is its folder: what is in it is compared with what was known. */
  isTheSame(matterId: MatterId, path: string, inode: string, now: number): void {
    this.#database.transaction(() => {
      this.putDirectory(matterId, inode);
      this.#database
        .prepare('UPDATE local_file SET doubted = 1 WHERE matter_id = ? AND removed = 0')
        .run(matterId);
      this.#custody.linked(matterId, path, now, 'same-folder');
    })();
  }

  /**
   * @param isAnother what is known of the matter's files is known of another directory: none of them is here
   * @param detail for the custody log
   */
  link(
    matterId: MatterId,
    path: string,
    now: number,
    isAnother = false,
    inode: string | null = null,
    detail: 'taken-over' | null = null,
  ): void {
    this.#folders.delete(matterId);
    this.#ofOthers.clear();
    this.#database.transaction(() => {
      this.#database
        .prepare('INSERT INTO matter_folder (matter_id, path, linked_at, inode) VALUES (?, ?, ?, ?)')
        .run(matterId, path, now, inode);
      this.#database.prepare('DELETE FROM unlinked_folder WHERE matter_id = ?').run(matterId);
      if (isAnother) {
        keepFoldersBefore(this.#database, matterId);
        for (const table of ['local_folder', 'mounted_directory'])
          this.#database.prepare(`DELETE FROM ${table} WHERE matter_id = ?`).run(matterId);
        // Without a time: nobody removed them.
        this.#database
          .prepare('UPDATE local_file SET removed = 1, removed_at = NULL WHERE matter_id = ?')
          .run(matterId);
      }
      this.#custody.linked(matterId, path, now, detail);
    })();
  }

  /**
   * What is known of the folder's files stays: linked again it is the same folder, as after a time without the program.
   * @param inode of the directory, for a link that does not know it; null when it is not there
   * @param detail for the custody log
   */
  unlink(matterId: MatterId, inode: string | null = null, detail: 'handed-over' | null = null): void {
    this.#folders.delete(matterId);
    this.#ofOthers.clear();
    this.#database.transaction(() => {
      const linked = this.of(matterId);
      if (!linked) return;
      const directory = this.directoryOf(matterId) ?? inode;
      this.#custody.unlinked(matterId, linked.path, detail);
      this.#database.prepare('DELETE FROM matter_folder WHERE matter_id = ?').run(matterId);
      this.#database
        .prepare('INSERT OR REPLACE INTO unlinked_folder (matter_id, path, inode) VALUES (?, ?, ?)')
        .run(matterId, linked.path, directory);
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

  /** Files that are or were of these documents. */
  filesOfDocuments(matterId: MatterId, ids: readonly FileId[]): LocalFile[] {
    return this.#database
      .prepare<[string, string], LocalFileRow>(
        `SELECT * FROM local_file INDEXED BY local_file_id
         WHERE matter_id = ? AND file_id IN (SELECT value FROM json_each(?)) ORDER BY path`,
      )
      .all(matterId, JSON.stringify(ids))
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

  /** A file that is known to be there, any one. */
  anyFile(matterId: MatterId): LocalFile | undefined {
    const row = this.#database
      .prepare<[string], LocalFileRow>(
        `SELECT * FROM local_file WHERE matter_id = ? AND removed = 0 AND inode <> '' LIMIT 1`,
      )
      .get(matterId);
    return row && fromRow(row);
  }

  /** Some of the files that are known to be there, or below a directory of the matter's folder. */
  someFiles(matterId: MatterId, atMost: number, directory: string | null = null): LocalFile[] {
    return (
      this.#database
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

  /** What stood at this path when it was on another drive than the directory above it; null when it never was. */
  mountedAt(matterId: MatterId, path: string): string | null {
    return (
      this.#database
        .prepare<[string, string], string>(
          'SELECT inode FROM mounted_directory WHERE matter_id = ? AND path = ?',
        )
        .pluck()
        .get(matterId, path) ?? null
    );
  }

  /** @param inode null: what is in it is not on a drive of its own any more */
  putMounted(matterId: MatterId, path: string, inode: string | null): void {
    if (inode === null) {
      this.#database
        .prepare('DELETE FROM mounted_directory WHERE matter_id = ? AND path = ?')
        .run(matterId, path);
      return;
    }
    this.#database
      .prepare('INSERT OR REPLACE INTO mounted_directory (matter_id, path, inode) VALUES (?, ?, ?)')
      .run(matterId, path, inode);
  }

  /** True when a file is known to be below this path, or a folder of the service to be at it or below it. */
  holdsBelow(matterId: MatterId, path: string): boolean {
    const isIn = (one: string) => one === path || one.startsWith(`${path}/`);
    if (this.folders(matterId).some((folder) => isIn(folder.path))) return true;
    return (
      this.#database
        .prepare<[object], number>(
          `SELECT 1 FROM local_file WHERE matter_id = @matterId AND path >= @path || '/' AND path < @path || '0'
             AND removed = 0 LIMIT 1`,
        )
        // '0' follows '/'.
        .get({ matterId, path }) !== undefined
    );
  }

  /** True when more than one file is known to be there. */
  hasSeveralFiles(matterId: MatterId): boolean {
    const some = this.#database
      .prepare<[string], number>('SELECT 1 FROM local_file WHERE matter_id = ? AND removed = 0 LIMIT 2')
      .pluck()
      .all(matterId);
    return some.length > 1;
  }

  /** Files that may have been renamed or moved into one with this inode or content: by inode first, or as a restored version. */
  renameCandidates(matterId: MatterId, inode: string, sha256: string): LocalFile[] {
    const byInode = this.#database
      .prepare<[string, string], LocalFileRow>(
        'SELECT * FROM local_file WHERE inode = ? AND matter_id = ? ORDER BY removed, removed_at DESC LIMIT 20',
      )
      .all(inode, matterId);
    const byContent = this.#database
      .prepare<[string, string, string], LocalFileRow>(
        `SELECT * FROM local_file INDEXED BY local_file_content
         WHERE matter_id = ? AND sha256 = ? AND inode <> ? ORDER BY removed_at DESC LIMIT 20`,
      )
      .all(matterId, sha256, inode);
    const restored = this.#database
      .prepare<[string, string], LocalFileRow>(
        `SELECT local_file.* FROM restored_file CROSS JOIN local_file INDEXED BY local_file_id USING (matter_id, file_id)
         WHERE restored_file.inode = ? AND matter_id = ?`,
      )
      .all(inode, matterId);
    return [...byInode, ...restored, ...byContent].map(fromRow);
  }

  /** A file of this matter with this inode, one that is known to be there before one that is gone. */
  withInode(matterId: MatterId, inode: string): LocalFile | undefined {
    const row = this.#database
      .prepare<[string, string], LocalFileRow>(
        'SELECT * FROM local_file WHERE inode = ? AND matter_id = ? ORDER BY removed LIMIT 1',
      )
      .get(inode, matterId);
    return row && fromRow(row);
  }

  /** False when no file of any matter had this inode and none of this one this content: what is new came from nowhere. */
  mayBeMoved(matterId: MatterId, inode: string, sha256: string): boolean {
    return (
      this.#database
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

  /** How many documents of the matter are on this computer; counted up to `atMost`. */
  countFiles(matterId: MatterId, atMost: number): number {
    return (
      this.#database
        .prepare<[string, number], number>(
          'SELECT count(*) FROM (SELECT 1 FROM local_file WHERE matter_id = ? AND removed = 0 LIMIT ?)',
        )
        .pluck()
        .get(matterId, atMost) ?? 0
    );
  }

  putFile(file: LocalFile): void {
    this.#database
      .prepare(
        `INSERT INTO local_file (matter_id, path, file_id, size, modified, changed, inode, sha256, base_up_to,
           base_entry, removed, doubted)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (matter_id, path) DO UPDATE SET file_id = excluded.file_id, size = excluded.size,
           modified = excluded.modified, changed = excluded.changed, inode = excluded.inode,
           sha256 = excluded.sha256, base_up_to = excluded.base_up_to, base_entry = excluded.base_entry, removed = excluded.removed,
           doubted = excluded.doubted,
           removed_at = CASE WHEN excluded.removed THEN removed_at END`,
      )
      .run(
        ...[file.matterId, file.path, file.fileId, file.size, file.modified, file.changed, file.inode],
        ...[file.sha256, file.base.upTo, file.base.entryId, file.removed ? 1 : 0, file.doubted ? 1 : 0],
      );
  }

  /** Its files stand for a document of the service, of which it is not known what they include. */
  isFiledAs(matterId: MatterId, before: FileId, fileId: FileId): void {
    this.#database
      .prepare(
        `UPDATE local_file INDEXED BY local_file_id SET file_id = ?, base_up_to = 0, base_entry = NULL
         WHERE matter_id = ? AND file_id = ?`,
      )
      .run(fileId, matterId, before);
  }

  forgetFile(matterId: MatterId, path: string): void {
    this.#database.prepare('DELETE FROM local_file WHERE matter_id = ? AND path = ?').run(matterId, path);
  }

  /**
   * The document whose file is gone; undefined when nothing was known there. Of the documents that one file was, the last one
   * counts as removed last, also where the clock was set back between.
   */
  markRemoved(matterId: MatterId, path: string, now: number): FileId | undefined {
    const fileId = this.#database
      .prepare<[number, string, string], FileId>(
        `UPDATE local_file SET removed = 1, removed_at = max(?, (
           SELECT coalesce(max(other.removed_at), 0) + 1 FROM local_file other INDEXED BY local_file_inode
           WHERE other.inode = local_file.inode AND other.matter_id = local_file.matter_id))
         WHERE matter_id = ? AND path = ? AND removed = 0
         RETURNING file_id`,
      )
      .pluck()
      .get(now, matterId, path);
    if (fileId !== undefined) {
      this.#offsetAtRemoval.set(fileId, this.#offset());
      const [oldest] = this.#offsetAtRemoval.size > mostRemovals ? this.#offsetAtRemoval.keys() : [];
      if (oldest !== undefined) this.#offsetAtRemoval.delete(oldest);
    }
    return fileId;
  }

  /** Milliseconds for which the computer slept since a document was found removed, as far as that was in this run. */
  sleptSinceRemoval(fileId: FileId): number {
    return Math.max(0, this.#offset() - (this.#offsetAtRemoval.get(fileId) ?? this.#offset()));
  }

  #offset(): number {
    return this.#clock.now() - this.#clock.steady();
  }

  /** The person's copy is now known to descend from this version. */
  raiseBase(matterId: MatterId, fileId: FileId, { entryId, upTo }: Base): void {
    this.#database
      .prepare(
        `UPDATE local_file INDEXED BY local_file_id SET base_up_to = max(base_up_to, ?), base_entry = ?
         WHERE matter_id = ? AND file_id = ?`,
      )
      .run(upTo, entryId, matterId, fileId);
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

  /** @throws when the directory stands for another folder: that one would be forgotten */
  putFolder(matterId: MatterId, { path, folderId, inode, namedFor }: LocalFolder): void {
    this.#database.transaction(() => {
      this.forgetFolder(matterId, folderId);
      this.#database
        .prepare(
          `INSERT INTO local_folder (matter_id, path, folder_id, inode, named_for)
           VALUES (?, ?, ?, ?, ?)`,
        )
        .run(matterId, path, folderId, inode, namedFor);
    })();
  }

  /** The directory stands for no folder any more; what is known of the files in it stays. */
  forgetFolder(matterId: MatterId, folderId: FolderId): void {
    this.#folders.delete(matterId);
    this.#database
      .prepare('DELETE FROM local_folder WHERE matter_id = ? AND folder_id = ?')
      .run(matterId, folderId);
  }

  /**
   * Directories got other names, all at once: what is known of everything below them is there from now on, in the outbox too.
   * @param all directories of the matter: those below a renamed one go their own way
   */
  directoriesRenamed(matterId: MatterId, all: readonly RenamedDirectory[]): void {
    const moved = all.filter(({ from, to }) => from.path !== to.path);
    const isBelowOne = (path: string) => moved.some(({ from }) => path.startsWith(`${from.path}/`));
    // Two may change names, and nothing below the matter folder has a path like these.
    const parts = all
      .filter((one) => moved.includes(one) || isBelowOne(one.from.path))
      .map(({ from, to }, index) => ({ from: from.path, aside: `/${index}`, to: to.path }));
    this.#database.transaction(() => {
      for (const { from, aside } of parts.toSorted((a, b) => b.from.length - a.from.length))
        this.#moveBelow(matterId, from, aside);
      for (const { aside, to } of parts.toSorted((a, b) => a.to.length - b.to.length)) {
        this.#makeWay(matterId, aside, to);
        this.#moveBelow(matterId, aside, to);
      }
      const forget = this.#database.prepare('DELETE FROM local_folder WHERE matter_id = ? AND path = ?');
      for (const { from } of moved) forget.run(matterId, from.path);
      for (const { from, to } of all) if (from !== to) this.putFolder(matterId, to);
    })();
  }

  #moveBelow(matterId: MatterId, from: string, to: string): void {
    // '0' follows '/'.
    this.#database
      .prepare(
        `UPDATE local_file SET path = @to || substr(path, length(@from) + 1)
         WHERE matter_id = @matterId AND path >= @from || '/' AND path < @from || '0'`,
      )
      .run({ matterId, from, to });
    this.#outbox.directoryRenamed(matterId, from, to);
  }

  /** What is known of a file where another comes to be: it is not there any more, and known again by its file alone. */
  #makeWay(matterId: MatterId, from: string, to: string): void {
    const inTheWay = this.#database
      .prepare<[object], string>(
        `SELECT path FROM local_file AS there WHERE matter_id = @matterId AND path >= @to || '/' AND path < @to || '0'
           AND EXISTS (SELECT 1 FROM local_file WHERE matter_id = @matterId
                       AND path = @from || substr(there.path, length(@to) + 1))`,
      )
      .pluck()
      .all({ matterId, from, to });
    const giveWay = this.#database.prepare(
      'UPDATE local_file SET path = ?, removed = 1, removed_at = NULL WHERE matter_id = ? AND path = ?',
    );
    for (const path of inTheWay) giveWay.run(this.#freePath(matterId, path), matterId, path);
  }

  #freePath(matterId: MatterId, path: string): string {
    for (let count = 2; ; count += 1) {
      const free = `${path} (${count})`;
      if (!this.file(matterId, free)) return free;
    }
  }
}
