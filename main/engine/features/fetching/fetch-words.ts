import type { Refusal } from '../../../../shared/model/index.ts';
import { isNoRoom } from '../../platform/local-storage-errors.ts';
import { describe } from '../../service/describe-error.ts';
import { retryable, type ServiceError, scopeOf } from '../../service/errors.ts';
import type { ContentFault } from '../../service/get-content.ts';
import type { DownloadsState } from './downloads-offered.ts';
import type { Missing } from './what-is-missing.ts';

/** Why a service gives no documents out, in words that follow “The service has it”. */
export const whyNotFetched: Readonly<Record<Extract<DownloadsState, 'off' | 'not-offered'>, string>> = {
  'not-offered': 'it offers no way to fetch it.',
  off: 'fetching is switched off by your organisation or in the connection.',
};

/** It is in the service alone, and stays there. */
export const notFetched = (state: 'off' | 'not-offered'): Refusal => ({
  code: 'not-here',
  what: 'This document is not on this computer',
  why: `The service has it, and ${whyNotFetched[state]}`,
  next: 'Open it in the service.',
});

/** The service cannot be asked for this one by anything that its history says. */
export const notNamed: Refusal = {
  code: 'version-not-here',
  what: 'This version cannot be fetched',
  why: 'The service’s history does not say by what it can be asked for.',
  next: 'Open it in the service.',
};

/** Whatever came for an older version would be another one. */
export const onlyNewest: Refusal = {
  code: 'version-not-here',
  what: 'This version cannot be fetched',
  why: 'The service gives out the newest version only.',
  next: 'Open the document for its newest version, or this one in the service.',
};

/** Which version came could not be told. */
export const overtaken: Refusal = {
  code: 'service-failed',
  what: 'Newer versions were filed while this one was fetched',
  why: 'It could not be told which of them came. Nothing was opened.',
  next: 'Open the document again.',
};

export const cancelled: Refusal = {
  code: 'not-permitted',
  what: 'Fetching was cancelled',
  why: 'You stopped it.',
  next: 'Open the document again when you need it.',
};

export const signedOut: Refusal = {
  code: 'signed-out',
  what: 'Fetching was ended',
  why: 'Whoever asked for it was signed out meanwhile.',
  next: 'Sign in, and open the document again.',
};

export const missingWords = (missing: Exclude<Missing, ServiceError | 'operation'>): Refusal => ({
  code: 'not-found',
  what: 'The service does not give this out',
  why: {
    document: 'It was deleted there, or moved to another matter.',
    content: 'It was announced there, and its content has not arrived.',
    version: 'It does not have this version any more.',
    address: 'It has the document, and does not say where its content is.',
  }[missing],
  next: {
    document: 'Ask whoever filed it, or look for it in the service.',
    content: 'Try again once it was filed.',
    version: 'Open another version.',
    address: 'Try again later, or open it in the service.',
  }[missing],
});

/** @param kept versions of the document are on this computer */
export function failedWords(error: ServiceError | ContentFault, kept: boolean): Refusal {
  switch (error.kind) {
    case 'not-as-stated':
      return {
        code: 'service-failed',
        what: 'What came is not what the service has',
        why: {
          size: 'It is not as long as the service says. Nothing was opened.',
          hash: 'Its content is another than was filed. Nothing was opened.',
          form: 'It came compressed, and not as it was filed. Nothing was opened.',
        }[error.what],
        next: 'Try again. If it stays, open it in the service, and tell the person who manages your firm’s practice service.',
      };
    case 'end-unknown':
      return {
        code: 'service-failed',
        what: 'The document may have been cut off',
        why: 'The connection ended, and neither the service nor its storage says how long it is. Nothing was opened.',
        next: 'Try again. If it stays, open it in the service, and tell the person who manages your firm’s practice service.',
      };
    case 'download-expired':
      return {
        code: 'service-failed',
        what: 'The document could not be fetched',
        why: 'The permission to fetch it ended before it was here.',
        next: 'Look whether the clock of this computer is right, and try again.',
      };
    case 'not-secure':
      return {
        code: 'address-not-secure',
        what: 'The document was not fetched',
        why: 'The service wants to send it without encryption.',
        next: 'Ask the person who manages your firm’s practice service.',
      };
    case 'aborted':
      return cancelled;
    case 'not-kept':
      return {
        code: 'service-failed',
        what: 'The document could not be kept on this computer',
        why: isNoRoom(error.code)
          ? 'There is too little room on the disk.'
          : `The disk did not take it (${error.code}).`,
        next: 'Make room on the disk, and try again.',
      };
    default: {
      const { why, next } = describe(error);
      const isLater = retryable(error) === 'later' && /by itself/.test(next);
      return {
        code: scopeOf(error) === 'account' ? 'offline' : 'service-failed',
        what: 'The document could not be fetched',
        why,
        next: kept
          ? 'Versions that are kept on this computer open all the same: look at its versions.'
          : isLater
            ? 'Try again once the service can be reached.'
            : next,
      };
    }
  }
}
