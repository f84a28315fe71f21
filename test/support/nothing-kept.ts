import type { Keeping } from '../../shared/model/index.ts';

/** A matter of which nothing is kept on this computer, and nothing was done in the service. */
export const nothingKept: Keeping = {
  ...{ matter: false, wanted: 0, here: 0, open: 0, changed: 0, tooMany: 0 },
  ...{ isRunning: false, completeAt: null, why: null, isOffered: false },
  following: {
    open: 0,
    changed: 0,
    taken: 0,
    refused: 0,
    tooMany: 0,
    noWastebasket: 0,
    tooManyUpTo: 0,
    noWastebasketUpTo: 0,
  },
};
