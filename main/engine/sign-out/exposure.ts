import { setImmediate } from 'node:timers/promises';
import type { Result } from '../../../shared/base/result.ts';
import type { Exposure, ExposureRow, MatterId, Refusal } from '../../../shared/model/index.ts';
import type { Workspace } from '../compose.ts';
import { ExposureFold, endOf, type Stay } from '../features/custody/exposure-fold.ts';
import { lookedAtNow } from '../features/custody/exposure-now.ts';
import type { Stores } from '../store/stores.ts';
import { writeCsv } from '../view/csv-file.ts';
import { type EarlierLogs, earlierLogs } from './earlier-logs.ts';

/** Versions that the window shows at most; all of them are in what is exported. */
const mostShown = 500;
/** Versions written at once, between which others have their turn. */
const atOnce = 500;

export interface ExposureQuery {
  /** Null for all matters. */
  readonly matterId: MatterId | null;
  /** Only what is still here, or of which that is not known. */
  readonly onlyHere: boolean;
}

type Kept = Pick<Workspace, 'stores' | 'viewCopies' | 'files' | 'clock' | 'place' | 'name'>;

/** Which versions were on this computer, from when until when: as the custody log tells, and what is here now. */
export async function exposure(kept: Kept, query: ExposureQuery): Promise<Exposure> {
  const { rows, earlier } = await read(kept, query.matterId);
  const { own, ...notShown } = earlier;
  return {
    rows: narrowed(rows, query).slice(0, mostShown),
    total: rows.length,
    here: rows.filter(({ end }) => end.kind === 'here').length,
    notKnown: rows.filter(({ end }) => end.kind === 'not-known').length,
    signOuts: own.map(({ at, removed, left }) => ({ at, removed, left })),
    notShown,
  };
}

/** The same as a CSV file: all of it. */
export async function exportExposure(
  kept: Kept & Pick<Workspace, 'uniqueName' | 'stagingFiles'>,
  query: ExposureQuery,
  path: string,
): Promise<Result<{ path: string }, Refusal>> {
  const { rows } = await read(kept, query.matterId);
  const { files, uniqueName, stagingFiles: journal } = kept;
  return writeCsv({ files, journal, uniqueName }, path, 'The exposure report', lines(narrowed(rows, query)));
}

const narrowed = (rows: readonly ExposureRow[], { onlyHere }: ExposureQuery): ExposureRow[] =>
  rows.filter(({ end }) => !onlyHere || end.kind !== 'gone');

async function read(
  { stores, viewCopies, files, clock, place, name }: Kept,
  matterId: MatterId | null,
): Promise<{ rows: ExposureRow[]; earlier: EarlierLogs }> {
  const fold = new ExposureFold();
  const { custody } = stores;
  if (matterId !== null) for (const entry of custody.about(matterId, null)) fold.take(entry);
  else
    for (const page of custody.pages(1, custody.last)) {
      for (const entry of page) fold.take(entry);
      await setImmediate();
    }
  const copies = await viewCopies.contents();
  lookedAtNow(fold, stores, copies, matterId, clock.now());
  const earlier = await earlierLogs(files, { directory: place.directory, name, stores });
  const inMatter = (stay: Stay) => matterId === null || stay.matterId === matterId;
  const before = earlier.own.flatMap((log) => log.fold.stays).filter(inMatter);
  const rows = [...rowsOf(stores, fold.stays, false), ...rowsOf(stores, before, true)];
  return { rows: rows.toSorted(newestFirst), earlier };
}

function rowsOf(
  { matters, documents }: Pick<Stores, 'matters' | 'documents'>,
  stays: readonly Stay[],
  isEarlier: boolean,
): ExposureRow[] {
  const titles = new Map<MatterId, ExposureRow['matter']>();
  const titleOf = (matterId: MatterId) => {
    const known = titles.get(matterId);
    if (known !== undefined) return known;
    const facts = matters.get(matterId);
    const matter = facts ? { number: facts.number, title: facts.title } : null;
    titles.set(matterId, matter);
    return matter;
  };
  return stays.map((stay) => ({
    matterId: stay.matterId,
    matter: titleOf(stay.matterId),
    fileId: stay.fileId,
    name: stay.name || (documents.document(stay.matterId, stay.fileId)?.name ?? ''),
    sha256: stay.sha256,
    size: stay.size,
    versionId: stay.versionId,
    from: stay.from,
    came: stay.came,
    end: endOf(stay),
    isEarlier,
  }));
}

/** What nobody knows when it came, first. */
const newestFirst = (one: ExposureRow, other: ExposureRow): number => {
  const [a, b] = [one.from ?? '9', other.from ?? '9'];
  return a === b ? 0 : a < b ? 1 : -1;
};

const columns = [
  'matterNumber',
  'matterTitle',
  'matterId',
  'document',
  'fileId',
  'versionId',
  'sha256',
  'bytes',
  'from',
  'until',
  'came',
  'state',
  'why',
  'beforeSignOut',
] as const;

async function* lines(rows: readonly ExposureRow[]): AsyncGenerator<string[][]> {
  yield [[...columns]];
  for (let from = 0; from < rows.length; from += atOnce) {
    yield rows.slice(from, from + atOnce).map(line);
    await setImmediate();
  }
}

/** `until` is empty for what is here, and for what is not known it is when it was known to be here last. */
const line = ({ matter, end, ...row }: ExposureRow): string[] => [
  matter?.number ?? '',
  matter?.title ?? '',
  row.matterId,
  row.name,
  row.fileId,
  row.versionId ?? '',
  row.sha256,
  row.size === null ? '' : String(row.size),
  row.from ?? '',
  end.kind === 'gone' ? end.at : end.kind === 'not-known' ? end.since : '',
  row.came,
  end.kind,
  end.kind === 'here' ? end.copies.join(' ') : end.why,
  row.isEarlier ? 'yes' : '',
];
