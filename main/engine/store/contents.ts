import { type Database, withoutWaitingForDisk } from './database.ts';

/** A content that the vault has, and where its bytes are. */
export interface KeptContent {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** The pack it stands in; null for a file of its own. */
  readonly pack: string | null;
  /** Its first byte in the pack. */
  readonly start: number;
  readonly checkedAt: number;
}

export type PlacedContent = Omit<KeptContent, 'checkedAt'>;

const columns = 'sha256, size, pack, start, checked_at AS checkedAt';

/** Contents that must stay: of all saves that are not filed, or not known to be whose, of the newest filed one of each document, and of what can be had again though it was deleted in the service. */
const protectedSaves = `SELECT sha256 FROM save WHERE kind = 'content' AND (state <> 'filed' OR id IN
  (SELECT max(id) FROM save WHERE kind = 'content' AND state = 'filed' GROUP BY matter_id, file_id))
  UNION ALL SELECT sha256 FROM former_name_save
  UNION ALL SELECT sha256 FROM removed_content`;

/** A content that may go, and when it was last saved and filed, in milliseconds since 1970; 0 where that is not known. */
export interface Evictable {
  readonly sha256: string;
  readonly size: number;
  readonly savedAt: number;
  readonly filedAt: number;
}

/** The setting that says that a part of the list was lost. */
export const listIncomplete = 'contents-incomplete';

/**
 * The setting that tells, as JSON, of a database of saves captured meanwhile that could not be taken over: what it lists is not
 * listed here. Empty when there is none.
 */
export const meanwhileLeft = 'meanwhile-left';

/** The setting with the marks by which this list and its vault know each other (`features/vault/list-mark.ts`). */
const listMarks = 'vault-marks';

/** The list of what is in the vault. */
export class ContentStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  /** Null when it was never kept, is no longer, or is damaged. */
  get(sha256: string): KeptContent | null {
    return (
      this.#database
        .prepare<[string], KeptContent>(`SELECT ${columns} FROM content WHERE sha256 = ? AND damaged = 0`)
        .get(sha256) ?? null
    );
  }

  /**
   * Contents whose bytes are on disk. Does not wait for the disk itself: the commit that puts the save into the outbox
   * does, and carries this one with it.
   */
  put(contents: readonly PlacedContent[], now: number): void {
    const insert = this.#database.prepare(
      `INSERT INTO content (sha256, size, pack, start, checked_at)
       VALUES (@sha256, @size, @pack, @start, @now)
       ON CONFLICT (sha256) DO UPDATE SET size = excluded.size, pack = excluded.pack, start = excluded.start,
         checked_at = excluded.checked_at, damaged = 0`,
    );
    withoutWaitingForDisk(this.#database, () =>
      this.#database.transaction(() => {
        for (const content of contents) insert.run({ ...content, now });
      })(),
    );
  }

  /** What has a file of its own or is damaged, in the order of its names after one of them. */
  page(after: string, limit: number): string[] {
    return this.#database
      .prepare<[string, number], string>(
        `SELECT sha256 FROM content WHERE sha256 > ? AND (pack IS NULL OR damaged = 1)
         ORDER BY sha256 LIMIT ?`,
      )
      .pluck()
      .all(after, limit);
  }

  /** False once a part of this list was lost, or while it stands in another database: what is not listed may be all there is of a save. */
  isWhole(): boolean {
    return (
      this.#database
        .prepare<[string, string], number>(
          `SELECT count(*) FROM setting WHERE name = ? OR (name = ? AND value <> '')`,
        )
        .pluck()
        .get(listIncomplete, meanwhileLeft) === 0
    );
  }

  /** The marks that the vault may have if this is its list; none for a list that never had any. */
  marks(): string[] {
    const marks = this.#database
      .prepare<[string], string>('SELECT value FROM setting WHERE name = ?')
      .pluck()
      .get(listMarks);
    return marks === undefined ? [] : JSON.parse(marks);
  }

  /** @param isAnothers this list is not the one that the vault was kept by last: it is not whole from now on */
  setMarks(marks: readonly string[], isAnothers: boolean): void {
    const put = this.#database.prepare(
      'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    );
    this.#database.transaction(() => {
      if (isAnothers) put.run(listIncomplete, 'yes');
      put.run(listMarks, JSON.stringify(marks));
    })();
  }

  /** Contents that no save is known of. */
  withoutSave(): KeptContent[] {
    return this.#database
      .prepare<[], KeptContent>(
        `SELECT ${columns} FROM content
         WHERE damaged = 0 AND NOT EXISTS (SELECT 1 FROM save WHERE save.sha256 = content.sha256)
           AND sha256 NOT IN (SELECT sha256 FROM former_name_save)
           AND sha256 NOT IN (SELECT sha256 FROM removed_content)`,
      )
      .all();
  }

  isListed(sha256: string): boolean {
    return (
      this.#database
        .prepare<[string], number>('SELECT count(*) FROM content WHERE sha256 = ?')
        .pluck()
        .get(sha256) === 1
    );
  }

  inPack(pack: string): KeptContent[] {
    return this.#database
      .prepare<[string], KeptContent>(`SELECT ${columns} FROM content WHERE pack = ? ORDER BY start`)
      .all(pack);
  }

  packNames(): string[] {
    return this.#database
      .prepare<[], string>('SELECT DISTINCT pack FROM content WHERE pack IS NOT NULL')
      .pluck()
      .all();
  }

  /** `size` is what is listed in the pack, `end` where the last of it ends, in bytes. */
  packs(): { readonly pack: string; readonly size: number; readonly end: number }[] {
    return this.#database
      .prepare<[], { pack: string; size: number; end: number }>(
        `SELECT pack, sum(size) AS size, max(start + size) AS end FROM content
         WHERE pack IS NOT NULL GROUP BY pack`,
      )
      .all();
  }

  get isEmpty(): boolean {
    return this.#database.prepare('SELECT 1 FROM content LIMIT 1').get() === undefined;
  }

  /** Bytes of content, and how many contents. */
  usage(): { readonly bytes: number; readonly contents: number } {
    return (
      this.#database
        .prepare<[], { bytes: number; contents: number }>(
          'SELECT coalesce(sum(size), 0) AS bytes, count(*) AS contents FROM content',
        )
        .get() ?? { bytes: 0, contents: 0 }
    );
  }

  /**
   * Contents that are in the service's history and not the newest of their document, oldest saves first. A content
   * that no save has is not among them: its save may be about to be written.
   */
  evictable(): Evictable[] {
    return this.#database
      .prepare<[], Evictable>(
        `SELECT sha256, content.size AS size, max(captured_at) AS savedAt, max(coalesce(filed_at, 0)) AS filedAt
         FROM content JOIN save USING (sha256)
         WHERE kind = 'content' AND sha256 NOT IN (${protectedSaves})
         GROUP BY sha256 ORDER BY max(save.id)`,
      )
      .all();
  }

  /** True when a save that is not filed or not known to be whose, or the newest filed one of a document, has this content. */
  isNeeded(sha256: string): boolean {
    return (
      this.#database.prepare<[string], number>(`SELECT ? IN (${protectedSaves})`).pluck().get(sha256) === 1
    );
  }

  /** Chooses and forgets at one instant; answers what was known of the chosen. */
  forget(choose: () => readonly string[]): KeptContent[] {
    const known = this.#database.prepare<[string], KeptContent>(
      `DELETE FROM content WHERE sha256 = ? RETURNING ${columns}`,
    );
    return this.#database.transaction(() => choose().flatMap((sha256) => known.get(sha256) ?? []))();
  }

  /**
   * Rows without any save: a crash came between keeping a content and writing down its save, or it was fetched and gave way to a
   * newer one. @param tell of each, in the same transaction
   */
  forgetUnreferenced(tell: (sha256: string) => void): void {
    // Asked at every start: side by side, the two lists are compared in a tenth of the time that a look for each takes.
    const forget = this.#database
      .prepare<[], string>(
        `DELETE FROM content WHERE sha256 IN (SELECT sha256 FROM content
           EXCEPT SELECT sha256 FROM save EXCEPT SELECT sha256 FROM former_name_save
           EXCEPT SELECT sha256 FROM removed_content) RETURNING sha256`,
      )
      .pluck();
    this.#database.transaction(() => {
      for (const sha256 of forget.all()) tell(sha256);
    })();
  }

  markDamaged(sha256: string): void {
    this.#database.prepare('UPDATE content SET damaged = 1 WHERE sha256 = ?').run(sha256);
  }

  checked(sha256: string, now: number): void {
    withoutWaitingForDisk(this.#database, () =>
      this.#database.prepare('UPDATE content SET checked_at = ? WHERE sha256 = ?').run(now, sha256),
    );
  }

  /** The content whose bytes were looked at longest ago, if that was before; a time to come counts as long ago. */
  longestUnchecked(before: number, now: number): KeptContent | null {
    // One question after the other: for both at once SQLite looks at every content.
    const older = this.#database.prepare<[number], KeptContent>(
      `SELECT ${columns} FROM content WHERE damaged = 0 AND checked_at < ? ORDER BY checked_at LIMIT 1`,
    );
    const toCome = this.#database.prepare<[number], KeptContent>(
      `SELECT ${columns} FROM content WHERE damaged = 0 AND checked_at > ? ORDER BY checked_at LIMIT 1`,
    );
    return older.get(before) ?? toCome.get(now) ?? null;
  }
}
