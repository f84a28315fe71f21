import { assertNever } from '../../../../shared/base/result.ts';
import type { ServiceError } from '../../service/errors.ts';
import type { PolledFolder, Refused } from '../../store/polls.ts';

/** What the service refuses of a matter, as far as its answers tell. */
export type NotOurs = 'nothing' | 'some-folders' | 'top-folder' | 'matter';

/** A refusal that means "not yours, or not any more"; null for every other trouble. */
export function refusalIn(error: ServiceError): Refused | null {
  return error.kind === 'forbidden' || error.kind === 'not-found' ? error.kind : null;
}

/**
 * No answer speaks of a whole matter: it is not ours when its top folder is refused and no other folder was answered
 * since.
 */
export function notOurs(folders: readonly PolledFolder[]): NotOurs {
  const refused = folders.filter((folder) => folder.refused !== null);
  if (refused.length === 0) return 'nothing';
  if (!refused.some((folder) => folder.folderId === null)) return 'some-folders';
  return refused.length === folders.length ? 'matter' : 'top-folder';
}

/** What a person is told of the matter; null when nothing is wrong with the matter itself. */
export function matterWords(what: NotOurs, how: Refused): string | null {
  switch (what) {
    case 'nothing':
    case 'some-folders':
      return null;
    case 'top-folder':
      return how === 'forbidden'
        ? 'The practice service no longer lets you read the matter’s top folder; its other folders can be read.'
        : 'The practice service does not show the matter’s top folder any more; its other folders can be read.';
    case 'matter':
      return how === 'forbidden'
        ? 'The practice service does not let you read this matter (any more). What was read before is kept here.'
        : 'The practice service does not know this matter (any more). What was read before is kept here.';
    default:
      return assertNever(what);
  }
}

/** What a person is told of one folder. */
export const folderWords = (how: Refused): string =>
  how === 'forbidden'
    ? 'The practice service does not let you read this folder (any more). What was read before is kept here.'
    : 'The practice service does not know this folder (any more). What was read before is kept here.';
