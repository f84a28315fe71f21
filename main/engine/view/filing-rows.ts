import type { FileId, Filing, FilingRow, Held, MatterId } from '../../../shared/model/index.ts';
import { instant } from '../domain/instant.ts';
import { problemOf } from '../features/upload/in-the-way.ts';
import type { MatterFacts } from '../store/matters.ts';
import type { Save } from '../store/save.ts';
import type { Stores } from '../store/stores.ts';

const mostOpen = 500;
const mostFiled = 200;
const aDay = 24 * 60 * 60 * 1_000;

interface Going {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly paused: boolean;
  /** Why filing waits by itself. */
  readonly held?: Held | null;
  /** False while the whole account waits: offline, signed out, or asked to slow down. */
  readonly ready: boolean;
  readonly progressOf: (saveId: number) => number | null;
  /** Bytes a second that contents leave with at most; null for no limit. */
  readonly sendLimit?: number | null;
}

/** What is on its way to the service, what waits and for what, and what was filed in the last day. */
export function filingRows(stores: Stores, going: Going): Filing {
  const known = new Map<MatterId, MatterFacts | undefined>();
  const matterOf = (matterId: MatterId): MatterFacts | undefined => {
    if (!known.has(matterId)) known.set(matterId, stores.matters.get(matterId));
    return known.get(matterId);
  };
  const paused = new Map<MatterId, ReadonlySet<FileId>>();
  const pausedOf = (matterId: MatterId): ReadonlySet<FileId> => {
    const ofMatter = paused.get(matterId) ?? stores.pauses.pausedDocuments(matterId);
    paused.set(matterId, ofMatter);
    return ofMatter;
  };
  const row = (save: Save): FilingRow => {
    const matter = matterOf(save.matterId);
    const first = {
      isHead: stores.saves.isHead(save.id),
      matterPaused: matter?.paused === 1,
      documentPaused: pausedOf(save.matterId).has(save.fileId),
      undecided: stores.undecided.has(save.matterId, save.fileId),
    };
    return {
      saveId: save.id,
      matterId: save.matterId,
      matter: matter ? `${matter.number} ${matter.title}`.trim() : null,
      fileId: save.fileId,
      name: save.name,
      change: save.kind,
      state: save.state === 'kept' ? 'problem' : save.state,
      savedAt: instant(save.capturedAt),
      size: save.size,
      progress: progressOf(save, going),
      waitsFor: save.state === 'waiting' ? waitsFor(save, first, going) : null,
      why: first.undecided
        ? (matter?.historyProblem ?? null)
        : (wordsOf(stores, save) ?? wordsOfLimit(save, going.sendLimit ?? null)),
      nextTryAt: instant(save.nextTryAt),
      filedAt: instant(save.filedAt),
    };
  };
  const counts = stores.saves.counts();
  return {
    open: stores.saves.underWay(mostOpen).map(row),
    openTotal: counts.waiting + counts.sending + counts.sent + counts.problem,
    filed: stores.saves.filedSince(going.now - aDay, mostFiled).map(row),
  };
}

function progressOf(save: Save, going: Going): FilingRow['progress'] {
  const sent = save.state === 'sending' ? going.progressOf(save.id) : null;
  return sent === null ? null : { sent, since: instant(save.announcedAt ?? going.now) };
}

/** The reason that has to end first. */
function waitsFor(
  save: Save,
  {
    isHead,
    matterPaused,
    documentPaused,
    undecided,
  }: Readonly<Record<'isHead' | 'matterPaused' | 'documentPaused' | 'undecided', boolean>>,
  going: Going,
): FilingRow['waitsFor'] {
  if (save.held !== null) return 'person';
  if (going.paused) return 'resume';
  if (going.held === 'battery') return 'power';
  if (going.held === 'metered') return 'network';
  if (matterPaused) return 'resume-matter';
  if (documentPaused) return 'resume-document';
  if (!going.ready) return 'service';
  if (undecided) return 'history';
  if (!isHead) return 'earlier-save';
  return save.nextTryAt !== null && save.nextTryAt > going.now ? 'next-try' : 'turn';
}

function wordsOf(stores: Stores, save: Save): string | null {
  const problem = problemOf(stores, save);
  return problem && `${problem.why} ${problem.next}`;
}

/** Seconds that a content takes at the send limit alone before that is worth a word. */
const worthAWord = 30;

/** Why it takes so long, where the person's own limit is the reason. */
function wordsOfLimit({ kind, state, size }: Save, limit: number | null): string | null {
  const isToGo = kind === 'content' && (state === 'waiting' || state === 'sending');
  if (!isToGo || limit === null || size / limit < worthAWord) return null;
  const minutes = Math.ceil(size / limit / 60);
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `No more than ${Math.round(limit / 1_000)} kB a second are sent, so this takes about ${time} by itself. The limit can be changed in the settings.`;
}
