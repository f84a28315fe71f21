import type { RequestProblem, RequestView } from '../../../../shared/model/index.ts';
import { instant } from '../../domain/instant.ts';
import type { RequestStanding, StoredRequest } from '../../domain/request-standing.ts';
import type { Stores } from '../../store/stores.ts';
import type { Account } from '../account/account.ts';
import { neededBy } from './needed.ts';

/** A request for the window. */
export function requestView(
  request: StoredRequest,
  stores: Pick<Stores, 'requests'>,
  account: Pick<Account, 'isReady'>,
): RequestView {
  const { id, form, subject, matterId, revision, submittedAt, changedAt, standing } = request;
  const common = {
    ...{ id, form, revision, operation: form.operation },
    subject: { matterId, name: subject },
    submittedAt: instant(submittedAt),
    changedAt: instant(changedAt),
  };
  switch (standing.state) {
    case 'waiting': {
      const { why, nextTryAt } = standing;
      const waitsFor = waitsForWhat(request, nextTryAt, stores, account);
      return { ...common, state: 'waiting', waitsFor, why, nextTryAt: instant(nextTryAt) };
    }
    case 'sending':
      return { ...common, state: 'waiting', waitsFor: 'answer', why: null, nextTryAt: null };
    case 'sent':
      return { ...common, state: 'sent', sentAt: instant(standing.sentAt), madeId: standing.madeId };
    case 'done':
      return { ...common, state: 'done', doneAt: instant(standing.doneAt), result: standing.result };
    case 'problem':
      return { ...common, state: 'problem', problem: problemOf(standing) };
    case 'cancelled':
      return { ...common, state: 'cancelled', certainlyNotMade: standing.certainlyNotMade };
  }
}

/** An earlier program kept what was accepted as of unknown outcome. */
function problemOf({ problem, isAccepted }: Extract<RequestStanding, { state: 'problem' }>): RequestProblem {
  return isAccepted ? { ...problem, kind: 'unknown-id' } : problem;
}

function waitsForWhat(
  request: StoredRequest,
  nextTryAt: number | null,
  { requests }: Pick<Stores, 'requests'>,
  account: Pick<Account, 'isReady'>,
): Extract<RequestView, { state: 'waiting' }>['waitsFor'] {
  if (requests.isBehindAnother(request)) return 'earlier-request';
  if (neededBy(request, requests).kind === 'not-yet') return 'another-request';
  if (!account.isReady) return 'service';
  return nextTryAt === null ? 'turn' : 'next-try';
}
