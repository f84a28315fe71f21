import type { Refusal } from '../../shared/model/index.ts';
import { isClientRefused } from './client-authentication.ts';
import type { TokenFailure } from './token-server.ts';

const signInFailed = (what: string, why: string, next: string): Refusal => ({
  code: 'sign-in-failed',
  what,
  why,
  next,
});

/** In words for whoever waits for a proxy that lets nothing through. */
export const proxyAsks = 'The proxy of your network asks for a name and password.';

const tryAgain = 'Choose Sign in to start again.';

export const refusals = {
  foreign: signInFailed(
    'A sign-in answer was refused.',
    'It does not belong to a sign-in that was started here.',
    'If you are signing in, go on in the page that Matterline opened. Otherwise there is nothing to do.',
  ),
  repeated: signInFailed(
    'A sign-in answer was refused.',
    'This sign-in was already used.',
    'Go back to Matterline. If it is not signed in, choose Sign in there.',
  ),
  late: signInFailed(
    'The sign-in was not finished.',
    'It took longer than five minutes, and its answer is not valid any more.',
    tryAgain,
  ),
  cancelledHere: signInFailed(
    'A sign-in answer was refused.',
    'This sign-in was cancelled in Matterline.',
    tryAgain,
  ),
  cancelled: signInFailed(
    'The sign-in was cancelled.',
    'The sign-in page says access was not granted.',
    tryAgain,
  ),
  otherServer: signInFailed(
    'A sign-in answer was refused.',
    'It comes from another sign-in server than the one of the connection.',
    `${tryAgain} If it happens again, tell whoever looks after your service.`,
  ),
  /** Said by the page in the browser alone. */
  goesOn: signInFailed(
    'The sign-in goes on in a new page.',
    'The sign-in server did not take a part of what it was asked for, and is asked once more without it.',
    'You can close this page.',
  ),
  malformed: signInFailed(
    'The sign-in failed.',
    'The answer of the sign-in page has no code, or more than one.',
    `${tryAgain} If it happens again, tell whoever looks after your service.`,
  ),
  noBrowser: signInFailed(
    'The web browser did not open.',
    'The system did not accept the address of the sign-in page.',
    'Copy the address into a browser by hand.',
  ),
  noPort: signInFailed(
    'The sign-in could not be started.',
    'No port on this computer could be opened for its answer.',
    'Check whether security software blocks Matterline, then sign in again.',
  ),
  proxyAsks: {
    code: 'unreachable',
    what: 'The sign-in is not finished yet.',
    why: proxyAsks,
    next: 'Give them when this window asks for them, within five minutes; the sign-in then goes on by itself.',
  },
  signOutNotKept: signInFailed(
    'You are signed out only until Matterline ends.',
    'The disk does not take it: at the next start the sign-in would be there again.',
    'Make room on the disk, and leave Matterline running: it tries again by itself, and this goes away once you are signed out for good.',
  ),
  signInNotRead: signInFailed(
    'The sign-in that was kept here could not be read.',
    'This computer’s own store of secrets did not open it: a keyring may be locked or not running.',
    'Unlock it and start Matterline again, or choose Sign in. What was kept is not lost: it is set aside when you sign in or out.',
  ),
  notConfigured: {
    code: 'configuration-invalid',
    what: 'There is nothing to sign in to yet.',
    why: 'The connection to your service is not complete.',
    next: 'Enter the connection first.',
  },
} satisfies Record<string, Refusal>;

/** The sign-in page itself said no, with an OAuth error code and perhaps words. */
export function refusedByPage(error: string, detail: string): Refusal {
  if (error === 'access_denied')
    return { ...refusals.cancelled, why: `${refusals.cancelled.why}${itSaid(detail)}` };
  const badRequest = ['unauthorized_client', 'invalid_client', 'invalid_scope', 'invalid_request'].includes(
    error,
  );
  return signInFailed(
    'The sign-in failed.',
    `The sign-in server said: ${detail || error}.`,
    badRequest ? 'Check the client id, redirect and scope of the connection.' : tryAgain,
  );
}

/** A code could not be exchanged for tokens. */
export function exchangeFailed(failure: TokenFailure): Refusal {
  if (failure.kind === 'proxy-asks') return refusals.proxyAsks;
  if (failure.kind === 'unreachable') {
    return {
      code: 'unreachable',
      what: 'The sign-in could not be finished.',
      why: failure.why,
      next: 'Check your network connection and sign in again.',
    };
  }
  if (isClientRefused(failure.error)) return wrongClient('The sign-in failed.', failure.detail);
  return signInFailed(
    'The sign-in failed.',
    `The sign-in server said: ${failure.detail || failure.error}.`,
    tryAgain,
  );
}

/**
 * The server no longer accepts the sign-in.
 * @param answerLost whether the answer to an earlier renewal never came: it may have brought the sign-in that counts now
 */
export function refreshRefused({ detail }: { readonly detail: string }, answerLost: boolean): Refusal {
  const reason = answerLost
    ? 'The connection broke off while the sign-in was being renewed, and the sign-in server takes each renewal only once.'
    : 'The sign-in server no longer accepts this sign-in: it has expired, or access was withdrawn.';
  return {
    code: 'signed-out',
    what: 'You have been signed out.',
    why: `${reason}${itSaid(detail)}`,
    next: 'Sign in again. Nothing is lost: saves are kept and wait until then.',
  };
}

/** Why the sign-in cannot be renewed for now, although it is kept. */
export function refreshPaused({
  error,
  detail,
}: {
  readonly error: string;
  readonly detail: string;
}): string {
  if (!isClientRefused(error)) return `The sign-in server did not renew the sign-in: ${detail || error}.`;
  return `The sign-in server does not accept the client id or the client secret of the connection.${itSaid(detail)} Correct the connection; the sign-in is kept.`;
}

const itSaid = (detail: string): string => (detail === '' ? '' : ` It said: “${detail}”.`);

/** The server gave no refresh token, and the access token's time is over. */
/** In words: a service may refuse for a while what it takes again, and a sign-in that cannot be renewed is not to be had again. */
export const refusedMeanwhile =
  'The service does not accept your sign-in just now, though its time is not over. If this stays, sign out and sign in again.';

export const signInEnded: Refusal = {
  code: 'signed-out',
  what: 'You have been signed out.',
  why: 'The sign-in server gave a sign-in that cannot be renewed, and its time is over.',
  next: 'Sign in again. Nothing is lost: saves are kept and wait until then.',
};

const wrongClient = (what: string, detail: string): Refusal => ({
  code: 'configuration-invalid',
  what,
  why: `The sign-in server does not accept the client id or the client secret.${itSaid(detail)}`,
  next: 'Correct the connection, then sign in again.',
});
