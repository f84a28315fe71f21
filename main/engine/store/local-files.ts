import type { Clock } from '../../../shared/base/clock.ts';
import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { Base } from '../domain/version.ts';
import type { Database } from './database.ts';
import { KnownFiles, type LocalFile } from './known-files.ts';
import { RemovalClock } from './removal-clock.ts';

/** Writes down what captures saw of the files in matter folders, and which are gone. */
export class LocalFileStore extends KnownFiles {
  readonly #removals: RemovalClock;

  constructor(database: Database, clock: Pick<Clock, 'now' | 'steady'>) {
    super(database);
    this.#removals = new RemovalClock(clock);
  }

  putFile(file: LocalFile): void {
    this.database
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
    this.database
      .prepare(
        `UPDATE local_file INDEXED BY local_file_id SET file_id = ?, base_up_to = 0, base_entry = NULL
         WHERE matter_id = ? AND file_id = ?`,
      )
      .run(fileId, matterId, before);
  }

  forgetFile(matterId: MatterId, path: string): void {
    this.database.prepare('DELETE FROM local_file WHERE matter_id = ? AND path = ?').run(matterId, path);
  }

  /**
   * The document whose file is gone; undefined when nothing was known there. Of the documents that one file was, the last one
   * counts as removed last, also where the clock was set back between.
   */
  markRemoved(matterId: MatterId, path: string, now: number): FileId | undefined {
    const fileId = this.database
      .prepare<[number, string, string], FileId>(
        `UPDATE local_file SET removed = 1, removed_at = max(?, (
           SELECT coalesce(max(other.removed_at), 0) + 1 FROM local_file other INDEXED BY local_file_inode
           WHERE other.inode = local_file.inode AND other.matter_id = local_file.matter_id))
         WHERE matter_id = ? AND path = ? AND removed = 0
         RETURNING file_id`,
      )
      .pluck()
      .get(now, matterId, path);
    if (fileId !== undefined) this.#removals.noticed(fileId);
    return fileId;
  }

  /** What another workspace knew of a file, and since when it was gone. */
  takeOver(file: LocalFile): void {
    this.putFile(file);
    this.database
      .prepare('UPDATE local_file SET removed_at = ? WHERE matter_id = ? AND path = ?')
      .run(file.removed ? (file.removedAt ?? null) : null, file.matterId, file.path);
  }

  /** Of what is known to be gone: somebody removed it, and what comes to this path is not it. */
  wasRemovedLongAgo(matterId: MatterId, path: string): void {
    this.database
      .prepare('UPDATE local_file SET removed_at = 0 WHERE matter_id = ? AND path = ? AND removed = 1')
      .run(matterId, path);
  }

  /** Milliseconds for which the computer slept since a document was found removed, as far as that was in this run. */
  sleptSinceRemoval(fileId: FileId): number {
    return this.#removals.sleptSince(fileId);
  }

  /** The same file, with the instant of its removal by the clock as it is set now, as far as it was set back in this run. */
  byClockOfNow(file: LocalFile): LocalFile {
    if (typeof file.removedAt !== 'number') return file;
    return { ...file, removedAt: file.removedAt + this.#removals.setBackSince(file.fileId) };
  }

  /** The copy here is about to go to free space: nobody removed the document, and what appears there again is it. */
  isEvicted(matterId: MatterId, path: string): void {
    this.database
      .prepare('UPDATE local_file SET removed = 1, removed_at = NULL WHERE matter_id = ? AND path = ?')
      .run(matterId, path);
  }

  /** The person's copy is now known to descend from this version. */
  raiseBase(matterId: MatterId, fileId: FileId, { entryId, upTo }: Base): void {
    this.database
      .prepare(
        `UPDATE local_file INDEXED BY local_file_id SET base_up_to = max(base_up_to, ?), base_entry = ?
         WHERE matter_id = ? AND file_id = ?`,
      )
      .run(upTo, entryId, matterId, fileId);
  }
}
