import { assertNever } from '../../../shared/base/result.ts';
import type { NetworkFault, ServiceError } from './errors.ts';

/** Plain words for a person: why it did not work, and what to do or what happens next. */
export interface Description {
  readonly why: string;
  readonly next: string;
}

const triesAgain = 'Matterline tries again by itself.';

const networkWords: Record<NetworkFault, Description> = {
  'no-such-host': {
    why: 'The practice service was not found on the network.',
    next: 'Check the internet connection. If other sites work, check the address of the service in the settings.',
  },
  refused: {
    why: 'The practice service is not answering.',
    next: `It may be restarting. ${triesAgain}`,
  },
  unreachable: {
    why: 'This computer is not connected to the practice service.',
    next: `Check the internet connection. ${triesAgain}`,
  },
  interrupted: { why: 'The connection broke off.', next: triesAgain },
  'not-trusted': {
    why: 'The identity of the practice service could not be confirmed, so nothing was sent.',
    next: 'Ask the person who looks after your computers. Often an office network checks connections and its certificate is missing here.',
  },
  'proxy-sign-in': {
    why: 'The proxy of your network asks for a name and password.',
    next: 'Enter the ones you use for this network; everything waiting then goes on by itself.',
  },
  'proxy-refused': {
    why: 'The proxy of your network does not let Matterline through to the practice service.',
    next: 'Ask the person who looks after your network to allow the addresses of your practice service.',
  },
  'proxy-unreachable': {
    why: 'The proxy of your network is not answering.',
    next: `Check the connection to your network. ${triesAgain}`,
  },
  'proxy-unsupported': {
    why: 'Your network wants a kind of proxy that Matterline cannot use.',
    next: 'Ask the person who looks after your network for an HTTP proxy.',
  },
  'hub-unreachable': {
    why: 'Your firm’s hub is not answering, and requests go through it alone.',
    next: `Check that you are on the firm’s network. Saves are kept meanwhile, and ${triesAgain}`,
  },
  'hub-without-service': {
    why: 'Your firm’s hub cannot reach the practice service.',
    next: `Saves are kept meanwhile, and ${triesAgain}`,
  },
  unknown: { why: 'The connection failed.', next: triesAgain },
};

export function describe(error: ServiceError): Description {
  switch (error.kind) {
    case 'offline':
      return networkWords[error.why];
    case 'timeout':
      return { why: 'The practice service took too long to answer.', next: triesAgain };
    case 'stalled':
      return { why: 'The transfer stopped moving.', next: triesAgain };
    case 'aborted':
      return { why: 'It was cancelled.', next: 'Start it again when you need it.' };
    case 'signed-out':
      return { why: 'You are signed out.', next: 'Sign in; everything waiting then goes on by itself.' };
    case 'sign-in-unreachable':
      return {
        why: isSentence(error.why) ? error.why : 'The sign-in service cannot be reached.',
        next: `Check the internet connection. ${triesAgain}`,
      };
    case 'unauthorized':
      return { why: 'The practice service did not accept your sign-in.', next: 'Sign in again.' };
    case 'forbidden':
      return {
        why: withDetail('The practice service does not allow this for you.', error.problem),
        next: 'Ask the person who manages your firm’s practice service for access.',
      };
    case 'not-found':
      return {
        why: 'The practice service does not know this item, or not any more.',
        next: 'Refresh the matter and look whether it still exists there.',
      };
    case 'conflict':
      return {
        why: withDetail('Someone changed this in the meantime.', error.problem),
        next: 'Refresh the matter, look at the newer state, and decide.',
      };
    case 'too-large':
      return {
        why: 'The practice service takes nothing this large.',
        next: 'Make the document smaller or split it; the copy here is kept.',
      };
    case 'invalid-request':
      return {
        why: `The practice service would not take this: ${error.rule}.`,
        next: 'Correct it and try again.',
      };
    case 'rejected':
      return {
        why: withDetail('The practice service refused this.', error.problem),
        next: 'Correct what it names and try again, or ask the person who manages your firm’s practice service.',
      };
    case 'rate-limited':
      return {
        why: 'The practice service asked to slow down.',
        next: 'Matterline waits as long as asked and goes on by itself.',
      };
    case 'server':
      return { why: 'The practice service has a fault of its own at the moment.', next: triesAgain };
    case 'upload-expired':
      return {
        why: 'The permission to send this document ran out.',
        next: 'Matterline asks for a new one and sends it.',
      };
    case 'content-unreadable':
      return {
        why: 'The kept copy of the document could not be read completely.',
        next: 'Check that the disk is in order, then save the document again.',
      };
    case 'not-kept':
      return {
        why: 'The disk of this computer did not take what the practice service answered.',
        next: `Make room on the disk. ${triesAgain}`,
      };
    case 'captive-portal':
      return {
        why: 'The network shows a page of its own instead of the practice service.',
        next: 'Open the browser and sign in to the network (hotel, train, guest network). Matterline then goes on by itself.',
      };
    case 'malformed':
      return {
        why: 'The practice service gave an answer Matterline does not understand.',
        next: `${triesAgain} If it stays, export the diagnostics and send them to support.`,
      };
    case 'unexpected-status':
      return {
        why: 'The practice service gave an answer Matterline does not expect.',
        next: 'Export the diagnostics and send them to support.',
      };
    default:
      return assertNever(error);
  }
}

/** What the keeper of the sign-in says for a person; anything else is for developers. */
const isSentence = (words: string): boolean => /^\p{Lu}.*[.”]$/u.test(words);

/** The service's own words after ours, when it has any a person can read. */
function withDetail(why: string, problem: { detail: string | null; title: string | null } | null): string {
  const words = problem?.detail ?? problem?.title;
  return words ? `${why} It says: “${plain(words)}”` : why;
}

/** One short line without control characters and web addresses. */
function plain(words: string): string {
  const line = words
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
