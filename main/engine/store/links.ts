import type { Clock } from '../../../shared/base/clock.ts';
import type { MatterId } from '../../../shared/model/index.ts';
import type { Custody } from './custody/custody.ts';
import type { Database } from './database.ts';
import { keepFoldersBefore } from './folders-before.ts';
import { directoriesKept, keepDirectories } from './former-directories.ts';
import { type LocalFolder, LocalFolderStore } from './local-folders.ts';
import type { Outbox } from './outbox.ts';

export type { LastLook, LocalFile } from './known-files.ts';
export type { LocalFolder, RenamedDirectory } from './local-folders.ts';

export interface MatterFolder {
  readonly matterId: MatterId;
  readonly path: string;
}

/** The directory that is, or was, a matter's folder. */
export interface KnownDirectory {
  readonly matterId: MatterId;
  readonly path: string;
  readonly inode: string;
  readonly isLinked: boolean;
}

/** Of a matter of another person, it is not said which. */
type OthersDirectory = Omit<KnownDirectory, 'matterId'> & { readonly matterId: MatterId | null };

/** A drive may show another device each time it is connected. */
const onAnyDevice = (inode: string): string => inode.slice(inode.indexOf(':'));

/** No matter has this id. */
const noMatter = '' as MatterId;

/**
 * Matter folders on this computer, and what is known of the files and directories in them, also of folders that are not
 * linked any more.
 */
export class LinkStore extends LocalFolderStore {
  readonly #custody: Custody;
  readonly #ofOthers = new Map<MatterId, readonly KnownDirectory[]>();
  /** Directories that are, or were, linked in other people's workspaces. */
  #elsewhere: () => readonly KnownDirectory[] = () => [];

  constructor(database: Database, custody: Custody, outbox: Outbox, clock: Pick<Clock, 'now' | 'steady'>) {
    super(database, outbox, clock);
    this.#custody = custody;
  }

  all(): MatterFolder[] {
    return this.database
      .prepare<[], MatterFolder>('SELECT matter_id AS matterId, path FROM matter_folder ORDER BY linked_at')
      .all();
  }

  /** Milliseconds since 1970. */
  linkedAt(matterId: MatterId): number | undefined {
    return this.database
      .prepare<[string], number>('SELECT linked_at FROM matter_folder WHERE matter_id = ?')
      .pluck()
      .get(matterId);
  }

  of(matterId: MatterId): MatterFolder | undefined {
    return this.database
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
    return this.database
      .prepare<[string], { path: string; inode: string | null }>(
        'SELECT path, inode FROM unlinked_folder WHERE matter_id = ?',
      )
      .get(matterId);
  }

  /** The directory that stands for the matter: device, inode and time of birth; null when it was never looked at. */
  directoryOf(matterId: MatterId): string | null {
    return (
      this.database
        .prepare<[string], string | null>('SELECT inode FROM matter_folder WHERE matter_id = ?')
        .pluck()
        .get(matterId) ?? null
    );
  }

  /** The directories that are known of other matters, also of those that are not linked any more, and of other people’s. */
  foldersOfOthers(matterId: MatterId): readonly OthersDirectory[] {
    const elsewhere = this.#elsewhere();
    if (elsewhere.length === 0) return this.#foldersHere(matterId);
    // One that went from one person's workspace to another's is known in both.
    const [path, directory] = [this.of(matterId)?.path, this.directoryOf(matterId)];
    const own = directory && onAnyDevice(directory);
    const others = elsewhere
      .filter((one) => one.path !== path && onAnyDevice(one.inode) !== own)
      // Where somebody else had the same matter, it may be this one's by now.
      .filter((one) => one.isLinked || one.matterId !== matterId);
    return [...this.#foldersHere(matterId), ...others.map((one) => ({ ...one, matterId: null }))];
  }

  /** @param directories asked for at each capture: those that are, or were, linked in other people's workspaces */
  setElsewhere(directories: () => readonly KnownDirectory[]): void {
    this.#elsewhere = directories;
  }

  /** The directories that are, or were, linked here. */
  knownDirectories(): readonly KnownDirectory[] {
    return this.#foldersHere(noMatter);
  }

  /** Asked for at each capture, and seldom changed. */
  #foldersHere(matterId: MatterId): readonly KnownDirectory[] {
    const kept = this.#ofOthers.get(matterId);
    if (kept) return kept;
    const rows = this.database
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
    this.database.prepare('UPDATE matter_folder SET inode = ? WHERE matter_id = ?').run(inode, matterId);
  }

  /** The person says that this directory at the matter's path is its folder: what is in it is compared with what was known. */
  isTheSame(matterId: MatterId, path: string, inode: string, now: number): void {
    this.database.transaction(() => {
      this.putDirectory(matterId, inode);
      this.database
        .prepare('UPDATE local_file SET doubted = 1 WHERE matter_id = ? AND removed = 0')
        .run(matterId);
      this.#custody.linked(matterId, path, now, 'same-folder');
    })();
  }

  /**
   * @param isAnother what is known of the matter's files is known of another directory: none of them is here
   * @param detail for the custody log
   * @param copied directories of the one that it was linked to which are in this one too, as it is a copy of it
   */
  link(
    matterId: MatterId,
    path: string,
    now: number,
    isAnother = false,
    inode: string | null = null,
    detail: 'taken-over' | null = null,
    copied: readonly LocalFolder[] = [],
  ): void {
    this.forgetFolders(matterId);
    this.#ofOthers.clear();
    this.database.transaction(() => {
      const before = this.before(matterId)?.inode ?? null;
      this.database
        .prepare('INSERT INTO matter_folder (matter_id, path, linked_at, inode) VALUES (?, ?, ?, ?)')
        .run(matterId, path, now, inode);
      this.database.prepare('DELETE FROM unlinked_folder WHERE matter_id = ?').run(matterId);
      if (isAnother) {
        keepFoldersBefore(this.database, matterId);
        if (before !== null) keepDirectories(this.database, matterId, before);
        for (const table of ['local_folder', 'mounted_directory'])
          this.database.prepare(`DELETE FROM ${table} WHERE matter_id = ?`).run(matterId);
        // Without a time: nobody removed them. What somebody did remove, went long before this directory was the matter's.
        this.database
          .prepare(
            'UPDATE local_file SET removed = 1, removed_at = CASE WHEN removed_at IS NOT NULL THEN 0 END WHERE matter_id = ?',
          )
          .run(matterId);
        const kept = inode === null ? [] : directoriesKept(this.database, matterId, inode);
        for (const folder of kept.length > 0 ? kept : copied) this.putFolder(matterId, folder);
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
    this.forgetFolders(matterId);
    this.#ofOthers.clear();
    this.database.transaction(() => {
      const linked = this.of(matterId);
      if (!linked) return;
      const directory = this.directoryOf(matterId) ?? inode;
      this.#custody.unlinked(matterId, linked.path, detail);
      for (const table of ['matter_folder', 'folder_agreed', 'folder_to_make'])
        this.database.prepare(`DELETE FROM ${table} WHERE matter_id = ?`).run(matterId);
      this.database
        .prepare('INSERT OR REPLACE INTO unlinked_folder (matter_id, path, inode) VALUES (?, ?, ?)')
        .run(matterId, linked.path, directory);
    })();
  }
}
