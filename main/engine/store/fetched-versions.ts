import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

export interface FetchedVersion {
  readonly matterId: MatterId;
  readonly fileId: FileId;
  readonly sha256: string;
  /** What the service calls it; null where it does not say. */
  readonly versionId: string | null;
}

const fetchedHere = `FROM fetched_version JOIN local_file USING (matter_id, file_id, sha256)
  WHERE removed = 0 AND matter_id IN (SELECT matter_id FROM matter_folder) AND NOT EXISTS (
    SELECT 1 FROM save WHERE save.matter_id = local_file.matter_id AND save.file_id = local_file.file_id
      AND save.sha256 = local_file.sha256 AND kind = 'content')`;

/** Contents that came from the service: each is a version there. */
export class FetchedVersionStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  put({ matterId, fileId, sha256, versionId }: FetchedVersion, now: number): void {
    this.#database
      .prepare(
        'INSERT OR REPLACE INTO fetched_version (matter_id, file_id, sha256, version_id, at) VALUES (?, ?, ?, ?, ?)',
      )
      .run(matterId, fileId, sha256, versionId, now);
  }

  /** The version of a document that was fetched last took the place of the copy here, because of this history entry. */
  replaced(matterId: MatterId, fileId: FileId, seq: number): void {
    this.#database
      .prepare(
        `UPDATE fetched_version SET replaced_for = @seq
         WHERE matter_id = @matterId AND file_id = @fileId AND at = (
           SELECT max(at) FROM fetched_version WHERE matter_id = @matterId AND file_id = @fileId)`,
      )
      .run({ matterId, fileId, seq });
  }

  /** Documents whose copy here was replaced since an instant, because of entries after the one given. */
  countReplaced(matterId: MatterId, since: number, after: number): number {
    return (
      this.#database
        .prepare<[string, number, number], number>(
          `SELECT count(DISTINCT file_id) FROM fetched_version
           WHERE matter_id = ? AND at >= ? AND replaced_for > ?`,
        )
        .pluck()
        .get(matterId, since, after) ?? 0
    );
  }

  /** Documents that stand in linked folders as they were fetched, and were never saved here so: how many, and their bytes. */
  usage(): { readonly documents: number; readonly bytes: number } {
    return (
      this.#database
        .prepare<[], { documents: number; bytes: number }>(
          `SELECT count(*) AS documents, coalesce(sum(size), 0) AS bytes ${fetchedHere}`,
        )
        .get() ?? { documents: 0, bytes: 0 }
    );
  }

  /** Those of them that were fetched before an instant, the longest ago first. */
  here(before: number): { readonly matterId: MatterId; readonly fileId: FileId }[] {
    return this.#database
      .prepare<[number], { matterId: MatterId; fileId: FileId }>(
        `SELECT local_file.matter_id AS matterId, local_file.file_id AS fileId ${fetchedHere}
           AND fetched_version.at < ? ORDER BY fetched_version.at`,
      )
      .all(before);
  }

  of(matterId: MatterId): FetchedVersion[] {
    return this.#database
      .prepare<[string], FetchedVersion>(
        `SELECT matter_id AS matterId, file_id AS fileId, sha256, version_id AS versionId FROM fetched_version
         WHERE matter_id = ?`,
      )
      .all(matterId);
  }

  /** What the service called a content of the document when it came from there; null where it did not, or did not say. */
  versionId(matterId: MatterId, fileId: FileId, sha256: string): string | null {
    return (
      this.#database
        .prepare<[string, string, string], string | null>(
          'SELECT version_id FROM fetched_version WHERE matter_id = ? AND file_id = ? AND sha256 = ?',
        )
        .pluck()
        .get(matterId, fileId, sha256) ?? null
    );
  }

  /** True for a content of the document that came from the service, and was never saved here. */
  isForeign(matterId: MatterId, fileId: FileId, sha256: string): boolean {
    return (
      this.#database
        .prepare<[object], number>(
          `SELECT 1 FROM fetched_version
           WHERE matter_id = @matterId AND file_id = @fileId AND sha256 = @sha256 AND NOT EXISTS (
             SELECT 1 FROM save WHERE matter_id = @matterId AND file_id = @fileId AND sha256 = @sha256
               AND kind = 'content')`,
        )
        .pluck()
        .get({ matterId, fileId, sha256 }) !== undefined
    );
  }

  /** True for a content of the document that the service has: it came from there, or is filed. */
  isFiled(matterId: MatterId, fileId: FileId, sha256: string): boolean {
    return (
      this.#database
        .prepare<[object], number>(
          `SELECT 1 WHERE EXISTS (
             SELECT 1 FROM fetched_version
             WHERE matter_id = @matterId AND file_id = @fileId AND sha256 = @sha256)
           OR EXISTS (
             SELECT 1 FROM save WHERE matter_id = @matterId AND file_id = @fileId AND sha256 = @sha256
               AND kind = 'content' AND state = 'filed' AND filed_entry_id IS NOT NULL)`,
        )
        .pluck()
        .get({ matterId, fileId, sha256 }) !== undefined
    );
  }
}
