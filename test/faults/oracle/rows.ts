import type { Database } from 'better-sqlite3';

export interface SaveRow {
  readonly id: number;
  readonly matterId: string;
  readonly fileId: string;
  readonly kind: 'content' | 'metadata';
  readonly state: string;
  readonly sha256: string;
  readonly name: string;
  readonly path: string;
  readonly problem: string | null;
  readonly filedEntryId: string | null;
}

export interface ContentRow {
  readonly sha256: string;
  readonly size: number;
  readonly pack: string | null;
  readonly start: number;
}

export interface FileRow {
  readonly matterId: string;
  readonly path: string;
  readonly fileId: string;
  readonly removed: number;
}

export interface FolderRow {
  readonly matterId: string;
  readonly path: string;
  readonly folderId: string;
  readonly inode: string;
}

export type CustodyRow = Readonly<Record<string, string | number | null>>;

/** What the engine's database holds, read as data by whoever judges it. */
export class Rows {
  readonly #database: Pick<Database, 'prepare'> | null;

  /** @param database null before there is one */
  constructor(database: Pick<Database, 'prepare'> | null) {
    this.#database = database;
  }

  #all<Row>(sql: string): Row[] {
    return this.#database?.prepare<[], Row>(sql).all() ?? [];
  }

  #kept = new Map<string, unknown>();
  /** Read once for each verdict. */
  #once<Value>(name: string, read: () => Value): Value {
    if (!this.#kept.has(name)) this.#kept.set(name, read());
    return this.#kept.get(name) as Value;
  }

  get saves(): readonly SaveRow[] {
    return this.#once('saves', () =>
      this.#all<SaveRow>(
        `SELECT id, matter_id AS matterId, file_id AS fileId, kind, state, sha256, name, path, problem,
           filed_entry_id AS filedEntryId FROM save ORDER BY id`,
      ),
    );
  }

  /** Saves of new content. */
  get contents(): readonly SaveRow[] {
    return this.#once('contents', () => this.saves.filter(({ kind }) => kind === 'content'));
  }

  get byDocument(): ReadonlyMap<string, readonly SaveRow[]> {
    return this.#once('byDocument', () => Map.groupBy(this.contents, ({ fileId }) => fileId));
  }

  get byHash(): ReadonlyMap<string, readonly SaveRow[]> {
    return this.#once('byHash', () => Map.groupBy(this.contents, ({ sha256 }) => sha256));
  }

  /** What the vault says it has, by hash. */
  get vault(): ReadonlyMap<string, ContentRow> {
    return this.#once(
      'vault',
      () =>
        new Map(
          this.#all<ContentRow>('SELECT sha256, size, pack, start FROM content').map((row) => [
            row.sha256,
            row,
          ]),
        ),
    );
  }

  get files(): readonly FileRow[] {
    return this.#once('files', () =>
      this.#all<FileRow>('SELECT matter_id AS matterId, path, file_id AS fileId, removed FROM local_file'),
    );
  }

  get folders(): readonly FolderRow[] {
    return this.#once('folders', () =>
      this.#all<FolderRow>(
        'SELECT matter_id AS matterId, path, folder_id AS folderId, inode FROM local_folder',
      ),
    );
  }

  get custody(): readonly CustodyRow[] {
    return this.#once('custody', () => this.#all<CustodyRow>('SELECT * FROM custody ORDER BY seq'));
  }

  get massChanges(): readonly { readonly matterId: string }[] {
    return this.#once('massChanges', () => this.#all('SELECT matter_id AS matterId FROM mass_change'));
  }
}
