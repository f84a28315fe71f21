import { posix } from 'node:path';
import type {
  FileId,
  FolderId,
  MatterId,
  TimelineEntry,
  TimelineFilter as Wanted,
} from '../../../shared/model/index.ts';
import { instant } from '../domain/instant.ts';
import { wordsOfEntry } from '../features/history/entry.ts';
import { expressionOf } from '../features/search/words.ts';
import type { Stores } from '../store/stores.ts';
import type { TimelineFilter, TimelineKey, TimelinePosition } from '../store/timeline.ts';
import { nameOf } from './document-rows.ts';
import { fold, type Run } from './fold.ts';

export interface TimelineQuery extends Wanted {
  /** Null for all matters. */
  readonly matterId: MatterId | null;
  readonly fileId: FileId | null;
  readonly folderId: FolderId | null;
  readonly before: string | null;
  readonly limit: number;
  readonly run: string | null;
}

export interface TimelinePage {
  readonly entries: TimelineEntry[];
  readonly next: string | null;
}

/** Rows walked for one page of runs: a longer run than this is shown as several. */
const longestWalk = 2_000;
/** Documents and folders that a text may find before the rest is left out. */
const mostFound = 1_000;

/** A page of what happened, newest first; saves that are not filed yet come before everything else. */
export function timelinePage(stores: Stores, query: TimelineQuery): TimelinePage {
  const filter = filterOf(stores, query);
  if (filter === null) return { entries: pendingFor(stores, query), next: null };
  const span = spanOf(query.run);
  if (span) {
    const { runs, next } = runsOf(
      stores,
      { ...filter, since: span.since },
      span.before(query.before),
      query.limit,
      false,
    );
    const inSpan = runs.filter(({ newest }) => span.holds(newest));
    return { entries: shown(stores, query, inSpan), next: inSpan.length === runs.length ? next : null };
  }
  const { runs, next } = runsOf(stores, filter, positionOf(query.before), query.limit, true);
  const entries = shown(stores, query, runs);
  return { entries: query.before === null ? [...pendingFor(stores, query), ...entries] : entries, next };
}

/** Every entry that fits, newest first and one by one, a batch at a time. */
export function* everyEntry(stores: Stores, query: TimelineQuery): Generator<TimelineEntry[]> {
  const filter = filterOf(stores, query);
  if (filter === null) return;
  for (let before: TimelinePosition | null = null; ; ) {
    const { runs } = runsOf(stores, filter, before, query.limit, false);
    const last = runs.at(-1);
    if (!last) return;
    yield shown(stores, query, runs);
    before = last.oldest;
  }
}

/** Null when nothing can fit. */
function filterOf(stores: Stores, query: TimelineQuery): TimelineFilter | null {
  const { matterId, fileId, folderId } = query;
  let items: number[] | null = null;
  if (fileId !== null && matterId !== null) {
    const item = stores.timeline.item(matterId, fileId);
    if (item === undefined) return null;
    items = [item];
  }
  const expression = expressionOf(query.text);
  if (expression !== null) {
    const found = stores.search.items(expression, matterId, mostFound);
    items = items === null ? found : items.filter((item) => found.includes(item));
  }
  const folderIds =
    folderId === null || matterId === null ? null : stores.documents.foldersIn(matterId, folderId);
  const since = query.since === null ? null : Date.parse(query.since);
  const until = query.until === null ? null : Date.parse(query.until);
  return { matterId, items, folderIds, userId: query.userId, kinds: query.kinds, since, until };
}

function runsOf(
  stores: Stores,
  filter: TimelineFilter,
  before: TimelinePosition | null,
  limit: number,
  folded: boolean,
): { runs: Run[]; next: string | null } {
  const keys: TimelineKey[] = [];
  for (;;) {
    const wanted = limit + 1;
    const more = stores.timeline.keys(filter, keys.at(-1) ?? before, wanted);
    keys.push(...more);
    const runs = folded ? fold(keys) : keys.map((key) => ({ newest: key, oldest: key, count: 1 }));
    const isEnd = more.length < wanted;
    if (!isEnd && runs.length <= limit && keys.length < longestWalk) continue;
    const page = runs.slice(0, limit);
    const last = page.at(-1)?.oldest;
    const isAll = isEnd && runs.length === page.length;
    return { runs: page, next: isAll || !last ? null : `${last.at}:${last.seq}` };
  }
}

function shown(stores: Stores, query: TimelineQuery, runs: readonly Run[]): TimelineEntry[] {
  const staff = stores.matters.staffNames();
  const rows = stores.timeline.rows(
    runs.flatMap(({ newest, oldest, count }) => (count === 1 ? [newest] : [newest, oldest])),
  );
  const entries: TimelineEntry[] = [];
  let next = 0;
  for (const { newest, oldest, count } of runs) {
    const row = rows[next];
    const first = count === 1 ? row : rows[next + 1];
    next += count === 1 ? 1 : 2;
    // What another matter's history showed is shown there.
    if (!row || (query.matterId === null && row.echo === 1)) continue;
    const entry = row.raw === null ? null : wordsOfEntry(row.raw);
    entries.push({
      id: row.id,
      kind: row.kind,
      rawKind: entry?.kind ?? row.words ?? '',
      at: entry?.timestamp || row.stamp || instant(row.at),
      who: nameOf(row.userId, staff),
      fileId: row.fileId,
      name: row.name,
      from: (first ?? row).from,
      to: row.to,
      version: row.version,
      state: 'filed',
      matterId: row.matterId,
      matter: query.matterId === null ? `${row.matterNumber ?? ''} ${row.matterTitle ?? ''}`.trim() : null,
      run:
        count === 1
          ? null
          : {
              id: `${newest.at}:${newest.seq}:${oldest.at}:${oldest.seq}`,
              count,
              since: instant(oldest.at),
            },
    });
  }
  return entries;
}

/** Saves of this computer fit the filter as the entries will that they become. */
function pendingFor(stores: Stores, query: TimelineQuery): TimelineEntry[] {
  const { matterId, fileId, kinds } = query;
  if (matterId === null || query.userId !== null || query.before !== null) return [];
  const words = query.text.toLocaleLowerCase().split(/\s+/);
  const inFolder =
    query.folderId && new Set<string | null>(stores.documents.foldersIn(matterId, query.folderId));
  return stores.saves
    .open(matterId)
    .filter((save) => fileId === null || save.fileId === fileId)
    .filter((save) => words.every((word) => save.name.toLocaleLowerCase().includes(word)))
    .filter((save) => query.since === null || save.capturedAt >= Date.parse(query.since))
    .filter((save) => query.until === null || save.capturedAt <= Date.parse(query.until))
    .filter(
      (save) => !inFolder || inFolder.has(stores.documents.document(matterId, save.fileId)?.folderId ?? null),
    )
    .toReversed()
    .map((save): TimelineEntry => {
      const known = stores.documents.document(matterId, save.fileId);
      const renamed = save.kind === 'metadata' && known && known.name !== save.name;
      return {
        id: `save:${save.id}`,
        kind: save.kind === 'metadata' ? (renamed ? 'renamed' : 'moved') : known ? 'new-version' : 'created',
        rawKind: '',
        at: instant(save.capturedAt),
        who: null,
        fileId: save.fileId,
        name: save.name,
        from: renamed ? known.name : null,
        to:
          save.kind === 'metadata'
            ? renamed
              ? save.name
              : posix.dirname(save.path).replace(/^\.$/, '')
            : null,
        version: null,
        state: save.state === 'kept' ? 'problem' : save.state,
        matterId,
        matter: null,
        run: null,
      };
    })
    .filter((entry) => kinds === null || kinds.includes(entry.kind));
}

function positionOf(text: string | null): TimelinePosition | null {
  const match = /^(-?\d+):(\d+)$/.exec(text ?? '');
  return match ? { at: Number(match[1]), seq: Number(match[2]) } : null;
}

/** The part of the timeline that a run stands for. */
function spanOf(run: string | null) {
  const match = /^(-?\d+):(\d+):(-?\d+):(\d+)$/.exec(run ?? '');
  if (!match) return null;
  const [newestAt = 0, newestSeq = 0, oldestAt = 0, oldestSeq = 0] = match.slice(1).map(Number);
  return {
    since: oldestAt,
    before: (page: string | null) => positionOf(page) ?? { at: newestAt, seq: newestSeq + 1 },
    holds: ({ at, seq }: TimelinePosition) => at > oldestAt || seq >= oldestSeq,
  };
}
