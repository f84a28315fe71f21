import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { Base } from '../domain/version.ts';
import type { Database } from './database.ts';

/** A file of ours with a version from the service, which is about to get a document's name in a matter folder. */
export interface IncomingFile {
  /** Device, inode and time of birth: it keeps these whatever name it gets. */
  readonly inode: string;
  readonly matterId: MatterId;
  readonly fileId: FileId;
  /** Where it is to stand below the matter folder, with '/' between names. */
  readonly path: string;
  readonly sha256: string;
  /** What a save made of it descends from. */
  readonly base: Base;
  /** The filed version in whose place it is put; null where it is put where nothing stands. */
  readonly insteadOf: { readonly sha256: string; readonly size: number } | null;
}

interface Row {
  readonly file_id: FileId;
  readonly path: string;
  readonly sha256: string;
  readonly base_entry: string | null;
  readonly base_up_to: number;
  readonly instead_of: string | null;
  readonly instead_size: number | null;
}

/** Milliseconds after which a file that was never seen under a name is not waited for any more. */
const longest = 30 * 24 * 60 * 60_000;

/**
 * Files that the program brings into matter folders, until they are known there: whatever ends the program in between, none is
 * taken for a save of the person's, and what they save into one descends from what it was.
 */
export class IncomingFileStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  /** Before it has a name of a document's. */
  begins({ inode, matterId, fileId, path, sha256, base, insteadOf }: IncomingFile, now: number): void {
    this.#database.transaction(() => {
      this.#database.prepare('DELETE FROM incoming_file WHERE noted_at < ?').run(now - longest);
      this.#database
        .prepare(
          `INSERT OR REPLACE INTO incoming_file (inode, matter_id, file_id, path, sha256, base_entry, base_up_to,
             instead_of, instead_size, noted_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          ...[inode, matterId, fileId, path, sha256, base.entryId, base.upTo],
          ...[insteadOf?.sha256 ?? null, insteadOf?.size ?? null, now],
        );
    })();
  }

  /** @param sha256 of what it has now: without a time of birth another file may have got the number */
  of(matterId: MatterId, inode: string, sha256: string): IncomingFile | undefined {
    const row = this.#database
      .prepare<[string, string], Row>('SELECT * FROM incoming_file WHERE inode = ? AND matter_id = ?')
      .get(inode, matterId);
    if (!row || (inode.endsWith(':0') && row.sha256 !== sha256)) return undefined;
    return fromRow(inode, matterId, row);
  }

  /** Those of a matter that are not known under a name yet. */
  ofMatter(matterId: MatterId): IncomingFile[] {
    return this.#database
      .prepare<[string], Row & { inode: string }>('SELECT * FROM incoming_file WHERE matter_id = ?')
      .all(matterId)
      .map((row) => fromRow(row.inode, matterId, row));
  }

  /** It is known under a name, or did not get one. */
  ends(inode: string): void {
    this.#database.prepare('DELETE FROM incoming_file WHERE inode = ?').run(inode);
  }
}

function fromRow(inode: string, matterId: MatterId, row: Row): IncomingFile {
  const base = { entryId: row.base_entry, upTo: row.base_up_to };
  const insteadOf = row.instead_of === null ? null : { sha256: row.instead_of, size: row.instead_size ?? 0 };
  return { inode, matterId, fileId: row.file_id, path: row.path, sha256: row.sha256, base, insteadOf };
}
