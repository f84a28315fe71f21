import type { FileId, FolderId, MatterId, TimelineKind } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';
import type { KnownIds } from './known-ids.ts';
import { codeOfKind, kindOfCode } from './projection.ts';

/** Where a page ended: the next one starts below it. */
export interface TimelinePosition {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly seq: number;
}

/** What is wanted of the timeline; null wherever everything is. */
export interface TimelineFilter {
  readonly matterId: MatterId | null;
  /** Only rows of these folders and documents, as numbers of `item`. */
  readonly items: readonly number[] | null;
  /** Only what happened in these folders; null among them is the root. */
  readonly folderIds: readonly (FolderId | null)[] | null;
  readonly userId: string | null;
  readonly kinds: readonly TimelineKind[] | null;
  /** Milliseconds since 1970, both included. */
  readonly since: number | null;
  readonly until: number | null;
}

/** Enough of a row to tell whether it continues a run of the same change. */
export interface TimelineKey extends TimelinePosition {
  readonly matter: number;
  readonly kind: number;
  readonly item: number | null;
  readonly user: number | null;
}

/** One thing that happened, as it is shown. */
export interface TimelineRow extends TimelinePosition {
  /** The entry's own id. */
  readonly id: string;
  readonly matterId: MatterId;
  readonly matterNumber: string | null;
  readonly matterTitle: string | null;
  readonly kind: TimelineKind;
  readonly userId: string | null;
  readonly fileId: FileId | null;
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
  /** The service's own words for it; null where they are only in `raw`. */
  readonly words: string | null;
  /** The service's own time, where it is written otherwise than `at`. */
  readonly stamp: string | null;
  /** The service's own entry, only where the words are not kept apart. */
  readonly raw: string | null;
  /** The document's version that it made; null for other changes, and for one that many came after. */
  readonly version: number | null;
  /** True when another matter's history showed it: there it is shown too. */
  readonly echo: 0 | 1;
}

interface Wanted {
  readonly matter: number | null;
  readonly key: number | null;
  readonly user: number | null;
  readonly kinds: number;
  readonly items: string | null;
  readonly folders: string | null;
  readonly at: number;
  readonly seq: number;
  readonly since: number;
  readonly limit: number;
}

/** Which rows are walked, newest first, until enough of them fit: the fewest that are sure to hold all that do. */
type Walk = 'all' | 'person' | 'matter' | 'item' | 'folder' | 'user' | 'kind';

const walks: Record<Walk, string> = {
  all: 'FROM timeline INDEXED BY timeline_all WHERE',
  person: 'FROM timeline INDEXED BY timeline_person WHERE user = @user AND',
  matter: 'FROM timeline WHERE matter = @matter AND',
  item: 'FROM timeline INDEXED BY timeline_item WHERE item = @key AND (@matter IS NULL OR matter = @matter) AND',
  folder: 'FROM timeline INDEXED BY timeline_folder WHERE matter = @matter AND folder = @key AND',
  user: 'FROM timeline INDEXED BY timeline_user WHERE matter = @matter AND user = @user AND',
  kind: 'FROM timeline INDEXED BY timeline_kind WHERE matter = @matter AND kind = @key AND',
};

/** A condition that is not there costs no look at its column: few texts, so that each is prepared once. */
const pageOf = (walk: Walk, wanted: Wanted): string =>
  `SELECT matter, at, seq, kind, item, user ${walks[walk]}
     at <= @at AND at >= @since AND (at < @at OR seq < @seq)
     ${wanted.user === null ? '' : 'AND user = @user'}
     ${wanted.kinds === -1 ? '' : 'AND (@kinds >> kind) & 1'}
     ${wanted.items === null ? '' : 'AND item IN (SELECT value FROM json_each(@items))'}
     ${wanted.folders === null ? '' : 'AND folder IN (SELECT value FROM json_each(@folders))'}
   ORDER BY at DESC, seq DESC LIMIT @limit`;

/** Now, or when it was last there; its id when history never named it; '' for the root. */
const folderName = (number: string): string => `
  coalesce(
    (SELECT f.name FROM known_id k JOIN item f ON f.matter_id = km.id AND f.is_folder = 1 AND f.id = k.id
     WHERE k.no = ${number}),
    (SELECT k.id FROM known_id k WHERE k.no = ${number}), '')`;

/** Later versions that are counted at most to tell a version's own number. */
const mostLater = 500;
const contentKinds = (['created', 'new-version'] as const).map(codeOfKind).join(', ');
const later = `(SELECT count(*) FROM (SELECT 1 FROM timeline n WHERE n.item = t.item AND n.kind IN (${contentKinds})
  AND (n.at > t.at OR n.at = t.at AND n.seq > t.seq) LIMIT ${mostLater}))`;

/** So many walks are merged; for more of them one longer walk is shorter. */
const mergedAtMost = 48;
/** No person and no folder has this number. */
const nobody = -1;

export class TimelineStore {
  readonly #database: Database;
  readonly #ids: KnownIds;
  constructor(database: Database, ids: KnownIds) {
    this.#database = database;
    this.#ids = ids;
  }

  /** Newest first. */
  keys(filter: TimelineFilter, before: TimelinePosition | null, limit: number): TimelineKey[] {
    const { items, folderIds, kinds } = filter;
    const matter = filter.matterId === null ? null : (this.#ids.find(filter.matterId) ?? nobody);
    const folders = folderIds?.map((id) => (id === null ? 0 : (this.#ids.find(id) ?? nobody))) ?? null;
    const until = filter.until ?? Number.MAX_SAFE_INTEGER;
    const from = before !== null && before.at <= until ? before : { at: until, seq: Number.MAX_SAFE_INTEGER };
    const wanted: Wanted = {
      matter,
      key: null,
      user: filter.userId === null ? null : (this.#ids.find(filter.userId) ?? nobody),
      kinds: kinds === null ? -1 : kinds.reduce((bits, kind) => bits | (1 << codeOfKind(kind)), 0),
      items: items && JSON.stringify(items),
      folders: folders && JSON.stringify(folders),
      // Of a row there only its position: the rest of it is no filter.
      at: from.at,
      seq: from.seq,
      since: filter.since ?? Number.MIN_SAFE_INTEGER,
      limit,
    };
    if (items && items.length <= mergedAtMost) return this.#merged('item', items, { ...wanted, items: null });
    if (matter === null) return this.#walk(wanted.user === null ? 'all' : 'person', wanted);
    if (folders && folders.length <= mergedAtMost) {
      return this.#merged('folder', folders, { ...wanted, folders: null });
    }
    if (wanted.user !== null) return this.#walk('user', wanted);
    if (kinds) return this.#merged('kind', kinds.map(codeOfKind), { ...wanted, kinds: -1 });
    return this.#walk('matter', wanted);
  }

  /** What is shown of rows, in their order: in one question, since each one costs more than its answer. */
  rows(keys: readonly TimelineKey[]): TimelineRow[] {
    const rows = this.#database
      .prepare<[string], Omit<TimelineRow, 'kind'> & { kind: number }>(
        `SELECT t.at, t.seq, h.id, km.id AS matterId, m.number AS matterNumber, m.title AS matterTitle, t.kind, ku.id AS userId,
           CASE WHEN i.is_folder = 0 THEN i.id END AS fileId, t.name,
           CASE WHEN t.from_folder IS NULL THEN t.from_text ELSE ${folderName('t.from_folder')} END AS "from",
           CASE WHEN t.to_folder IS NULL THEN t.to_text ELSE ${folderName('t.to_folder')} END AS "to",
           CASE WHEN t.kind IN (${contentKinds}) AND i.is_folder = 0 AND ${later} < ${mostLater}
             THEN nullif(max(i.versions - ${later}, 0), 0) END AS version,
           kw.id AS words, t.stamp, CASE WHEN t.words IS NULL THEN h.raw END AS raw, h.echo
         FROM json_each(?) AS wanted
         CROSS JOIN timeline t ON t.matter = wanted.value ->> 0 AND t.at = wanted.value ->> 1 AND t.seq = wanted.value ->> 2
         JOIN history_entry h ON h.seq = t.seq
         JOIN known_id km ON km.no = t.matter
         LEFT JOIN matter m ON m.id = km.id
         LEFT JOIN item i ON i.no = t.item
         LEFT JOIN known_id ku ON ku.no = t.user
         LEFT JOIN known_id kw ON kw.no = t.words
         ORDER BY wanted.key`,
      )
      .all(JSON.stringify(keys.map(({ matter, at, seq }) => [matter, at, seq])));
    return rows.map((row) => ({ ...row, kind: kindOfCode(row.kind) }));
  }

  /** The number of a document or folder; undefined when history does not know it. */
  item(matterId: MatterId, fileId: FileId): number | undefined {
    return this.#database
      .prepare<[string, string], number>(
        'SELECT no FROM item WHERE matter_id = ? AND is_folder = 0 AND id = ?',
      )
      .pluck()
      .get(matterId, fileId);
  }

  /** User ids that did something in the matter. */
  people(matterId: MatterId): string[] {
    // Steps from one person to the next in the index: walking all rows takes as long as there are rows.
    return this.#database
      .prepare<[{ matter: number }], string>(
        `WITH RECURSIVE person (no) AS (
           SELECT min(user) FROM timeline WHERE matter = @matter
           UNION ALL
           SELECT (SELECT min(user) FROM timeline WHERE matter = @matter AND user > person.no)
           FROM person WHERE person.no IS NOT NULL
         )
         SELECT id FROM known_id WHERE no IN (SELECT no FROM person) ORDER BY id`,
      )
      .pluck()
      .all({ matter: this.#ids.find(matterId) ?? nobody });
  }

  /** How much happened in the matter on each day that something did, by days since 1970 in UTC, oldest first. */
  days(matterId: MatterId): { day: number; count: number }[] {
    return this.#database
      .prepare<[number], { day: number; count: number }>(
        'SELECT at / 86400000 AS day, count(*) AS count FROM timeline WHERE matter = ? GROUP BY day ORDER BY day',
      )
      .all(this.#ids.find(matterId) ?? nobody);
  }

  #walk(walk: Walk, wanted: Wanted): TimelineKey[] {
    return this.#database.prepare<[Wanted], TimelineKey>(pageOf(walk, wanted)).all(wanted);
  }

  #merged(walk: Walk, keys: readonly number[], wanted: Wanted): TimelineKey[] {
    const rows = keys.flatMap((key) => this.#walk(walk, { ...wanted, key }));
    if (keys.length === 1) return rows;
    return rows.toSorted((a, b) => b.at - a.at || b.seq - a.seq).slice(0, wanted.limit);
  }
}
