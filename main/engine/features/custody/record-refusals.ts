import type { Refusal } from '../../../../shared/model/index.ts';

/** Why there is no newer stamp in a record. */
export const whyNot: Readonly<Record<string, string>> = {
  unreachable: 'the authority could not be reached.',
  slow: 'the authority did not answer in time.',
  ends: 'the authority did not answer in time.',
  refused: 'the authority refused the request.',
};

export const nothingKnown: Refusal = {
  code: 'not-found',
  what: 'There is no record of this',
  why: 'The custody log of this computer tells nothing of it: it was saved or filed elsewhere.',
  next: 'Make the record on the computer where it was saved.',
};

export const tooMany: Refusal = {
  code: 'not-permitted',
  what: 'The record was not made',
  why: 'The custody log of this computer tells too much of this matter for one record.',
  next: 'Save records of its documents, or export the custody log of the matter.',
};

export const notSealed: Refusal = {
  code: 'service-failed',
  what: 'The record was not made',
  why: 'The log could not be signed just now.',
  next: 'Try again in a moment. The log itself is complete.',
};
