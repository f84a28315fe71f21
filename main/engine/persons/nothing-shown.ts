import type { Person, Refusal } from '../../../shared/model/index.ts';

/** Why the window is shown nothing of what is kept: the true reason of each state without a workspace. */
export function nothingShown(now: {
  /** Null while main has not said which service it is, and while what is kept is being opened. */
  readonly settled: { readonly isConnected: boolean; readonly isSignedIn: boolean } | null;
  readonly person: Person;
  /** What cannot be opened; null when nothing. */
  readonly blockedBy: Refusal | null;
}): Refusal {
  const { settled, person, blockedBy } = now;
  if (settled?.isConnected === false) return notConnected;
  if (settled && person.state === 'asked') return notSaid;
  if (settled && person.state === 'refused') return person.refusal;
  if (blockedBy) return blockedBy;
  return settled?.isSignedIn === false ? nobody : stillOpening;
}

const notConnected: Refusal = {
  code: 'signed-out',
  what: 'No service is connected yet',
  why: 'Matterline does not know where your firm’s practice service is.',
  next: 'Connect to it first.',
};

const notSaid: Refusal = {
  code: 'not-permitted',
  what: 'It is not said yet who signed in',
  why: 'Others have worked on this computer, and the sign-in does not tell whose work is to be shown.',
  next: 'Say who you are in Matterline’s window.',
};

const nobody: Refusal = {
  code: 'signed-out',
  what: 'Nobody is signed in',
  why: 'Whose work is to be shown is known once someone signs in.',
  next: 'Sign in first.',
};

const stillOpening: Refusal = {
  code: 'service-failed',
  what: 'What is kept here is still being opened',
  why: 'Matterline was started, or someone signed in, a moment ago.',
  next: 'Try again in a moment.',
};
