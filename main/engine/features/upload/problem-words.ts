import { describe } from '../../service/describe-error.ts';
import type { ServiceError } from '../../service/errors.ts';
import type { SaveProblem } from '../../store/save-problem.ts';

/** What a save says about itself while it waits or needs a person. */

export const internalError = (name: string, code: string): SaveProblem => ({
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

/** The answer to a POST was lost, and the service's list does not show what was announced. */
export const lookingForPosted = (name: string): SaveProblem => ({
  code: 'waiting-for-service',
  what: `“${name}” is waiting to be filed`,
  why: 'The connection ended while it was announced as a new document.',
  next: 'Matterline looks whether the service has it, and goes on by itself.',
});

export const folderIsMade = (name: string): SaveProblem => ({
  code: 'waiting-for-service',
  what: `“${name}” is waiting to be filed`,
  why: 'The service is making the folder that it is in.',
  next: 'It goes on by itself, without that folder if it takes longer than some minutes.',
});

/** @param isListed the service lists a document without content that may be it; otherwise it lists none at all */
export const mayBeAnnounced = (name: string, isListed: boolean): SaveProblem => ({
  code: 'may-be-announced',
  what: `The service may have an empty document “${name}”`,
  why: `The connection ended while it was announced as a new document, and ${isListed ? 'the service lists one of its name without content, which may be it or somebody else’s' : 'the service does not tell whether it took that'}.`,
  next: 'Look in the service, and delete the empty document if it is this one. Then file it, or keep it unfiled. This save is kept.',
});

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

/** A document that is not there any more, as history or this very answer says, is not taken back under its own id. */
export const notTakenBack = (name: string, error: ServiceError): SaveProblem => ({
  code: 'not-taken-back',
  what: `“${name}” was not filed`,
  why: `${wordsFor(error).why} The document it is a version of is not in the matter any more.`,
  next: 'Choose: file it as a separate document, try again, or keep it unfiled. This save is kept.',
});

/** @param hasOthers whether history shows versions since, of which nobody can tell whether one is it */
export const neverShown = (name: string, hasOthers: boolean): SaveProblem => ({
  code: 'never-shown',
  what: hasOthers
    ? `The service took “${name}”, and may not show it`
    : `The service took “${name}” and does not show it`,
  why: hasOthers
    ? 'It accepted this save more than an hour ago. Its history shows versions since, and does not tell whether one of them is this save.'
    : 'It accepted this save more than an hour ago, and its history has not shown it since.',
  next: 'Look in the service. If it is there, choose “Keep mine unfiled”: nothing is sent twice, and what you saved after it goes on. If it is not, try again.',
});

/** The answer was lost, and what appeared since may be this save, or another computer's. */
export const mayBeFiled = (name: string, who: string | null, when: string | null): SaveProblem => ({
  code: 'may-be-filed',
  what: `“${name}” may be filed already`,
  why: `The connection ended while it was sent, and history shows a version${who === null ? '' : ` by ${who}`}${when === null ? '' : ` of ${when}`}. It may be this save, or one from another computer; the service does not say which.`,
  next: 'Look at that version in the service. If it is this save, choose “It is already there”; otherwise file yours on top, as a separate document, or keep it unfiled. Both are kept.',
});

/**
 * @param who everybody who filed one that the copy does not include, the newest first
 * @param count how many there are
 * @param when the newest is of
 */
export function newerVersion(
  name: string,
  who: readonly string[],
  count: number,
  when: string | null,
): SaveProblem {
  const everybody = who.join(' and ');
  const [what, are] =
    count === 1 ? ['a newer version', 'It was'] : [`${count} newer versions`, 'The newest was'];
  return {
    code: 'newer-version',
    what: `${everybody.charAt(0).toUpperCase()}${everybody.slice(1)} filed ${what} of “${name}”`,
    why: `${are} filed${when === null ? '' : ` on ${when}`}, and ${count === 1 ? 'is not' : 'none of them is'} part of your copy.`,
    next: 'Choose: file yours on top, file it as a separate document, or keep it unfiled. Both are kept.',
  };
}

/** @param shownUpTo number up to which it is so: what comes later was not shown */
export const notAllShown = (name: string, shownUpTo: number): SaveProblem => ({
  code: 'not-all-shown',
  what: `Someone may have filed a newer version of “${name}”`,
  why: 'The service no longer shows all that happened in its folder since Matterline looked there last.',
  next: 'Look at the document in the service. Then choose: file yours on top, file it as a separate document, or keep it unfiled. Both are kept.',
  shownUpTo,
});

/** @param shownUpTo number of the history entry that says so: what comes later was not shown */
export const deletedThere = (
  name: string,
  who: string | null,
  when: string | null,
  shownUpTo: number,
): SaveProblem => ({
  code: 'deleted-there',
  what: `“${name}” is not in the matter any more`,
  why: `${who ?? 'Someone'} deleted it, or moved it to another matter${when === null ? '' : `, on ${when}`}.`,
  next: 'Choose: file your save all the same, file it as a separate document, or keep it unfiled. It is kept.',
  shownUpTo,
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
      case 'conflict':
      case 'unexpected-status':
      case 'captive-portal':
        return {
          why: `The service’s storage did not take the document: it answered in a way that Matterline does not expect (${error.status}).`,
          next: 'Matterline sends it to a new address. If it stays, tell the person who manages your firm’s practice service, with that number.',
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
