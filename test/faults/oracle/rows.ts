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
  /** What it waits for: a decision about many, or a review because another person was at the computer; null for nothing. */
  readonly held: number | null;
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
  readonly sha256: string;
}

export interface FolderRow {
  readonly matterId: string;
  readonly path: string;
  readonly folderId: string;
  readonly inode: string;
}

export interface RequestRow {
  readonly no: number;
  readonly id: string;
  readonly operation: string;
  readonly record: string;
  readonly state: string;
  /** JSON. */
  readonly standing: string;
  readonly form: string;
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
           filed_entry_id AS filedEntryId, held FROM save ORDER BY id`,
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
      this.#all<FileRow>(
        'SELECT matter_id AS matterId, path, file_id AS fileId, removed, sha256 FROM local_file',
      ),
    );
  }

  /** What the program notes of files that it brings from the service, until they are known: which file each is. */
  isIncoming(identity: string): boolean {
    return this.#all<object>('SELECT inode FROM incoming_file').some(
      (row) => (row as { inode?: string }).inode === identity,
    );
  }

  get folders(): readonly FolderRow[] {
    return this.#once('folders', () =>
      this.#all<FolderRow>(
        'SELECT matter_id AS matterId, path, folder_id AS folderId, inode FROM local_folder',
      ),
    );
  }

  get requests(): readonly RequestRow[] {
    return this.#once('requests', () =>
      this.#all<RequestRow>(
        'SELECT no, id, operation, record, state, standing, form FROM request ORDER BY no',
      ),
    );
  }

  get custody(): readonly CustodyRow[] {
    return this.#once('custody', () => this.#all<CustodyRow>('SELECT * FROM custody ORDER BY seq'));
  }

  get trees(): readonly { readonly entriesBefore: number; readonly beginning: string }[] {
    return this.#once('trees', () =>
      this.#all('SELECT entries_before AS entriesBefore, beginning FROM custody_tree ORDER BY id'),
    );
  }

  get checkpoints(): readonly { readonly note: string }[] {
    return this.#once('checkpoints', () => this.#all('SELECT note FROM custody_checkpoint ORDER BY id'));
  }

  /** Answers of an authority, each with the signed note that it is on. */
  get stamps(): readonly { readonly note: string; readonly answer: Buffer }[] {
    return this.#once('stamps', () =>
      this.#all(
        `SELECT point.note AS note, stamp.response AS answer FROM custody_stamp AS stamp
         JOIN custody_checkpoint AS point ON point.id = stamp.checkpoint ORDER BY stamp.id`,
      ),
    );
  }

  /** All that the database says, as one text. */
  get text(): string {
    return this.#once('text', () =>
      this.#all<{ name: string }>(
        `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
      )
        .flatMap(({ name }) => this.#all<object>(`SELECT * FROM "${name}"`))
        .flatMap((row) => Object.values(row))
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
        .join('\n'),
    );
  }

  get massChanges(): readonly { readonly matterId: string }[] {
    return this.#once('massChanges', () => this.#all('SELECT matter_id AS matterId FROM mass_change'));
  }
}
