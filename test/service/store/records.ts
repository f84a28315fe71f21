import type { Store } from './database.ts';

export type Kind =
  | 'staff'
  | 'matterType'
  | 'contact'
  | 'layout'
  | 'activityCode'
  | 'stageSet'
  | 'portalTask'
  | 'plugin'
  | 'referralType'
  | 'webhook';

export interface Stored<Value> {
  readonly id: string;
  readonly ticks: bigint;
  readonly value: Value;
}

interface Row {
  id: string;
  ticks: bigint;
  json: string;
}

/** The records of one kind: everything that needs no query beyond its id and its age. */
export interface Records<Value> {
  get(id: string): Stored<Value> | undefined;
  readonly has: (id: string) => boolean;
  put(id: string, value: Value, ticks: bigint): void;
  remove(id: string): void;
  all(updatedSince?: bigint): Stored<Value>[];
}

export function recordsOf<Value>(store: Store, kind: Kind): Records<Value> {
  const one = store
    .prepare<[string, string], Row>('select id, ticks, json from records where kind = ? and id = ?')
    .safeIntegers();
  const many = store
    .prepare<[string, bigint], Row>(
      'select id, ticks, json from records where kind = ? and ticks >= ? order by seq',
    )
    .safeIntegers();
  const write = store.prepare(
    `insert into records (kind, id, ticks, json) values (?, ?, ?, ?)
     on conflict (kind, id) do update set ticks = excluded.ticks, json = excluded.json`,
  );
  const read = (row: Row): Stored<Value> => {
    const value: Value = JSON.parse(row.json);
    return { id: row.id, ticks: row.ticks, value };
  };
  return {
    get(id) {
      const row = one.get(kind, id);
      return row === undefined ? undefined : read(row);
    },
    has: (id) => one.get(kind, id) !== undefined,
    put(id, value, ticks) {
      write.run(kind, id, ticks, JSON.stringify(value));
    },
    remove(id) {
      store.prepare('delete from records where kind = ? and id = ?').run(kind, id);
    },
    all: (updatedSince = 0n) => many.all(kind, updatedSince).map(read),
  };
}
