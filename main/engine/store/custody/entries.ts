import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import type { Database } from '../database.ts';
import { type CustodyEntry, digestOf, entryFields } from './entry.ts';

/** Entries read from the database at once. */
const pageLength = 500;

/** `matterId` as `matter_id`. */
export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const selected = entryFields.map((field) => `${columnOf(field)} AS ${field}`).join(', ');

/** Two texts: with a condition for both cases no index would be used. */
const aboutMatter = 'FROM custody WHERE matter_id = @matterId';
const aboutDocument = `FROM custody WHERE seq IN (
    SELECT seq FROM custody WHERE matter_id = @matterId AND file_id = @fileId
    UNION SELECT seq FROM custody WHERE matter_id = @matterId AND related_id = @fileId)`;
const aboutOf = (fileId: FileId | null): string => (fileId === null ? aboutMatter : aboutDocument);

export const allKeys = `SELECT DISTINCT detail FROM custody WHERE kind = 'signing-key'`;
export const lastKey = `SELECT seq, detail FROM custody WHERE kind = 'signing-key' ORDER BY seq DESC LIMIT 1`;

/** The entries of the custody log, to be read. */
export class CustodyEntries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  get isEmpty(): boolean {
    return this.last === 0;
  }

  /** Number of the last entry; 0 when there is none. */
  get last(): number {
    return this.#database.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM custody').pluck().get() ?? 0;
  }

  /** The last one, by which the next one goes on. */
  get tail(): Pick<CustodyEntry, 'seq' | 'hash'> | undefined {
    return this.#database
      .prepare<[], Pick<CustodyEntry, 'seq' | 'hash'>>(
        'SELECT seq, hash FROM custody ORDER BY seq DESC LIMIT 1',
      )
      .get();
  }

  /** How many there are. */
  get count(): number {
    return this.#database.prepare<[], number>('SELECT count(*) FROM custody').pluck().get() ?? 0;
  }

  /** How many entries tell of a matter, or of one of its documents. */
  countAbout(matterId: MatterId, fileId: FileId | null): number {
    return (
      this.#database
        .prepare<{ matterId: string; fileId: string | null }, number>(`SELECT count(*) ${aboutOf(fileId)}`)
        .pluck()
        .get({ matterId, fileId }) ?? 0
    );
  }

  /** The entries that tell of a matter, or of one of its documents, in order. */
  about(matterId: MatterId, fileId: FileId | null): CustodyEntry[] {
    return this.#database
      .prepare<{ matterId: string; fileId: string | null }, CustodyEntry>(
        `SELECT ${selected} ${aboutOf(fileId)} ORDER BY seq`,
      )
      .all({ matterId, fileId });
  }

  /** The same a page at a time: those that there are now. */
  *aboutInPages(matterId: MatterId, fileId: FileId | null): Generator<CustodyEntry[], void> {
    const seqs = this.#database
      .prepare<{ matterId: string; fileId: string | null }, number>(
        `SELECT seq ${aboutOf(fileId)} ORDER BY seq`,
      )
      .pluck()
      .all({ matterId, fileId });
    const read = this.#database.prepare<[string], CustodyEntry>(
      `SELECT ${selected} FROM custody WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq`,
    );
    for (let from = 0; from < seqs.length; from += pageLength)
      yield read.all(JSON.stringify(seqs.slice(from, from + pageLength)));
  }

  /** Documents of which this was saved here or fetched. */
  documentsWith(sha256: string): Pick<CustodyEntry, 'matterId' | 'fileId' | 'name' | 'size'>[] {
    return this.#database
      .prepare<{ sha256: string }, Pick<CustodyEntry, 'matterId' | 'fileId' | 'name' | 'size'>>(
        `SELECT matter_id AS matterId, file_id AS fileId, max(name) AS name, max(size) AS size FROM (
           SELECT matter_id, file_id, name, size FROM save WHERE sha256 = @sha256 AND kind = 'content'
           UNION ALL
           SELECT matter_id, file_id, name, size FROM custody WHERE kind = 'fetched' AND sha256 = @sha256)
         GROUP BY matter_id, file_id ORDER BY matter_id, file_id`,
      )
      .all({ sha256 });
  }

  entry(seq: number): CustodyEntry | null {
    return [...this.pages(seq, seq)].flat()[0] ?? null;
  }

  /** Entries in order, a page at a time, from one to another. */
  *pages(first: number, last: number): Generator<CustodyEntry[], void> {
    for (let seq = first; seq <= last; seq += pageLength) {
      yield this.#database
        .prepare<[number, number], CustodyEntry>(
          `SELECT ${selected} FROM custody WHERE seq BETWEEN ? AND ? ORDER BY seq`,
        )
        .all(seq, Math.min(seq + pageLength - 1, last));
    }
  }

  /** Those that have a digest beside them which is not the one of what they say; entries of before there were digests have none. */
  otherDigestsIn(contents: readonly CustodyEntry[]): number[] {
    const [first, last] = [contents.at(0)?.seq ?? 0, contents.at(-1)?.seq ?? -1];
    const kept = new Map(
      this.#database
        .prepare<[number, number], { seq: number; digest: Buffer }>(
          'SELECT seq, digest FROM custody WHERE seq BETWEEN ? AND ? AND digest IS NOT NULL',
        )
        .all(first, last)
        .map(({ seq, digest }) => [seq, digest.toString('hex')]),
    );
    return contents
      .filter((entry) => kept.has(entry.seq) && kept.get(entry.seq) !== digestOf(entry))
      .map(({ seq }) => seq);
  }

  /** Numbers between the first entry and the last that no entry has. */
  get missing(): [number, number][] {
    if (this.count === this.last) return [];
    return this.#database
      .prepare<[], { before: number; seq: number }>(
        `SELECT before, seq FROM (SELECT seq, lag(seq, 1, 0) OVER (ORDER BY seq) AS before FROM custody)
         WHERE seq > before + 1`,
      )
      .all()
      .map(({ before, seq }) => [before + 1, seq - 1]);
  }

  /** True when the log tells of anything since that entry but of keys and of a document of this name. */
  tellsOfMoreSince(seq: number, { matterId, name }: { matterId: MatterId; name: string }): boolean {
    return (
      this.#database
        .prepare(
          `SELECT 1 FROM custody WHERE seq > ? AND kind <> 'signing-key' AND NOT (matter_id IS ? AND name IS ?) LIMIT 1`,
        )
        .get(seq, matterId, name) !== undefined
    );
  }

  /** Keys that the log names, in base64. */
  get signingKeys(): readonly string[] {
    return this.#database.prepare<[], string>(allKeys).pluck().all();
  }

  /** The newest entry that names a key. */
  get lastSigningKey(): { readonly seq: number; readonly detail: string } | null {
    return this.#database.prepare<[], { seq: number; detail: string }>(lastKey).get() ?? null;
  }
}
