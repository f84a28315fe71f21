import type { FolderId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** What a folder is called, and the folder it is in; null is the root. */
export interface NameAndParent {
  readonly name: string;
  /** `outside`: its directory is in one that stands for no folder. */
  readonly parent: FolderId | null | 'outside';
}

/** A folder that service and computer have, as each had it when the two last agreed. */
export interface AgreedFolder {
  readonly matterId: MatterId;
  readonly folderId: FolderId;
  readonly here: NameAndParent;
  readonly there: NameAndParent;
}

/** The same as it was written down. */
export interface KeptAgreement extends AgreedFolder {
  /** Its directory is to be moved to where the service has the folder. */
  readonly follows: boolean;
}

/** What the service was told of a folder since, in milliseconds since 1970. */
export interface ToldFolder {
  readonly told: string;
  readonly at: number;
  /** The newest entry of the matter's history that was known when it was told first; null when that is not known. */
  readonly seq: number | null;
  readonly tries: number;
  /** Why it refused that, as words; '' once the person has read it, null when it did not. */
  readonly refused: string | null;
}

interface Row {
  readonly matterId: MatterId;
  readonly folderId: FolderId;
  readonly hereName: string;
  readonly hereParent: string;
  readonly thereName: string;
  readonly thereParent: string;
  readonly follows: 0 | 1;
}

const columns = `matter_id AS matterId, folder_id AS folderId, here_name AS hereName, here_parent AS hereParent,
  there_name AS thereName, there_parent AS thereParent, follows`;
const toldColumns = 'told, told_at AS at, told_seq AS seq, tries, refused';

const outside = '/';
const writeParent = (parent: NameAndParent['parent']): string =>
  parent === 'outside' ? outside : (parent ?? '');
const readParent = (written: string): NameAndParent['parent'] =>
  written === outside ? 'outside' : ((written || null) as FolderId | null);

/** What both sides call their folders: told apart by it is who renamed or moved one. */
export class FolderAgreedStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  of(matterId: MatterId): ReadonlyMap<FolderId, KeptAgreement> {
    const rows = this.#database
      .prepare<[string], Row>(`SELECT ${columns} FROM folder_agreed WHERE matter_id = ?`)
      .all(matterId);
    return new Map(
      rows.map((row) => [
        row.folderId,
        {
          matterId,
          folderId: row.folderId,
          here: { name: row.hereName, parent: readParent(row.hereParent) },
          there: { name: row.thereName, parent: readParent(row.thereParent) },
          follows: row.follows === 1,
        },
      ]),
    );
  }

  /** They agree: whatever the service was told is done. */
  put({ matterId, folderId, here, there }: AgreedFolder): void {
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO folder_agreed (matter_id, folder_id, here_name, here_parent, there_name, there_parent)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(matterId, folderId, here.name, writeParent(here.parent), there.name, writeParent(there.parent));
  }

  /** They agree on some of it; what the service was told of the rest counts on, and is all that it was told where that is null. */
  putPart({ matterId, folderId, here, there }: AgreedFolder, rest: string | null): void {
    this.#database
      .prepare(
        `UPDATE folder_agreed SET here_name = ?, here_parent = ?, there_name = ?, there_parent = ?, told = ?
         WHERE matter_id = ? AND folder_id = ?`,
      )
      .run(
        ...[here.name, writeParent(here.parent), there.name, writeParent(there.parent), rest],
        ...[matterId, folderId],
      );
  }

  /** Its directory got another name here that nobody gave it: that is no rename. */
  calledHere(matterId: MatterId, folderId: FolderId, from: string, to: string): void {
    this.#database
      .prepare(
        'UPDATE folder_agreed SET here_name = ? WHERE matter_id = ? AND folder_id = ? AND here_name = ?',
      )
      .run(to, matterId, folderId, from);
  }

  told(matterId: MatterId, folderId: FolderId): ToldFolder | undefined {
    return this.#database
      .prepare<[string, string], ToldFolder>(
        `SELECT ${toldColumns} FROM folder_agreed WHERE matter_id = ? AND folder_id = ? AND told IS NOT NULL`,
      )
      .get(matterId, folderId);
  }

  putTold(matterId: MatterId, folderId: FolderId, { told, at, seq, tries, refused }: ToldFolder): void {
    this.#database
      .prepare(
        `UPDATE folder_agreed SET told = ?, told_at = ?, told_seq = ?, tries = ?, refused = ?
         WHERE matter_id = ? AND folder_id = ?`,
      )
      .run(told, at, seq, tries, refused, matterId, folderId);
  }

  /** Its directory is to be moved to where the service has the folder. */
  follows(matterId: MatterId, folderId: FolderId): boolean {
    return (
      this.#database
        .prepare('SELECT 1 FROM folder_agreed WHERE matter_id = ? AND folder_id = ? AND follows = 1')
        .get(matterId, folderId) !== undefined
    );
  }

  putFollows(matterId: MatterId, folderId: FolderId, follows: boolean): void {
    this.#database
      .prepare('UPDATE folder_agreed SET follows = ? WHERE matter_id = ? AND folder_id = ?')
      .run(follows ? 1 : 0, matterId, folderId);
  }

  refused(): { readonly matterId: MatterId; readonly folderId: FolderId; readonly told: ToldFolder }[] {
    return this.#database
      .prepare<[], ToldFolder & { matterId: MatterId; folderId: FolderId }>(
        `SELECT matter_id AS matterId, folder_id AS folderId, ${toldColumns} FROM folder_agreed
         WHERE refused IS NOT NULL AND refused <> '' AND told IS NOT NULL ORDER BY told_at, folder_id`,
      )
      .all()
      .map(({ matterId, folderId, ...told }) => ({ matterId, folderId, told }));
  }

  forgetMatter(matterId: MatterId): void {
    this.#database.prepare('DELETE FROM folder_agreed WHERE matter_id = ?').run(matterId);
  }
}
