import type { DocumentRow, DocumentState } from '../../shared/model/index.ts';
import { count, percent } from './count.ts';
import { untilTime } from './time.ts';

/** How a state weighs on the person's mind; the colour follows, and never stands alone. */
type Tone = 'good' | 'quiet' | 'busy' | 'bad';

export const stateWords: Record<DocumentState, { label: string; tone: Tone; meaning: string }> = {
  filed: { label: 'Filed', tone: 'good', meaning: 'The service’s history shows this version.' },
  waiting: { label: 'Waiting', tone: 'busy', meaning: 'Saved safely on this computer, to be sent next.' },
  sending: { label: 'Sending', tone: 'busy', meaning: 'On its way to the service.' },
  sent: { label: 'Sent', tone: 'busy', meaning: 'The service took it; its history does not show it yet.' },
  problem: { label: 'Problem', tone: 'bad', meaning: 'Needs you.' },
  kept: {
    label: 'Kept unfiled',
    tone: 'quiet',
    meaning: 'This version is on this computer only, because someone chose not to file it.',
  },
  'left-out': {
    label: 'Excluded from now on',
    tone: 'quiet',
    meaning: 'A rule of this matter excludes files of this name: what is saved in it now is not filed.',
  },
  'deleted-there': {
    label: 'Deleted in the service',
    tone: 'quiet',
    meaning: 'The service does not have it in this matter any more.',
  },
  'removed-here': {
    label: 'Removed here, still filed',
    tone: 'quiet',
    meaning: 'Deleted on this computer; the service still has it.',
  },
  'not-here': {
    label: 'Not on this computer',
    tone: 'quiet',
    meaning: 'Filed by the service, without a copy on this computer.',
  },
};

/** The state of a document in a few words: "Sending, 42%", "Waiting, 3 saves". */
export function stateLine(row: Pick<DocumentRow, 'state' | 'progress' | 'pending' | 'paused'>): string {
  const { label } = stateWords[row.state];
  if (row.paused === true && row.state === 'waiting') return `Paused, ${count(row.pending, 'save')}`;
  if (row.paused === true && row.state === 'filed') return `${label}, next saves paused`;
  if (row.state === 'sending' && row.progress) return `${label}, ${percent(row.progress)}`;
  if (row.pending > 1) return `${label}, ${count(row.pending, 'save')}`;
  return label;
}

/** Why, and when it is tried again; null for a state that needs no words. */
export function stateDetail(row: Pick<DocumentRow, 'detail' | 'nextTryAt'>, now: number): string | null {
  const nextTry = row.nextTryAt === null ? null : `Next try ${untilTime(row.nextTryAt, now)}.`;
  const words = [row.detail, nextTry].filter((part) => part !== null);
  return words.length === 0 ? null : words.join(' ');
}
