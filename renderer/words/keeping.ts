import type { FreedSpace, Keeping } from '../../shared/model/index.ts';
import { count } from './count.ts';
import { sizeWords } from './size.ts';
import { exactTime } from './time.ts';

/** How far a matter is that is kept on this computer, in one line; null where nothing of it is. */
export function keepingLine(keeping: Keeping): string | null {
  const { wanted, here, open, changed, tooMany, isRunning, completeAt, why, isOffered } = keeping;
  if (wanted === 0 && !keeping.matter) return null;
  if (!isOffered) return 'Not kept: this service gives no documents out, or it is switched off';
  if (tooMany > 0)
    return `${count(tooMany, 'document')} changed by others at once: ${tooMany === 1 ? 'it waits' : 'they wait'} for you`;
  if (isRunning && here < wanted) return `Fetching: ${here} of ${wanted}`;
  if (why !== null) return `${here} of ${wanted} here. ${why}`;
  const waiting = [
    ...(open > 0
      ? [`${count(open, 'newer version')} ${open === 1 ? 'waits' : 'wait'} until closed here`]
      : []),
    ...(changed > 0 ? [`${count(changed, 'document')} changed here as well`] : []),
  ];
  if (waiting.length > 0) return `${here} of ${wanted} here; ${waiting.join('; ')}`;
  if (here < wanted) return `${here} of ${wanted} here; the others were removed here`;
  return completeAt === null
    ? `${here} of ${wanted} here`
    : `All kept here, complete on ${exactTime(completeAt)}`;
}

const whyLeft: Readonly<Record<FreedSpace['left'][number]['why'], string>> = {
  'not-filed': 'is not filed as it is here',
  'not-newest': 'is not the newest version',
  changed: 'changed here',
  open: 'is open in a program',
  'not-offered': 'is not known to be given out by the service',
  'not-now': 'could not be looked at',
};

/** What became of freeing space, for a notice. */
export function freedWords({ freed, bytes, left }: FreedSpace): { title: string; lines: string[] } {
  const title =
    freed === 0
      ? 'Nothing was removed from this computer.'
      : `${count(freed, 'document')} left this computer, ${sizeWords(bytes)}: the service has ${freed === 1 ? 'it' : 'them'}.`;
  const shown = left.slice(0, 3).map(({ name, why }) => `“${name}” stays: it ${whyLeft[why]}.`);
  const more =
    left.length > shown.length ? [`${count(left.length - shown.length, 'other')} stay as well.`] : [];
  return { title, lines: [...shown, ...more] };
}
