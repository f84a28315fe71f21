import type { Clock } from '../../../shared/base/clock.ts';
import type { FolderId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';
import { LocalFileStore } from './local-files.ts';
import type { Outbox } from './outbox.ts';

/** A directory of a matter folder that stands for a folder of the service. */
export interface LocalFolder {
  readonly path: string;
  readonly folderId: FolderId;
  readonly inode: string;
  /** The folder's name in the service when we named the directory; null when the person did, or nobody knows. */
  readonly namedFor: string | null;
}

interface KnownDirectories {
  readonly folders: readonly LocalFolder[];
  /** Those that were on another drive than the directory above them. */
  readonly mounted: readonly { readonly path: string; readonly inode: string }[];
}

/** A directory that has another name, or of which more is known: `to` stands for the same folder. */
export interface RenamedDirectory {
  readonly from: LocalFolder;
  readonly to: LocalFolder;
}

/** What is known of the directories in matter folders: which folder of the service each is, and what is mounted there. */
export class LocalFolderStore extends LocalFileStore {
  readonly #outbox: Outbox;
  readonly #folders = new Map<MatterId, readonly LocalFolder[]>();

  constructor(database: Database, outbox: Outbox, clock: Pick<Clock, 'now' | 'steady'>) {
    super(database, clock);
    this.#outbox = outbox;
  }

  /** They are asked for anew. */
  protected forgetFolders(matterId: MatterId): void {
    this.#folders.delete(matterId);
  }

  /** What stood at this path when it was on another drive than the directory above it; null when it never was. */
  mountedAt(matterId: MatterId, path: string): string | null {
    return (
      this.database
        .prepare<[string, string], string>(
          'SELECT inode FROM mounted_directory WHERE matter_id = ? AND path = ?',
        )
        .pluck()
        .get(matterId, path) ?? null
    );
  }

  /** All that is known of the directories below the matter folder. */
  directories(matterId: MatterId): KnownDirectories {
    const mounted = this.database
      .prepare<[string], { path: string; inode: string }>(
        'SELECT path, inode FROM mounted_directory WHERE matter_id = ?',
      )
      .all(matterId);
    return { folders: this.folders(matterId), mounted };
  }

  /** Part of a transaction: this, and nothing else, is known of the directories below the matter folder. */
  putDirectories(matterId: MatterId, { folders, mounted }: KnownDirectories): void {
    for (const { folderId } of this.folders(matterId)) this.forgetFolder(matterId, folderId);
    this.database.prepare('DELETE FROM mounted_directory WHERE matter_id = ?').run(matterId);
    for (const one of folders) this.putFolder(matterId, one);
    for (const { path, inode } of mounted) this.putMounted(matterId, path, inode);
  }

  /** @param inode null: what is in it is not on a drive of its own any more */
  putMounted(matterId: MatterId, path: string, inode: string | null): void {
    if (inode === null) {
      this.database
        .prepare('DELETE FROM mounted_directory WHERE matter_id = ? AND path = ?')
        .run(matterId, path);
      return;
    }
    this.database
      .prepare('INSERT OR REPLACE INTO mounted_directory (matter_id, path, inode) VALUES (?, ?, ?)')
      .run(matterId, path, inode);
  }

  /** True when a file is known to be below this path, or a folder of the service to be at it or below it. */
  holdsBelow(matterId: MatterId, path: string): boolean {
    const isIn = (one: string) => one === path || one.startsWith(`${path}/`);
    if (this.folders(matterId).some((folder) => isIn(folder.path))) return true;
    return (
      this.database
        .prepare<[object], number>(
          `SELECT 1 FROM local_file WHERE matter_id = @matterId AND path >= @path || '/' AND path < @path || '0'
             AND removed = 0 LIMIT 1`,
        )
        // '0' follows '/'.
        .get({ matterId, path }) !== undefined
    );
  }

  /** Asked for at each capture, and seldom changed. */
  folders(matterId: MatterId): readonly LocalFolder[] {
    const kept = this.#folders.get(matterId);
    if (kept) return kept;
    const folders = this.database
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
    this.database.transaction(() => {
      this.forgetFolder(matterId, folderId);
      this.database
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
    this.database
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
    this.database.transaction(() => {
      for (const { from, aside } of parts.toSorted((a, b) => b.from.length - a.from.length))
        this.#moveBelow(matterId, from, aside);
      for (const { aside, to } of parts.toSorted((a, b) => a.to.length - b.to.length)) {
        this.#makeWay(matterId, aside, to);
        this.#moveBelow(matterId, aside, to);
      }
      const forget = this.database.prepare('DELETE FROM local_folder WHERE matter_id = ? AND path = ?');
      for (const { from } of moved) forget.run(matterId, from.path);
      for (const { from, to } of all) if (from !== to) this.putFolder(matterId, to);
    })();
  }

  #moveBelow(matterId: MatterId, from: string, to: string): void {
    // '0' follows '/'.
    this.database
      .prepare(
        `UPDATE local_file SET path = @to || substr(path, length(@from) + 1)
         WHERE matter_id = @matterId AND path >= @from || '/' AND path < @from || '0'`,
      )
      .run({ matterId, from, to });
    this.#outbox.directoryRenamed(matterId, from, to);
  }

  /** What is known of a file where another comes to be: it is not there any more, and known again by its file alone. */
  #makeWay(matterId: MatterId, from: string, to: string): void {
    const inTheWay = this.database
      .prepare<[object], string>(
        `SELECT path FROM local_file AS there WHERE matter_id = @matterId AND path >= @to || '/' AND path < @to || '0'
           AND EXISTS (SELECT 1 FROM local_file WHERE matter_id = @matterId
                       AND path = @from || substr(there.path, length(@to) + 1))`,
      )
      .pluck()
      .all({ matterId, from, to });
    const giveWay = this.database.prepare(
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
