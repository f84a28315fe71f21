import type { FileId, FolderId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** Why what the service says is not so here yet. */
export type Waiting = 'open' | 'changed' | 'taken' | 'refused' | 'many' | 'no-wastebasket';

export interface FollowedChange {
  readonly matterId: MatterId;
  readonly fileId: FileId;
  /** Number of the entry that said it. */
  readonly seq: number;
  readonly what: 'renamed' | 'moved' | 'removed';
  readonly became: Waiting | 'doing' | 'done';
  /** Below the matter folder, with '/' between names; both alike for what goes. */
  readonly from: string;
  readonly to: string;
  readonly inode: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Where a document is here, and what the service calls it and where it has it. */
export interface BothPlaces {
  readonly fileId: FileId;
  /** Below the matter folder, with '/' between names. */
  readonly path: string;
  readonly name: string;
  readonly folderId: FolderId | null;
  /** Deleted, or in another matter. */
  readonly isGone: boolean;
}

const columns = `matter_id AS matterId, file_id AS fileId, seq, what, became, from_path AS "from", to_path AS "to", inode, at`;

/** What became here of what colleagues renamed, moved or deleted in the service. */
export class FollowedChangeStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  put({ matterId, fileId, seq, what, became, from, to, inode, at }: FollowedChange): void {
    const before = this.of(matterId, fileId);
    if (before?.seq === seq && before.became === became && before.to === to && before.from === from) return;
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO followed_change (matter_id, file_id, seq, what, became, from_path, to_path, inode, at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(matterId, fileId, seq, what, became, from, to, inode, at);
  }

  of(matterId: MatterId, fileId: FileId): FollowedChange | undefined {
    return this.#database
      .prepare<[string, string], FollowedChange>(
        `SELECT ${columns} FROM followed_change WHERE matter_id = ? AND file_id = ?`,
      )
      .get(matterId, fileId);
  }

  among(matterId: MatterId, ids: readonly FileId[]): FollowedChange[] {
    return this.#database
      .prepare<[string, string], FollowedChange>(
        `SELECT ${columns} FROM followed_change WHERE matter_id = ? AND file_id IN (SELECT value FROM json_each(?))`,
      )
      .all(matterId, JSON.stringify(ids));
  }

  /** It is as the service says, or the service says otherwise. */
  forget(matterId: MatterId, fileId: FileId): void {
    this.#database
      .prepare('DELETE FROM followed_change WHERE matter_id = ? AND file_id = ?')
      .run(matterId, fileId);
  }

  /** Files that were about to get another name, or to go, when the program ended. */
  underWay(): FollowedChange[] {
    return this.#database
      .prepare<[], FollowedChange>(`SELECT ${columns} FROM followed_change WHERE became = 'doing'`)
      .all();
  }

  /** How many of a matter wait, by what for, and the newest entry among theirs. */
  waiting(matterId: MatterId): ReadonlyMap<Waiting, { readonly count: number; readonly upTo: number }> {
    return new Map(
      this.#database
        .prepare<[string], [Waiting, number, number]>(
          `SELECT became, count(*), max(seq) FROM followed_change
           WHERE matter_id = ? AND became IN ('open', 'changed', 'taken', 'refused', 'many', 'no-wastebasket') GROUP BY became`,
        )
        .raw()
        .all(matterId)
        .map(([became, count, upTo]) => [became, { count, upTo }]),
    );
  }

  /** The person agreed that those which wait for want of a wastebasket go without one, up to an entry. */
  agreeToRemoval(matterId: MatterId, upTo: number): void {
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO removal_agreed (matter_id, file_id, seq)
         SELECT matter_id, file_id, seq FROM followed_change
         WHERE matter_id = ? AND became = 'no-wastebasket' AND seq <= ?`,
      )
      .run(matterId, upTo);
  }

  /** The person was asked about this deletion of a document, and agreed that it goes without a wastebasket. */
  isRemovalAgreed(matterId: MatterId, fileId: FileId, seq: number): boolean {
    return (
      this.#database
        .prepare<[string, string, number], number>(
          'SELECT 1 FROM removal_agreed WHERE matter_id = ? AND file_id = ? AND seq = ?',
        )
        .pluck()
        .get(matterId, fileId, seq) !== undefined
    );
  }

  /** Documents that came to be as the service says since an instant, and by entries after the one given; all, or those that went. */
  countDone(matterId: MatterId, since: number, after: number, what?: 'removed'): number {
    return (
      this.#database
        .prepare<{ matterId: string; since: number; after: number; what: string | null }, number>(
          `SELECT count(*) FROM followed_change
           WHERE matter_id = @matterId AND became = 'done' AND at >= @since AND seq > @after AND what = coalesce(@what, what)`,
        )
        .pluck()
        .get({ matterId, since, after, what: what ?? null }) ?? 0
    );
  }

  /** Documents that wait. */
  waitingIds(matterId: MatterId): FileId[] {
    return this.#database
      .prepare<[string], FileId>(
        `SELECT file_id FROM followed_change WHERE matter_id = ? AND became <> 'done'`,
      )
      .pluck()
      .all(matterId);
  }

  /** Documents of which history told something after an entry. */
  toldSince(matterId: MatterId, seq: number): FileId[] {
    return this.#database
      .prepare<[number, string], FileId>(
        `SELECT DISTINCT file_id FROM history_entry
         WHERE seq > ? AND matter_id = ? AND file_id IS NOT NULL AND file_id <> ''`,
      )
      .pluck()
      .all(seq, matterId);
  }

  /** Documents that are here: so many after one, in the order of their ids. */
  idsHere(matterId: MatterId, after: FileId | '', limit: number): FileId[] {
    return this.#database
      .prepare<[string, string, number], FileId>(
        `SELECT DISTINCT file_id FROM local_file INDEXED BY local_file_id
         WHERE matter_id = ? AND file_id > ? AND removed = 0 ORDER BY file_id LIMIT ?`,
      )
      .pluck()
      .all(matterId, after, limit);
  }

  /** Of these documents, those that are here and that history shows or showed, with both places. */
  bothPlaces(matterId: MatterId, ids: readonly FileId[]): BothPlaces[] {
    return this.#database
      .prepare<[string, string], Omit<BothPlaces, 'isGone'> & { isGone: 0 | 1 }>(
        `SELECT local_file.file_id AS fileId, local_file.path, item.name, item.place AS folderId, item.deleted AS isGone
         FROM json_each(?) AS asked
         CROSS JOIN local_file INDEXED BY local_file_id
           ON local_file.matter_id = ? AND local_file.file_id = asked.value AND local_file.removed = 0
         CROSS JOIN item ON item.matter_id = local_file.matter_id AND item.is_folder = 0 AND item.id = local_file.file_id`,
      )
      .all(JSON.stringify(ids), matterId)
      .map((row) => ({ ...row, isGone: row.isGone === 1 }));
  }

  /** The newest entry that was known when the person last renamed or moved the document here; 0 when they never did. */
  namedUpTo(matterId: MatterId, fileId: FileId): number {
    return (
      this.#database
        .prepare<[string, string], number>(
          `SELECT coalesce(max(attempt.seen_up_to), 0) FROM save JOIN attempt ON attempt.save_id = save.id
           WHERE save.matter_id = ? AND save.file_id = ? AND save.kind = 'metadata'`,
        )
        .pluck()
        .get(matterId, fileId) ?? 0
    );
  }
}
