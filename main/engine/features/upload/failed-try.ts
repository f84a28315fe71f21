import { fullJitter } from '../../platform/back-off.ts';
import { retryable, type ServiceError } from '../../service/errors.ts';
import type { Save } from '../../store/save.ts';
import { longestWait } from '../../store/saves.ts';

const backOff = { base: 1_000, cap: longestWait } as const;
/** Shortest wait before a try after one that failed, in milliseconds. */
const pause = 250;
/** So many addresses that the storage refuses become a person's problem. */
const mostRefused = 3;

/** What follows a try that certainly filed nothing. */
export type NextStep =
  | { readonly kind: 'needs-person' }
  /** In `wait` milliseconds; 0 is as soon as the account is ready. */
  | { readonly kind: 'again'; readonly wait: number };

/** Shortest wait in milliseconds after storage said that something is there already: perhaps it is what was sent. */
const conflictPause = 10_000;

/**
 * True when the storage refused the address, or what was asked of it there. Storage services say in many ways that an
 * address has run out; another one may be taken.
 */
export function isBadAddress(error: ServiceError): boolean {
  if (error.operation !== 'documents.putContent') return false;
  return isRedirect(error) || refusedAddress.includes(error.kind);
}

const refusedAddress: readonly ServiceError['kind'][] = [
  'unauthorized',
  'forbidden',
  'not-found',
  'conflict',
  'unexpected-status',
];

/** A content is never sent on to where storage points. */
const isRedirect = (error: ServiceError): boolean => error.kind === 'captive-portal' && error.status >= 300;

/**
 * What to do after a call failed without filing anything.
 * @param save as it was before this try
 * @param ofAccount true when the account waits anyway, and says so
 * @param mayBeFoundYet true when what is not found may have been accepted a while ago
 */
export function nextStep(
  error: ServiceError,
  { attempts, refusedAddresses }: Pick<Save, 'attempts' | 'refusedAddresses'>,
  ofAccount: boolean,
  random: () => number,
  mayBeFoundYet = false,
): NextStep {
  const least = error.kind === 'conflict' ? conflictPause : pause;
  const wait = Math.min(least + fullJitter(attempts, random, backOff), longestWait);
  if (isBadAddress(error) && refusedAddresses + 1 < mostRefused) return { kind: 'again', wait };
  if (error.kind === 'not-found' && mayBeFoundYet) return { kind: 'again', wait };
  if (isBadAddress(error) || retryable(error) === 'never') return { kind: 'needs-person' };
  if (ofAccount) return { kind: 'again', wait: 0 };
  // An address that ran out once is simply replaced; one that always does must not be asked for without pause.
  if (error.kind === 'upload-expired' && attempts === 0) return { kind: 'again', wait: 0 };
  const asked = error.kind === 'rate-limited' || error.kind === 'server' ? (error.retryAfterMs ?? 0) : 0;
  return { kind: 'again', wait: Math.min(Math.max(wait, asked), longestWait) };
}

/** Milliseconds to wait after trouble of this computer's own. */
export const waitAfterLocalStorageError = (attempts: number, random: () => number): number =>
  Math.min(backOff.base + fullJitter(attempts, random, backOff), longestWait);

/** True when no byte of the content can have been taken. */
export function certainlyNotSent(error: ServiceError): boolean {
  switch (error.kind) {
    case 'upload-expired':
    case 'content-unreadable':
    case 'forbidden':
    case 'too-large':
    case 'rejected':
    case 'not-found':
    case 'unauthorized':
    case 'rate-limited':
    case 'invalid-request':
    case 'conflict':
    case 'unexpected-status':
      return true;
    case 'captive-portal':
      return isRedirect(error);
    case 'server':
      return error.status >= 300 && error.status < 500;
    case 'offline':
      return ['no-such-host', 'refused', 'unreachable', 'not-trusted'].includes(error.why);
    default:
      return false;
  }
}
