import type { Invariant } from './evidence.ts';

/** Polls of the folders of two matters, and of the list of matters, with room to spare. */
const mostIdleRequests = 3_600;

/** Milliseconds that what was about to leave may take until it does. */
const leavesWithin = 500;
/** Longest that a call takes, in milliseconds: what was under way is said once more, with a new token. */
const longestCall = 15_000;

export const requests: readonly Invariant[] = [
  {
    promise: '4, 6: what the person paused is not announced',
    when: 'always',
    broken: ({ network, journal, forgot }) =>
      // A power cut may take back that they did.
      forgot
        ? []
        : journal.pauses.flatMap(({ matterId, fileId, from, to }) =>
            network.announced
              .filter((one) => one.matterId === matterId && (fileId === null || one.fileId === fileId))
              .filter(({ at }) => at > from + leavesWithin && (to === null || at < to))
              .filter((one) => {
                const before = network.announced.findLast(
                  (other) => other.fileId === one.fileId && other.at < one.at,
                );
                return !before || before.at > from + leavesWithin || before.at < from - longestCall;
              })
              .map((one) => `${one.fileId} was announced at ${(one.at / 1000).toFixed(2)} s, and is paused`),
          ),
  },
  {
    promise: '6: the request budget is kept exactly',
    when: 'always',
    broken: ({ network }) => network.tooFast.map((when) => `a request more than allowed ${when}`),
  },
  {
    promise: '6: the service is not asked again before the time that it named',
    when: 'always',
    broken: ({ network }) => network.tooSoon.map((when) => `a request left ${when}`),
  },
  {
    promise: '5, 6: nobody is asked without end',
    when: 'at the end',
    broken: ({ idleRequestsAnHour }) =>
      idleRequestsAnHour === null || idleRequestsAnHour <= mostIdleRequests
        ? []
        : [`${Math.round(idleRequestsAnHour)} requests an hour with nothing to do`],
  },
];
