import type { Refusal } from '../../shared/model.ts';

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
