import { posix } from 'node:path';
import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { Custody } from './custody/custody.ts';
import { type Database, inTransaction } from './database.ts';
import type { Save } from './save.ts';
import type { SaveStore } from './saves.ts';

/** A file of ours that is about to get a name in a matter folder. */
export interface RestoredFile {
  /** Device, inode and time of birth: it keeps these whatever name it gets, from us or from the person. */
  readonly inode: string;
  readonly matterId: MatterId;
  readonly fileId: FileId;
  /** The save whose content it has, to be told of in the custody log; null when there is nothing to tell. */
  readonly saveId: number | null;
}

/** Milliseconds after which a file that was never seen under a name is not waited for any more. */
const longest = 30 * 24 * 60 * 60_000;

/**
 * Files that the program puts into matter folders as versions of documents, until they are captured: whatever ends the
 * program in between, and whatever name the person gives them meanwhile, each is a version of its document.
 */
export class RestoredFileStore {
  readonly #database: Database;
  readonly #saves: SaveStore;
  readonly #custody: Custody;
  constructor(database: Database, saves: SaveStore, custody: Custody) {
    this.#database = database;
    this.#saves = saves;
    this.#custody = custody;
  }

  /** Before it has a name of a document's. */
  begins(file: RestoredFile, now: number): void {
    this.#database.transaction(() => {
      this.#database.prepare('DELETE FROM restored_file WHERE noted_at < ?').run(now - longest);
      this.#database
        .prepare(
          `INSERT OR REPLACE INTO restored_file (inode, matter_id, file_id, save_id, noted_at)
           VALUES (@inode, @matterId, @fileId, @saveId, @now)`,
        )
        .run({ ...file, now });
    })();
  }

  /** Those of a matter that are not captured yet. */
  ofMatter(matterId: MatterId): RestoredFile[] {
    return this.#database
      .prepare<[string], RestoredFile>(
        `SELECT inode, matter_id AS matterId, file_id AS fileId, save_id AS saveId FROM restored_file WHERE matter_id = ?`,
      )
      .all(matterId);
  }

  /** A file is captured under a name. Answers the document that we put it there as a version of; undefined when we did not. */
  seen(file: {
    readonly matterId: MatterId;
    /** Below the matter folder, with '/' between names. */
    readonly path: string;
    readonly inode: string;
    readonly sha256: string;
  }): FileId | undefined {
    const row = this.#database
      .prepare<[string, string], { fileId: FileId; saveId: number | null }>(
        'SELECT file_id AS fileId, save_id AS saveId FROM restored_file WHERE inode = ? AND matter_id = ?',
      )
      .get(file.inode, file.matterId);
    if (!row) return undefined;
    // Without a time of birth another file may have got the number.
    const isSure = !file.inode.endsWith(':0') || this.#saveOf(row.saveId)?.sha256 === file.sha256;
    if (isSure) this.tell(file.inode, file.path);
    this.ends(file.inode);
    return isSure ? row.fileId : undefined;
  }

  /** It has its name: the custody log tells that the version was put back, once. `path` is below the matter folder. */
  tell(inode: string, path: string): void {
    inTransaction(this.#database, () => {
      const saveId = this.#database
        .prepare<[string], number | null>('SELECT save_id FROM restored_file WHERE inode = ?')
        .pluck()
        .get(inode);
      const save = this.#saveOf(saveId ?? null);
      if (!save) return;
      const { matterId, fileId, sha256, size } = save;
      const filed = this.#saves.versionsOf(matterId, fileId).find(({ id }) => id === save.id);
      const versionId = filed?.filedEntryId ?? null;
      this.#custody.restored({ matterId, fileId, versionId, sha256, size, name: posix.basename(path), path });
      this.#database.prepare('UPDATE restored_file SET save_id = NULL WHERE inode = ?').run(inode);
    });
  }

  #saveOf(saveId: number | null): Save | undefined {
    return saveId === null ? undefined : this.#saves.get(saveId);
  }

  /** It is known under a name, or did not get one. */
  ends(inode: string): void {
    this.#database.prepare('DELETE FROM restored_file WHERE inode = ?').run(inode);
  }
}
