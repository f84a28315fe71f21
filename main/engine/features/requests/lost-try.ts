import { isDeepStrictEqual } from 'node:util';
import type { RecordState, RequestAttempt } from '../../domain/request-standing.ts';
import { type Comparable, differing, isOfTry, shows } from './record-state.ts';

/** What a record tells of a try to change it whose answer was lost. */
export interface LostTry {
  /** What it was to show after that. */
  readonly tried: Comparable;
  /** Nothing is otherwise than before it but by itself: what does not show of it may be sent again. */
  readonly isAlone: boolean;
  /** And all of what can be seen of it shows: there is nothing left to send. */
  readonly isDone: boolean;
  /** It may have set what the request, edited since, leaves alone. */
  readonly maySetMore: boolean;
}

/** @param wanted what the request is to set, which may have been edited since */
export function whatCameOf(attempt: RequestAttempt | null, wanted: Comparable, now: RecordState): LostTry {
  const { before = null, wanted: tried = wanted } = attempt ?? {};
  if (before === null) return { tried, isAlone: false, isDone: false, maySetMore: false };
  const isAlone = now.version === before.version || isOfTry(tried, before, now);
  const changed = differing(before.fields, now.fields);
  const mayBeSet = (field: string) =>
    field in now.fields ? changed.includes(field) : now.version !== before.version;
  return {
    tried,
    isAlone,
    isDone: isAlone && changed.length > 0 && isDeepStrictEqual(tried, wanted) && shows(wanted, before, now),
    maySetMore: Object.keys(tried).some((field) => !(field in wanted) && mayBeSet(field)),
  };
}
