import type { RequestState, RequestView } from '../../../shared/model/index.ts';
import { fieldWords } from '../../forms/fieldWords.ts';
import { untilTime } from '../../words/time.ts';

export const stateNames: Record<RequestState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  done: 'Done',
  problem: 'Problem',
  cancelled: 'Cancelled',
};

const waits: Record<Extract<RequestView, { state: 'waiting' }>['waitsFor'], string> = {
  turn: 'It is sent next.',
  'earlier-request': 'An earlier request about the same goes first.',
  'another-request': 'The person or task it names is not there yet.',
  'next-try': 'It is tried again.',
  service: 'It is sent once the service can be reached.',
  answer: 'It is on its way, and cannot be changed any more.',
};

/** What becomes of a request, in one sentence. */
export function stateSentence(request: RequestView, now: number): string {
  switch (request.state) {
    case 'waiting': {
      const { waitsFor, nextTryAt, why } = request;
      const words =
        waitsFor === 'next-try' && nextTryAt !== null
          ? `It is tried again ${untilTime(nextTryAt, now)}.`
          : waits[waitsFor];
      return why === null ? words : `${why} ${words}`;
    }
    case 'sent':
      return 'The service accepted it; it does not show it yet.';
    case 'done':
      if (request.result.wasSo) return 'Nothing was sent: it was so already.';
      if (request.result.notShown?.length)
        return `The service accepted it; it does not show: ${request.result.notShown.map(fieldWords).join(', ')}.`;
      return request.result.seen
        ? 'The service shows it.'
        : 'The service accepted it; the specification shows no way to look at it.';
    case 'problem':
      return request.problem.what;
    case 'cancelled':
      return request.certainlyNotMade
        ? 'It was not sent.'
        : 'Nothing more is done about it. It may have been made all the same.';
  }
}

/** Whether it can still be changed or taken back. */
export function canChange(request: RequestView, action: 'edit' | 'cancel' | 'retry'): boolean {
  if (request.state === 'problem') return request.problem.actions.includes(action);
  if (request.state !== 'waiting' || request.waitsFor === 'answer') return false;
  return action === 'retry' ? request.waitsFor === 'next-try' : true;
}
