import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import got from 'got';
import { HistoryIntake } from '../../main/engine/features/history/intake.ts';
import { Projector } from '../../main/engine/features/history/projector.ts';
import { createRequestBudget } from '../../main/engine/service/budget/request-budget.ts';
import { createServiceClient } from '../../main/engine/service/client.ts';
import { checkpointsAside, checkpointsOf } from '../../main/engine/store/checkpoints.ts';
import { openDatabase, withoutWaitingForDisk } from '../../main/engine/store/database.ts';
import { type Stores, storesOn } from '../../main/engine/store/stores.ts';
import { systemClock } from '../../shared/base/clock.ts';
import { ok } from '../../shared/base/result.ts';
import type { FolderId, MatterId } from '../../shared/model/index.ts';
import { testAuditContext } from '../support/audit-context.ts';
import type { Bar } from './bar.ts';
import { bodyOf, folderBodies } from './big-history.ts';
import { median } from './figures.ts';

const all = 1_000_000;
const perFolder = 10_000;
const bigFolder = 100_000;
const rounds = 11;
/** Rows in one transaction of the bare loop: as many entries as the intake keeps at once where the computer is fast. */
const atOnce = 1_000;

const never = new AbortController().signal;

/**
 * 1,000,000 entries from JSON bodies into SQLite, against a bare loop that inserts the same rows into the same schema; and one
 * new entry in a folder of 100,000, against fetching and parsing the body.
 */
export async function history(): Promise<Bar[]> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-bench-'));
  try {
    return [...(await millionEntries(directory)), ...(await oneNewEntry(directory))];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function millionEntries(directory: string): Promise<Bar[]> {
  const own = checkpointsAside(openDatabase(join(directory, 'own.db')));
  const stores = storesOn(own, testAuditContext);
  const projector = new Projector(stores);
  const intake = new HistoryIntake(stores, projector, systemClock);
  let seconds = 0;
  for (const { matterId, folderId, body } of folderBodies(all, perFolder)) {
    const client = clientOf(async () => body);
    const startedAt = performance.now();
    await takeIn(client, intake, matterId, folderId);
    seconds += (performance.now() - startedAt) / 1000;
  }
  const endedAt = performance.now();
  await checkpointsOf(own)?.end();
  seconds += (performance.now() - endedAt) / 1000;
  own.pragma('wal_checkpoint(TRUNCATE)');
  const bare = await bareInsert(join(directory, 'own.db'), join(directory, 'bare.db'));
  const ratioOf = (time: number) => Number((time / seconds).toFixed(3));
  const before = fingerprint(stores);
  const rebuildStart = performance.now();
  await projector.rebuild();
  const rebuilt = (performance.now() - rebuildStart) / 1000;
  const same = fingerprint(stores) === before;
  own.close();
  const rate = (time: number) => Math.round(all / time);
  return [
    {
      bench: 'history',
      what: `${all} entries from JSON bodies of ${perFolder} into SQLite, projected`,
      value: rate(seconds),
      unit: 'entries/s',
      against: `a bare loop inserting the rows that are left in the end (${bare.rows} rows), same schema and pragmas, the log moved in a thread beside it as well, ${atOnce} in a transaction: ${rate(bare.everything)} entries/s; without those of the full-text index ${rate(bare.unsearched)} (ratio ${ratioOf(bare.unsearched)}); of history_entry alone ${rate(bare.entriesOnly)} (ratio ${ratioOf(bare.entriesOnly)})`,
      ratio: ratioOf(bare.everything),
      limit: 'at least 0.5',
      holds: ratioOf(bare.everything) >= 0.5,
    },
    {
      bench: 'history',
      what: `the projection of ${all} entries made anew is the same to the last column`,
      value: Math.round(rebuilt),
      unit: 's',
      against: 'the projection made entry by entry',
      ratio: same ? 1 : 0,
      limit: 'the same',
      holds: same,
    },
  ];
}

const copied = ['history_entry', 'known_id', 'item', 'item_version', 'timeline'].map((table) => ({
  into: table,
  rows: `SELECT * FROM ${table}`,
}));
/** The full-text index gives back none of its columns: the rows put into it are made of what they were made of. */
const searched = {
  into: 'item_search (rowid, names, matter)',
  rows: `SELECT i.no, i.name || char(10) || i.former_names, 'matter' || k.no
    FROM item i JOIN known_id k ON k.id = i.matter_id ORDER BY i.no`,
};

/**
 * Inserts the rows of one database into another with nothing around it; seconds for all of them, for all but those of the
 * full-text index, and for entries alone.
 */
async function bareInsert(from: string, to: string) {
  const source = new Database(from, { readonly: true });
  const target = checkpointsAside(openDatabase(to));
  let rows = 0;
  const time = (table: typeof searched): number => {
    const columns = source.prepare(table.rows).columns().length;
    const insert = target.prepare(
      `INSERT INTO ${table.into} VALUES (${Array(columns).fill('?').join(', ')})`,
    );
    const batch: unknown[][] = [];
    let seconds = 0;
    const flush = target.transaction(() => {
      for (const row of batch) insert.run(...row);
    });
    const send = () => {
      const startedAt = performance.now();
      withoutWaitingForDisk(target, flush);
      seconds += (performance.now() - startedAt) / 1000;
      rows += batch.length;
      batch.length = 0;
    };
    for (const row of source.prepare<[], unknown[]>(table.rows).raw().iterate()) {
      batch.push(row);
      if (batch.length === atOnce) send();
    }
    send();
    return seconds;
  };
  const times = copied.map(time);
  const unsearched = times.reduce((sum, each) => sum + each, 0);
  const inserted = unsearched + time(searched);
  const endedAt = performance.now();
  await checkpointsOf(target)?.end();
  const everything = inserted + (performance.now() - endedAt) / 1000;
  target.close();
  source.close();
  return {
    rows,
    entriesOnly: times[0] ?? Number.NaN,
    unsearched,
    everything,
  };
}

/** Everything the projection shows, in little room: each row with what its numbers stand for, whatever those are. */
function fingerprint(stores: Stores): string {
  const everything = [
    `SELECT matter_id, is_folder, id, name, former_names, place, deleted, versions, changed_at, changed_by, newest_at, newest_seq
     FROM item ORDER BY 1, 2, 3`,
    `SELECT i.matter_id, i.is_folder, i.id, v.version_id FROM item_version v JOIN item i ON i.no = v.item
     ORDER BY 1, 2, 3, 4`,
    `SELECT t.seq, m.id, t.at, t.kind, i.id, u.id, f.id, t.name, t.from_text, t.to_text, ff.id, tf.id
     FROM timeline t LEFT JOIN known_id m ON m.no = t.matter LEFT JOIN item i ON i.no = t.item
     LEFT JOIN known_id u ON u.no = t.user LEFT JOIN known_id f ON f.no = t.folder
     LEFT JOIN known_id ff ON ff.no = t.from_folder LEFT JOIN known_id tf ON tf.no = t.to_folder ORDER BY t.seq`,
  ];
  const hash = createHash('sha256');
  for (const sql of everything) {
    for (const row of stores.database.prepare<[], unknown[]>(sql).raw().iterate())
      hash.update(JSON.stringify(row));
  }
  return hash.digest('hex');
}

async function oneNewEntry(directory: string): Promise<Bar[]> {
  const [matterId, folderId] = ['matter-big' as MatterId, 'folder-big' as FolderId];
  let body = '';
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const database = openDatabase(join(directory, 'big.db'));
  const stores = storesOn(database, testAuditContext);
  const intake = new HistoryIntake(stores, new Projector(stores), systemClock);
  const client = clientOf(null, url);
  try {
    body = bodyOf(0, bigFolder, folderId);
    await takeIn(client, intake, matterId, folderId);
    const bare: number[] = [];
    const ours: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      body = bodyOf(0, bigFolder + round, folderId);
      const bareStart = performance.now();
      const parsed: { value: unknown[] } = JSON.parse(await got(url).text());
      bare.push(performance.now() - bareStart);
      if (parsed.value.length !== bigFolder + round) throw new Error('the body was not all there');
      const ourStart = performance.now();
      const added = await takeIn(client, intake, matterId, folderId);
      ours.push(performance.now() - ourStart);
      if (added !== 1) throw new Error(`${added} entries were new`);
    }
    const ratio = Number((median(ours) / median(bare)).toFixed(3));
    return [
      {
        bench: 'history',
        what: `one new entry in a folder of ${bigFolder}`,
        value: Math.round(median(ours)),
        unit: 'ms',
        against: `fetching the body (${Math.round(body.length / 1e6)} MB) and JSON.parse: ${Math.round(median(bare))} ms`,
        ratio,
        limit: 'under 1.5',
        holds: ratio < 1.5,
      },
    ];
  } finally {
    database.close();
    server.close();
    server.closeAllConnections();
  }
}

/** The engine's own client; `answer` stands in for the network. */
function clientOf(answer: (() => Promise<string>) | null, baseUrl = 'http://127.0.0.1') {
  const random = Math.random;
  return createServiceClient({
    baseUrl,
    apiKey: 'not-a-real-key',
    accessToken: () => Promise.resolve(ok('not-a-real-token')),
    budget: createRequestBudget({ clock: systemClock, random, limit: { perSecond: 1e6, burst: 1e6 } }),
    clock: systemClock,
    random,
    ...(answer && {
      http: { exchange: async () => ok({ status: 200, headers: {}, body: await answer() }) },
    }),
  });
}

async function takeIn(
  client: ReturnType<typeof clientOf>,
  intake: HistoryIntake,
  matterId: MatterId,
  folderId: FolderId,
): Promise<number> {
  const unknown = intake.unknown(matterId, folderId);
  const answer = await client.history.read(matterId, folderId, { known: null, unknown });
  if (!answer.ok) throw new Error(`the history could not be read: ${answer.error.kind}`);
  const taken = await intake.take(matterId, folderId, answer.value.entries, {
    now: 0,
    signal: never,
    whole: () => {},
  });
  return taken?.added ?? Number.NaN;
}
