import type { Filing, FilingRow, MatterId } from '../../../shared/model.ts';
import type { Save } from '../store/outbox.ts';
import type { Stores } from '../store/stores.ts';
import { readProblem } from '../upload/save-problem.ts';
import { instant } from './instant.ts';

const mostOpen = 500;
const mostFiled = 200;
const aDay = 24 * 60 * 60 * 1_000;

interface Going {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly paused: boolean;
  /** False while the whole account waits: offline, signed out, or asked to slow down. */
  readonly ready: boolean;
  readonly progressOf: (saveId: number) => number | null;
}

/** What is on its way to the service, what waits and for what, and what was filed in the last day. */
export function filingRows(stores: Stores, going: Going): Filing {
  const titles = new Map<MatterId, string | null>();
  const titleOf = (matterId: MatterId): string | null => {
    if (!titles.has(matterId)) {
      const matter = stores.matters.get(matterId);
      titles.set(matterId, matter ? `${matter.number} ${matter.title}`.trim() : null);
    }
    return titles.get(matterId) ?? null;
  };
  const heads = new Set(stores.outbox.heads().map((save) => save.id));
  const row = (save: Save): FilingRow => ({
    saveId: save.id,
    matterId: save.matterId,
    matter: titleOf(save.matterId),
    fileId: save.fileId,
    name: save.name,
    change: save.kind,
    state: save.state === 'kept' ? 'problem' : save.state,
    savedAt: instant(save.capturedAt),
    size: save.size,
    progress: progressOf(save, going),
    waitsFor: save.state === 'waiting' ? waitsFor(save, heads.has(save.id), going) : null,
    why: wordsOf(save),
    nextTryAt: instant(save.nextTryAt),
    filedAt: instant(save.filedAt),
  });
  const counts = stores.outbox.counts();
  return {
    open: stores.outbox.underWay(mostOpen).map(row),
    openTotal: counts.waiting + counts.sending + counts.sent + counts.problem,
    filed: stores.outbox.filedSince(going.now - aDay, mostFiled).map(row),
  };
}

function progressOf(save: Save, going: Going): FilingRow['progress'] {
  const sent = save.state === 'sending' ? going.progressOf(save.id) : null;
  return sent === null ? null : { sent, since: instant(save.announcedAt ?? going.now) };
}

/** The reason that has to end first. */
function waitsFor(save: Save, isHead: boolean, going: Going): FilingRow['waitsFor'] {
  if (going.paused) return 'resume';
  if (!going.ready) return 'service';
  if (!isHead) return 'earlier-save';
  return save.nextTryAt !== null && save.nextTryAt > going.now ? 'next-try' : 'turn';
}

function wordsOf(save: Save): string | null {
  const problem = readProblem(save.problem);
  return problem && `${problem.why} ${problem.next}`;
}
