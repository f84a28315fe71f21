import { describe } from '../service/describe-error.ts';
import type { ServiceError } from '../service/errors.ts';
import type { SaveProblem } from './save-problem.ts';

/** What a save says about itself while it waits or needs a person. */

export const internalTrouble = (name: string, code: string): SaveProblem => ({
  code: 'waiting-for-service',
  what: `“${name}” is waiting to be filed`,
  why: `This computer could not go on with it (${code}).`,
  next: 'Matterline tries again by itself. Check that the disk is not full.',
});

export const sendingAgain: SaveProblem = {
  code: 'waiting-for-service',
  what: 'Sending was interrupted',
  why: 'The service does not show this version.',
  next: 'It is being sent again.',
};

export const waitingFor = (name: string, error: ServiceError): SaveProblem => ({
  code: 'waiting-for-service',
  what: `“${name}” is waiting to be filed`,
  ...wordsFor(error),
});

export const noNewDocuments = (name: string): SaveProblem => ({
  code: 'no-new-documents',
  what: `“${name}” could not be filed as a new document`,
  why: 'This service takes no new documents this way.',
  next: 'Add the document in the service once, then save it here again; this save is kept.',
});

export const refused = (name: string, error: ServiceError): SaveProblem => {
  const { why, next } = wordsFor(error);
  return { code: 'refused', what: `“${name}” was not filed`, why, next: `${next} This save is kept.` };
};

export const neverShown = (name: string): SaveProblem => ({
  code: 'never-shown',
  what: `The service took “${name}” and does not show it`,
  why: 'It accepted this save more than an hour ago, and its history has not shown it since.',
  next: 'Look in the service. If it is there, choose “Keep mine unfiled”: nothing is sent twice, and what you saved after it goes on. If it is not, try again.',
});

export const newerVersion = (name: string, who: string | null, when: string | null): SaveProblem => ({
  code: 'newer-version',
  what: `${who ?? 'Someone'} filed a newer version of “${name}”`,
  why: `It was filed${when === null ? '' : ` on ${when}`} and is not part of your copy.`,
  next: 'Choose: file yours on top, file it as a separate document, or keep it unfiled. Both are kept.',
});

/** The storage behind an upload address knows nothing of the person's sign-in or permissions. */
function wordsFor(error: ServiceError): { why: string; next: string } {
  if (error.operation === 'documents.putContent') {
    switch (error.kind) {
      case 'unauthorized':
      case 'forbidden':
      case 'not-found':
        return {
          why: 'The service’s storage did not take the document at the address it was given.',
          next: 'Matterline asks for a new address and sends it there. If it stays, tell the person who manages your firm’s practice service.',
        };
      case 'rate-limited':
        return {
          why: 'The service’s storage asked to slow down.',
          next: 'Matterline waits and goes on by itself.',
        };
      default:
    }
  }
  return describe(error);
}
