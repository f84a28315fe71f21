import type { Refusal } from '../../shared/model.ts';
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
  notConfigured: {
    code: 'configuration-invalid',
    what: 'There is nothing to sign in to yet.',
    why: 'The connection to your service is not complete.',
    next: 'Enter the connection first.',
  },
} satisfies Record<string, Refusal>;

/** The sign-in page itself said no, with an OAuth error code and perhaps words. */
export function refusedByPage(error: string, detail: string): Refusal {
  if (error === 'access_denied') return refusals.cancelled;
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
  if (isWrongClient(failure.error)) return wrongClient('The sign-in failed.');
  return signInFailed(
    'The sign-in failed.',
    `The sign-in server said: ${failure.detail || failure.error}.`,
    tryAgain,
  );
}

/** The server refused to renew the sign-in. */
export function refreshRefused(failure: TokenFailure & { kind: 'refused' }): Refusal {
  if (isWrongClient(failure.error)) return wrongClient('You have been signed out.');
  return {
    code: 'signed-out',
    what: 'You have been signed out.',
    why:
      failure.error === 'invalid_grant'
        ? 'The sign-in server no longer accepts this sign-in: it has expired, or access was withdrawn.'
        : `The sign-in server said: ${failure.detail || failure.error}.`,
    next: 'Sign in again. Nothing is lost: saves are kept and wait until then.',
  };
}

/** The server gave no refresh token, and the access token's time is over. */
export const signInEnded: Refusal = {
  code: 'signed-out',
  what: 'You have been signed out.',
  why: 'The sign-in server gave a sign-in that cannot be renewed, and its time is over.',
  next: 'Sign in again. Nothing is lost: saves are kept and wait until then.',
};

const isWrongClient = (error: string): boolean =>
  error === 'invalid_client' || error === 'unauthorized_client';

const wrongClient = (what: string): Refusal => ({
  code: 'configuration-invalid',
  what,
  why: 'The sign-in server does not accept the client id or the client secret.',
  next: 'Correct the connection, then sign in again.',
});
