import type { Evidence, Invariant } from './evidence.ts';
import type { RequestRow } from './rows.ts';

/** What is made anew, so that sending it twice makes two. */
const making: readonly string[] = ['contacts.create', 'portalTasks.create'];
const isOver = ({ state }: RequestRow): boolean => state === 'done' || state === 'cancelled';

/** Milliseconds that what was about to leave may take until it does. */
const leavesWithin = 500;

interface Standing {
  readonly problem?: { readonly kind: string };
  readonly result?: { readonly id: string | null; readonly wasSo: boolean };
  readonly certainlyNotMade?: boolean;
}
const standingOf = ({ standing }: RequestRow): Standing => JSON.parse(standing) as Standing;

/** What must be so in the world when a request needs a person for this reason. A reason that is not here has no cause in it. */
const causes: Readonly<Record<string, (evidence: Evidence, request: RequestRow) => boolean>> = {
  refused: ({ network }, { id }) => network.refusedRequests.has(id),
  'unknown-outcome': ({ network }, { id }) => network.unheardRequests.has(id),
  'unknown-id': ({ network, office }, { id }) =>
    timesTaken({ office }, id) > 0 && (!office.saysWhatItMade || network.unheardRequests.has(id)),
  'changed-since': ({ office }, { record, id }) => {
    // The service that heard one change of ours twice has another version of the record, too: this one, or the one before it.
    const taken = office.taken.filter(({ subject }) => record.endsWith(subject));
    const before = taken.findLast(({ reference }) => reference !== id)?.reference;
    const isTwice = (one?: string) => taken.filter(({ reference }) => reference === one).length > 1;
    return (
      [...office.changedByOthers].some((other) => record.endsWith(other)) || isTwice(id) || isTwice(before)
    );
  },
  'needs-another': ({ rows }) => rows.requests.some(isOver),
  // Somebody else wrote something else there before anybody could look, or another change of ours did.
  'not-shown': ({ office, rows }, { record, no }) =>
    [...office.changedByOthers].some((id) => record.endsWith(id)) ||
    rows.requests.some((other) => other.record === record && other.no > no),
};

const timesTaken = ({ office }: Pick<Evidence, 'office'>, id: string): number =>
  office.taken.filter(({ reference }) => reference === id).length;

/** The firm's work beside documents: what the person asked to be made or changed at the service. */
export const firm: readonly Invariant[] = [
  {
    promise: '5: a request that was kept is never lost',
    when: 'always',
    broken: ({ journal, rows }) => {
      const kept = new Set(rows.requests.map(({ id }) => id));
      return journal.requests
        .filter(({ id }) => !kept.has(id))
        .map(({ id, operation }) => `${operation} ${id} is in no row`);
    },
  },
  {
    promise: '5: nothing that was asked for is made twice unasked',
    when: 'always',
    broken: ({ journal, network }) =>
      journal.requests
        .filter(({ operation }) => making.includes(operation))
        .flatMap(({ id, operation }) => {
          const agreed = journal.requestDecisions.filter(
            (one) => one.id === id && one.decision === 'send-again',
          ).length;
          const times = network.acceptedRequests.filter((reference) => reference === id).length;
          return times > 1 + agreed ? [`${operation} ${id} was sent ${times} times`] : [];
        }),
  },
  {
    promise: '5, 6: once trouble ends every request is done, or needs a person',
    when: 'at the end',
    broken: ({ rows }) =>
      rows.requests
        .filter((request) => !isOver(request) && request.state !== 'problem')
        .filter(
          ({ record, no, form }) =>
            !rows.requests.some(
              (other) =>
                !isOver(other) &&
                other.no < no &&
                (other.record === record || form.includes(`"${other.id}"`)),
            ),
        )
        .map(({ id, operation, state }) => `${operation} ${id} is still ${state}`),
  },
  {
    promise: '4: a request that is done was taken by the service',
    when: 'always',
    broken: ({ rows, office }) =>
      rows.requests.flatMap((request) => {
        const { id, operation, state } = request;
        const { result, certainlyNotMade } = standingOf(request);
        const times = timesTaken({ office }, id);
        if (state === 'cancelled' && certainlyNotMade && times > 0)
          return [`${operation} ${id} is said not to have been made, and was`];
        if (state !== 'done') return [];
        const isMade = making.includes(operation)
          ? office.made.some((one) => one.reference === id && (!result?.id || result.id === one.id))
          : times > 0 || result?.wasSo;
        return isMade ? [] : [`${operation} ${id} is called done, and the service never took it`];
      }),
  },
  {
    promise: '5: requests of one record are taken in the order in which they were made',
    when: 'always',
    broken: ({ rows, network, office }) => {
      const byId = new Map(rows.requests.map((request) => [request.id, request]));
      const newest = new Map<string, number>();
      return network.acceptedRequests.flatMap((id) => {
        const { record = '', no = 0 } = byId.get(id) ?? {};
        const before = newest.get(record) ?? 0;
        newest.set(record, Math.max(before, no));
        return no < before && timesTaken({ office }, id) > 0
          ? [`${id} came after a later one of ${record}`]
          : [];
      });
    },
  },
  {
    promise: '4: a request that needs a person has a cause that the world has',
    when: 'always',
    broken: (evidence) =>
      evidence.rows.requests.flatMap((request) => {
        if (request.state !== 'problem') return [];
        const kind = standingOf(request).problem?.kind ?? '';
        return causes[kind]?.(evidence, request) ? [] : [`${request.operation} ${request.id}: ${kind}`];
      }),
  },
  {
    promise: '4: no request leaves in the name of somebody else who is at the computer',
    when: 'always',
    broken: ({ journal, network }) =>
      journal.absences.flatMap(({ from, to }) =>
        network.sentRequests
          .filter(({ at }) => at > from + leavesWithin && (to === null || at < to))
          .map(({ id, at }) => `${id} left at ${(at / 1000).toFixed(2)} s`),
      ),
  },
  {
    promise: '2: the custody log tells what happened to each request',
    when: 'at the end',
    broken: ({ rows }) => {
      const byRequest = Map.groupBy(rows.custody, (entry) => entry['related_id']);
      return rows.requests.flatMap(({ id, state }) => {
        const kinds = (byRequest.get(id) ?? []).map((entry) => String(entry['kind']));
        const first = kinds[0] === 'requested';
        const last = { done: ['request-done', 'request-decided'], cancelled: ['request-cancelled'] }[
          state as 'done'
        ];
        const isTold = first && (!last || last.includes(kinds.at(-1) ?? ''));
        return isTold ? [] : [`${id}, ${state}: ${kinds.join(', ')}`];
      });
    },
  },
];
