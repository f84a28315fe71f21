import type { Refusal } from '../../../shared/model/index.ts';

/** Refusals that more than one room gives. */
export const noMatter: Refusal = {
  code: 'not-found',
  what: 'This matter is not known here',
  why: 'It is not in the list of matters on this computer.',
  next: 'Refresh the list of matters and try again.',
};

export const notLinked: Refusal = {
  code: 'folder-missing',
  what: 'This matter has no folder on this computer yet',
  why: 'Documents are filed from the matter’s folder.',
  next: 'Link a folder to this matter first.',
};

export const unlinkedMeanwhile = (name: string): Refusal => ({
  code: 'folder-missing',
  what: `“${name}” was not put into the matter’s folder`,
  why: 'That folder was unlinked from the matter meanwhile. Nothing was put there.',
  next: 'Link a folder to this matter and try again.',
});

export const noProblem: Refusal = {
  code: 'not-found',
  what: 'This problem is gone already',
  why: 'It was solved in the meantime.',
  next: 'Nothing is left to do.',
};

export const anotherProblem: Refusal = {
  code: 'document-changed',
  what: 'What this document needs has changed in the meantime',
  why: 'Something else is asked about it by now, and your choice was not an answer to that.',
  next: 'Read the problem again, and choose.',
};

export const moreCame: Refusal = {
  code: 'document-changed',
  what: 'Nothing was decided: more documents changed meanwhile',
  why: 'What you were shown were fewer, and you are not taken to agree to the others.',
  next: 'Look at the number that is shown now, and decide again.',
};

export const othersNotOpened: Refusal = {
  code: 'folder-linked-elsewhere',
  what: 'No folder can be linked just now',
  why: 'What another person keeps on this computer cannot be opened, so it is not known which folders are theirs.',
  next: 'Try again in a while: Matterline tries to open it by itself. If this stays, ask whoever looks after your computers.',
};
