import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { workspaceName } from '../../main/engine/compose.ts';
import { HistoryIntake } from '../../main/engine/features/history/intake.ts';
import { Projector } from '../../main/engine/features/history/projector.ts';
import { search } from '../../main/engine/features/search/search.ts';
import { createRequestBudget } from '../../main/engine/service/budget/request-budget.ts';
import { createServiceClient } from '../../main/engine/service/client.ts';
import { checkpointsAside, checkpointsOf } from '../../main/engine/store/checkpoints.ts';
import { openDatabase } from '../../main/engine/store/database.ts';
import { type Stores, storesOn } from '../../main/engine/store/stores.ts';
import { type TimelineQuery, timelinePage } from '../../main/engine/view/timeline-page.ts';
import { ensureBuilt } from '../../scripts/build.ts';
import { systemClock } from '../../shared/base/clock.ts';
import { ok } from '../../shared/base/result.ts';
import type { FileId, FolderId, MatterId } from '../../shared/model/index.ts';
import { testAuditContext } from '../support/audit-context.ts';
import { startEngineProcess } from '../support/engine-process.ts';
import { everything } from '../support/whole-timeline.ts';
import type { Bar } from './bar.ts';
import { makeBigDatabase, matterIdOf, numberOf } from './big-database.ts';
import { bodyOf, personId } from './big-history.ts';
import { percentile, timed } from './engine-queries.ts';
import { median } from './figures.ts';

const rounds = 300;
/** Pages of the timeline and keystrokes of a search over 50,000 matters, 1,000,000 entries and 200,000 documents. */
export async function timelineAndSearch(): Promise<Bar[]> {
  if ((await ensureBuilt()) !== 0) throw new Error('the engine could not be built');
  const directory = mkdtempSync(join(tmpdir(), 'matterline-bench-'));
  try {
    console.log('timeline, search: making a database of 1,000,000 entries');
    const workspace = join(directory, workspaceName(nobody));
    mkdirSync(workspace);
    const file = join(workspace, 'matterline.db');
    await makeBigDatabase(file);
    const cold = await coldStart(directory);
    const database = checkpointsAside(openDatabase(file));
    const stores = storesOn(database, testAuditContext);
    const bars = [
      against('timeline', 'cold start of the engine’s process to the first page', cold, 'ms', 500),
      ...pages(stores),
      ...searches(stores),
      ...matterLists(stores),
      ...(await duringIntake(stores)),
    ];
    await checkpointsOf(database)?.end();
    database.close();
    return bars;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A service that nobody answers for: what is shown is what is kept here. */
const nobody = 'https://practice.invalid';
const coldStarts = 5;
const builtEngine = join(import.meta.dirname, '../../out/main/engine.js');

/** Milliseconds from the start of the engine's process to the first page of a timeline: the median start. */
async function coldStart(directory: string): Promise<number> {
  const took: number[] = [];
  for (let start = 0; start < coldStarts; start += 1) {
    const startedAt = performance.now();
    const engine = startEngineProcess(directory, 'none', { file: builtEngine });
    await engine.client.configure({
      connection: { baseUrl: nobody, apiKey: 'bench' },
      signedIn: false,
      rootFolder: null,
    });
    const page = await engine.client.engine.timeline({ ...everything, matterId: matterIdOf(0) });
    took.push(performance.now() - startedAt);
    if (page.entries.length === 0) throw new Error('the first page was empty');
    await engine.stop();
  }
  return median(took);
}

const against = (bench: string, what: string, value: number, unit: string, limit: number): Bar => ({
  bench,
  what,
  value: Number(value.toFixed(2)),
  unit,
  against: `the promise of ${limit} ${unit}`,
  ratio: Number((value / limit).toFixed(3)),
  limit: 'below 1',
  holds: value < limit,
});

/** Any filter a person can set, over the biggest matter, over small ones and over all. */
function queryAt(round: number): TimelineQuery {
  const matterId = round % 4 === 3 ? matterIdOf(1 + ((round * 7919) % 49_000)) : matterIdOf(0);
  const filters: Partial<TimelineQuery>[] = [
    {},
    { matterId: null },
    { userId: personId(round) },
    { kinds: ['renamed'] },
    { kinds: ['created', 'renamed', 'restored'], userId: personId(round) },
    { kinds: ['restored'] },
    { since: '2010-01-10T00:00:00Z', until: '2010-01-20T00:00:00Z' },
    { text: 'letter' },
    { text: `okafor ${round}` },
    { folderId: 'folder-0-0' as FolderId },
    {
      fileId:
        `00000002-${((round * 11 * 2_654_435_761) % 65_536).toString(16).padStart(4, '0')}-4000-8000-${(round * 11).toString(16).padStart(12, '0')}` as FileId,
    },
    { matterId: null, userId: personId(round) },
    { matterId: null, kinds: ['renamed'] },
  ];
  return { ...everything, matterId, ...filters[round % filters.length] };
}

function pages(stores: Stores): Bar[] {
  const first: number[] = [];
  const next: number[] = [];
  const ours: number[] = [];
  const bare: number[] = [];
  const whole = { items: null, folderIds: null, userId: null, kinds: null, since: null, until: null };
  for (let round = 0; round < rounds; round += 1) {
    const query = queryAt(round);
    let before: string | null = null;
    first.push(timed(() => (before = timelinePage(stores, query).next)));
    if (before !== null) next.push(timed(() => timelinePage(stores, { ...query, before })));
    const matterId = matterIdOf(0);
    const both = [
      () =>
        bare.push(timed(() => stores.timeline.rows(stores.timeline.keys({ ...whole, matterId }, null, 101)))),
      () => ours.push(timed(() => timelinePage(stores, { ...everything, matterId }))),
    ];
    inTurn(round, both);
  }
  return [
    against('timeline', 'first page, any filter, p95', percentile(first, 0.95), 'ms', 8),
    against('timeline', 'next page, any filter, p95', percentile(next, 0.95), 'ms', 8),
    ratio(
      'timeline',
      'first page of a matter, median, against its two statements alone',
      percentile(ours, 0.5),
      percentile(bare, 0.5),
    ),
  ];
}

const ratio = (bench: string, what: string, ours: number, bare: number): Bar => ({
  bench,
  what,
  value: Number(ours.toFixed(2)),
  unit: 'ms',
  against: `the bare SQL: ${bare.toFixed(2)} ms`,
  ratio: Number((ours / bare).toFixed(3)),
  limit: 'under 1.5',
  holds: ours / bare < 1.5,
});

function* keystrokes(): Generator<string> {
  for (let round = 0; round < 12; round += 1) {
    for (const text of [
      `okafor letter ${round * 3}`,
      numberOf(round * 997),
      'muller lease',
      'whitf',
      `final tanaka ${round}`,
    ]) {
      for (let length = 1; length <= text.length; length += 1) yield text.slice(0, length);
    }
  }
}

/** Whoever comes second finds what the first has read: so each comes first every other time. */
function inTurn(round: number, both: readonly (() => void)[]): void {
  for (const one of round % 2 === 0 ? both : both.toReversed()) one();
}

function searches(stores: Stores): Bar[] {
  const ours: number[] = [];
  const bare: number[] = [];
  const statements = [
    'SELECT rowid FROM matter_search WHERE matter_search MATCH ? ORDER BY rowid DESC LIMIT 8',
    'SELECT rowid FROM item_search WHERE item_search MATCH ? ORDER BY rowid DESC LIMIT 8',
  ].map((sql) => stores.database.prepare<[string]>(sql));
  for (const [round, text] of [...keystrokes()].entries()) {
    const words = text
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => `"${word}"*`)
      .join(' AND ');
    inTurn(round, [
      () => bare.push(timed(() => statements.map((statement) => statement.all(words)))),
      () => ours.push(timed(() => search(stores, { text, limit: 8 }))),
    ]);
  }
  return [
    against('search', 'a keystroke, p95', percentile(ours, 0.95), 'ms', 16),
    ratio('search', 'a keystroke, p95', percentile(ours, 0.95), percentile(bare, 0.95)),
  ];
}

function matterLists(stores: Stores): Bar[] {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const by = (['number', 'title', 'lastChange', 'status', 'responsible'] as const)[round % 5] ?? 'number';
    const query = {
      text: '',
      show: round % 2 ? ('all' as const) : ('open' as const),
      sort: { by, direction: round % 3 ? ('up' as const) : ('down' as const) },
      responsibleId: round % 7 === 0 ? personId(round) : null,
      status: null,
      offset: (round % 10) * 100,
      limit: 100,
    };
    times.push(timed(() => stores.matters.list(query)));
  }
  return [against('search', 'a page of the matter list in any order, p95', percentile(times, 0.95), 'ms', 8)];
}

/** The same queries while a history of 1,000,000 entries comes in; they wait their turn like every question of the window. */
async function duringIntake(stores: Stores): Promise<Bar[]> {
  const intake = new HistoryIntake(stores, new Projector(stores), systemClock);
  const signal = new AbortController().signal;
  // One body for a hundred matters: making it is not what is measured.
  const client = clientFor(bodyOf(0, 10_000, 'folder' as FolderId));
  let done = false;
  const taking = (async () => {
    for (let number = 0; number < 100; number += 1) {
      const [matterId, folderId] = [`new-${number}` as MatterId, 'folder' as FolderId];
      const answer = await client.history.read(matterId, folderId, {
        known: null,
        unknown: intake.unknown(matterId, null),
      });
      if (!answer.ok) throw new Error(answer.error.kind);
      await intake.take(matterId, folderId, answer.value.entries, { now: 0, signal, whole: () => {} });
    }
    done = true;
  })();
  const times: number[] = [];
  // As fingers and screens ask: what waits makes nobody ask later.
  let due = performance.now();
  for (let round = 0; !done; round += 1) {
    due += 20;
    await sleep(Math.max(0, due - performance.now()));
    if (round % 2) timelinePage(stores, queryAt(round));
    else search(stores, { text: `okafor ${round % 100}`, limit: 8 });
    times.push(performance.now() - due);
  }
  await taking;
  return [
    against(
      'timeline',
      'pages and keystrokes while 1,000,000 entries come in, waiting included, p95',
      percentile(times, 0.95),
      'ms',
      50,
    ),
  ];
}

function clientFor(body: string) {
  return createServiceClient({
    baseUrl: 'http://127.0.0.1',
    apiKey: 'not-a-real-key',
    accessToken: () => Promise.resolve(ok('not-a-real-token')),
    budget: createRequestBudget({
      clock: systemClock,
      random: Math.random,
      limit: { perSecond: 1e6, burst: 1e6 },
    }),
    clock: systemClock,
    random: Math.random,
    http: { exchange: () => Promise.resolve(ok({ status: 200, headers: {}, body })) },
  });
}
