import type { Database } from './database.ts';

const shown: Record<'open' | 'all' | 'leads' | 'linked', string> = {
  open: `m.is_lead = 0 AND m.status IN ('Open', 'Pending')`,
  all: 'm.is_lead = 0',
  leads: 'm.is_lead = 1',
  linked: 'm.is_lead IN (0, 1)',
};

/** What is the same goes by number; every order is whole, so that pages neither repeat nor leave out a matter. */
const byNumber = 'm.number COLLATE NOCASE DIRECTION, m.title COLLATE NOCASE DIRECTION, m.rowid DIRECTION';
const orders = {
  number: byNumber,
  title: 'm.title COLLATE NOCASE DIRECTION, m.number COLLATE NOCASE DIRECTION, m.rowid DIRECTION',
  status: `m.status DIRECTION, ${byNumber}`,
  lastChange: 'm.last_change_at DIRECTION, m.number COLLATE NOCASE DIRECTION, m.rowid DIRECTION',
  responsible: `r.name DIRECTION, ${byNumber}`,
};

export interface MatterQuery {
  readonly text: string;
  readonly show: keyof typeof shown;
  readonly sort: { readonly by: keyof typeof orders; readonly direction: 'up' | 'down' };
  readonly responsibleId: string | null;
  readonly status: string | null;
  /** Names of matter types; left out or null for all. */
  readonly matterTypes?: readonly string[] | null;
  readonly offset: number;
  readonly limit: number;
}

/** Rows of `matter` in their order, and how many there are besides. */
interface ListedRows {
  readonly rows: number[];
  readonly total: number;
}

interface Condition {
  readonly joins: string;
  readonly where: string;
  readonly values: readonly unknown[];
}

interface Count {
  readonly person: string | null;
  readonly count: number;
}

/** Which matters are listed. Names and folders are joined only where they decide something: most pages need one index alone. */
function conditionOf({
  text,
  show,
  responsibleId,
  status,
  matterTypes = null,
  sort,
}: MatterQuery): Condition {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const where = [
    shown[show],
    ...(responsibleId === null ? [] : ['m.person_responsible_id = ?']),
    ...(status === null ? [] : ['m.status = ?']),
    ...(matterTypes === null ? [] : ['m.matter_type IN (SELECT value FROM json_each(?))']),
    ...words.map(
      () => `(m.number LIKE ? ESCAPE '\\' OR m.title LIKE ? ESCAPE '\\' OR r.name LIKE ? ESCAPE '\\'
          OR m.rowid IN (SELECT mc.matter FROM contact c JOIN matter_client mc ON mc.contact = c.no
            WHERE c.name LIKE ? ESCAPE '\\'))`,
    ),
  ].join(' AND ');
  const patterns = words.flatMap((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    return [pattern, pattern, pattern, pattern];
  });
  const isNamed = words.length > 0 || (sort.by === 'responsible' && show === 'linked');
  const joins = [
    isNamed ? 'LEFT JOIN staff r ON r.id = m.person_responsible_id' : '',
    show === 'linked' ? 'JOIN matter_folder f ON f.matter_id = m.id' : '',
  ];
  return {
    joins: joins.join(' ').trim(),
    where,
    values: [responsibleId, status, matterTypes && JSON.stringify(matterTypes), ...patterns].filter(
      (value) => value !== null,
    ),
  };
}

/** Which matters a page of the list shows. */
export class MatterList {
  readonly #database: Database;
  readonly #counted = new Map<string, readonly Count[]>();
  constructor(database: Database) {
    this.#database = database;
  }

  /** Matters are not what they were. */
  changed(): void {
    this.#counted.clear();
  }

  /** @param namesOf names of staff by their ids, asked for only where they decide something */
  page(query: MatterQuery, namesOf: () => ReadonlyMap<string, string>): ListedRows {
    const condition = conditionOf(query);
    const byPerson = query.sort.by === 'responsible' && condition.joins === '';
    return byPerson ? this.#pageByPerson(query, condition, namesOf()) : this.#page(query, condition);
  }

  #page(
    { sort, limit, offset, responsibleId }: MatterQuery,
    { joins, where, values }: Condition,
  ): ListedRows {
    const inOrder = orders[sort.by].replaceAll('DIRECTION', sort.direction === 'up' ? 'ASC' : 'DESC');
    // The matters of one person are few: found by the person and sorted, they are there before others are walked past.
    const order = responsibleId === null ? inOrder : inOrder.replaceAll(/\b[mr]\.(?=\w)/g, '+$&');
    const rows = this.#database
      .prepare<unknown[], number>(
        `SELECT m.rowid FROM matter m ${joins} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
      )
      .pluck()
      .all(...values, limit, offset);
    return { rows, total: this.#counts({ joins, where, values }).reduce((sum, { count }) => sum + count, 0) };
  }

  /**
   * A page in the order of the persons responsible, one person after the other: sorting all matters by the names of others
   * takes ten times as long.
   */
  #pageByPerson(
    { sort, limit, offset }: MatterQuery,
    { joins, where, values }: Condition,
    names: ReadonlyMap<string, string>,
  ): ListedRows {
    const order = byNumber.replaceAll('DIRECTION', sort.direction === 'up' ? 'ASC' : 'DESC');
    const ofPerson = this.#database
      .prepare<unknown[], number>(
        `SELECT m.rowid FROM matter m ${joins} WHERE ${where} AND m.person_responsible_id IS ?
         ORDER BY ${order} LIMIT ? OFFSET ?`,
      )
      .pluck();
    const counts = this.#counts({ joins, where, values });
    const rows: number[] = [];
    let skipped = 0;
    for (const { person, count } of this.#inOrderOfNames(counts, names, sort.direction)) {
      const from = Math.max(0, offset - skipped);
      skipped += count;
      if (from < count) rows.push(...ofPerson.all(...values, person, limit - rows.length, from));
      if (rows.length === limit) break;
    }
    return { rows, total: counts.reduce((sum, { count }) => sum + count, 0) };
  }

  /** Whose name is not known comes first, as nobody does; namesakes come by their ids. */
  #inOrderOfNames(
    counts: readonly Count[],
    names: ReadonlyMap<string, string>,
    direction: 'up' | 'down',
  ): Count[] {
    const keyOf = ({ person }: Count) => [person === null ? '' : (names.get(person) ?? ''), person ?? ''];
    const ordered = counts
      .map((count) => ({ count, key: keyOf(count).join('\n') }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
      .map(({ count }) => count);
    return direction === 'up' ? ordered : ordered.reverse();
  }

  /** How many matters there are of each person responsible; remembered until matters change, because each page says it. */
  #counts({ joins, where, values }: Condition): readonly Count[] {
    const key = JSON.stringify([where, values]);
    const known = this.#counted.get(key);
    if (known) return known;
    const counts = this.#database
      .prepare<unknown[], Count>(
        `SELECT m.person_responsible_id AS person, count(*) AS count FROM matter m ${joins} WHERE ${where}
         GROUP BY m.person_responsible_id`,
      )
      .all(...values);
    // What is joined may change without a matter: it is counted each time.
    if (joins === '') this.#counted.set(key, counts);
    return counts;
  }
}
