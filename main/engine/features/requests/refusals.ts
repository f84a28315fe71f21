import type { Refusal } from '../../../../shared/model/index.ts';
import type { Violation } from '../../../../shared/rules/checks.ts';

/** Why something is not done with a request, in words. */
export const refusals = {
  none: {
    code: 'not-found',
    what: 'There is no such request.',
    why: 'It is not kept on this computer.',
    next: 'Look at the list of requests.',
  },
  changed: {
    code: 'document-changed',
    what: 'This was not done.',
    why: 'The request is not what you were shown any more.',
    next: 'Look at it again, and decide then.',
  },
  tooLate: {
    code: 'not-permitted',
    what: 'This was not done.',
    why: 'The request is on its way, or over.',
    next: 'Look at what came of it.',
  },
  another: {
    code: 'not-permitted',
    what: 'This was not changed.',
    why: 'The form is about something else than the request.',
    next: 'Cancel the request, and make another.',
  },
  keyInUse: {
    code: 'not-permitted',
    what: 'The key was not changed.',
    why: 'It was sent before, and the answer was lost: the plugin may be in the practice service with the key of then.',
    next: 'Wait until it is known whether it arrived, or leave the key as it is.',
  },
  decided: {
    code: 'not-permitted',
    what: 'There is nothing to decide.',
    why: 'The request needs no decision, or not this one.',
    next: 'Look at what came of it.',
  },
  keptAlready: {
    code: 'not-permitted',
    what: 'This was requested already.',
    why: 'It is on its way, or over, and was asked for otherwise than it is filled in now.',
    next: 'Look at what came of it among the requests, and ask for what is still to be changed.',
  },
  namesNone: {
    code: 'not-found',
    what: 'This was not kept.',
    why: 'It names a request that is not here.',
    next: 'Choose the contact or the task again.',
  },
  broken: (violations: readonly Violation[]): Refusal => ({
    code: 'not-permitted',
    what: 'This cannot be sent as it is.',
    why: violations.map(({ field, rule }) => `${field} ${rule}`).join('; '),
    next: 'Correct what is named.',
  }),
} as const satisfies Record<string, Refusal | ((violations: readonly Violation[]) => Refusal)>;
