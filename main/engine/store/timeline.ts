import type { FileId, MatterId, TimelineKind } from '../../../shared/model.ts';
import type { Database } from './database.ts';

/** One thing that happened to a matter, as history tells it. */
export interface TimelineRow {
  /** Milliseconds since 1970, and arrival order: together the order of the timeline. */
  readonly at: number;
  readonly seq: number;
  readonly id: string;
  readonly kind: TimelineKind;
  readonly rawKind: string;
  readonly timestamp: string;
  readonly userId: string | null;
  readonly fileId: FileId | null;
  readonly name: string;
  readonly fromText: string | null;
  readonly toText: string | null;
}

/** Where a page ended: the next one starts below it. */
export interface TimelinePosition {
  readonly at: number;
  readonly seq: number;
}

export class TimelineStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  /** Newest first. */
  page(
    matterId: MatterId,
    query: { fileId: FileId | null; before: TimelinePosition | null; limit: number },
  ): TimelineRow[] {
    return this.#database
      .prepare<unknown[], TimelineRow>(
        `SELECT at, seq, id, kind, raw_kind AS rawKind, timestamp, user_id AS userId, file_id AS fileId, name,
           from_text AS fromText, to_text AS toText
         FROM timeline
         WHERE matter_id = @matterId AND (at, seq) < (@at, @seq) AND (@fileId IS NULL OR file_id = @fileId)
         ORDER BY at DESC, seq DESC LIMIT @limit`,
      )
      .all({
        matterId,
        fileId: query.fileId,
        at: query.before?.at ?? Number.MAX_SAFE_INTEGER,
        seq: query.before?.seq ?? 0,
        limit: query.limit,
      });
  }

  replace(matterId: MatterId, rows: readonly TimelineRow[]): void {
    this.#database.transaction(() => {
      this.#database.prepare('DELETE FROM timeline WHERE matter_id = ?').run(matterId);
      const insert = this.#database.prepare(
        `INSERT INTO timeline (matter_id, at, seq, id, kind, raw_kind, timestamp, user_id, file_id, name, from_text, to_text)
         VALUES (@matterId, @at, @seq, @id, @kind, @rawKind, @timestamp, @userId, @fileId, @name, @fromText, @toText)`,
      );
      for (const row of rows) insert.run({ matterId, ...row });
    })();
  }
}
