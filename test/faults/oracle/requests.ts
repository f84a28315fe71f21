import type { Invariant } from './evidence.ts';

/** Polls of the folders of two matters, and of the list of matters, with room to spare. */
const mostIdleRequests = 3_600;

export const requests: readonly Invariant[] = [
  {
    promise: '6: the request budget is kept exactly',
    when: 'always',
    broken: ({ network }) => network.tooFast.map((when) => `a request more than allowed ${when}`),
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
