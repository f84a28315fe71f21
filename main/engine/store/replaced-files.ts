import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** A file of the person that a restored version replaced, under its second name. */
export interface ReplacedFile {
  /** Absolute path of the second name. */
  readonly keptAs: string;
  /** Absolute path at which it stood. */
  readonly stoodAt: string;
  readonly matterId: MatterId;
  readonly fileId: FileId;
  /** Where it stood below the matter folder, with '/' between names. */
  readonly path: string;
  /** Of its last content that is kept. */
  readonly sha256: string;
  /** Absolute path of the file that takes its place; null where an earlier version of the program did not keep it. */
  readonly putFrom: string | null;
}

export type KeptReplacedFile = ReplacedFile & { readonly replaced: 0 | 1 };

/** The second names that there are, so that a crash forgets none. */
export class ReplacedFileStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  /** `replaced` is 0 when a crash may have come before another file had its name. */
  all(): KeptReplacedFile[] {
    return this.#database
      .prepare<[], KeptReplacedFile>(
        `SELECT kept_as AS keptAs, stood_at AS stoodAt, matter_id AS matterId, file_id AS fileId, path, sha256,
           put_from AS putFrom, replaced
         FROM replaced_file ORDER BY kept_as`,
      )
      .all();
  }

  of(matterId: MatterId): KeptReplacedFile[] {
    return this.all().filter((one) => one.matterId === matterId);
  }

  /** From another workspace, whose it is no more. */
  takeOver(file: KeptReplacedFile): void {
    this.forget(file.keptAs);
    this.add(file);
    if (file.replaced) this.replaced(file.keptAs);
  }

  isFiledAs(matterId: MatterId, before: FileId, fileId: FileId): void {
    this.#database
      .prepare('UPDATE replaced_file SET file_id = ? WHERE matter_id = ? AND file_id = ?')
      .run(fileId, matterId, before);
  }

  add(file: ReplacedFile): void {
    this.#database
      .prepare(
        `INSERT INTO replaced_file (kept_as, stood_at, matter_id, file_id, path, sha256, put_from)
         VALUES (@keptAs, @stoodAt, @matterId, @fileId, @path, @sha256, @putFrom)`,
      )
      .run(file);
  }

  /** True when this file is needed to tell whether it took another one's place. */
  isToTakePlace(path: string): boolean {
    return (
      this.#database.prepare('SELECT 1 FROM replaced_file WHERE put_from = ? AND replaced = 0').get(path) !==
      undefined
    );
  }

  replaced(keptAs: string): void {
    this.#database.prepare('UPDATE replaced_file SET replaced = 1 WHERE kept_as = ?').run(keptAs);
  }

  kept(keptAs: string, sha256: string): void {
    this.#database.prepare('UPDATE replaced_file SET sha256 = ? WHERE kept_as = ?').run(sha256, keptAs);
  }

  movedTo(keptAs: string, path: string): void {
    this.#database.prepare('UPDATE replaced_file SET kept_as = ? WHERE kept_as = ?').run(path, keptAs);
  }

  forget(keptAs: string): void {
    this.#database.prepare('DELETE FROM replaced_file WHERE kept_as = ?').run(keptAs);
  }
}
