import { assertNever } from '../../shared/base/result.ts';
import type { UpdatesState } from '../../shared/model/updates.ts';
import { clockTime, untilTime } from '../words/time.ts';

/** How the program is kept new, for a person. */
export function updateWords(updates: UpdatesState, now: number): string {
  switch (updates.state) {
    case 'off':
      return offWords[updates.why];
    case 'current':
      return updates.checkedAt === null
        ? 'Matterline checks for updates automatically.'
        : `This is the newest version, as of ${clockTime(updates.checkedAt, now)}.`;
    case 'looking':
      return 'Checking for updates…';
    case 'waiting':
      return `There is a newer version, ${updates.version}. It is fetched once everything is filed.`;
    case 'fetching':
      return `Version ${updates.version} is being fetched.`;
    case 'ready':
      return updates.allFiled
        ? `Version ${updates.version} is ready. It is installed when you say so.`
        : `Version ${updates.version} is ready. It can be installed once everything is filed.`;
    case 'failed':
      return `No newer version could be fetched. ${updates.why} Next try ${untilTime(updates.nextTryAt, now)}.`;
    default:
      return assertNever(updates);
  }
}

const offWords: Record<Extract<UpdatesState, { state: 'off' }>['why'], string> = {
  managed: 'Updates are managed by your organisation.',
  system: 'Updates are installed the way Matterline was installed on this computer.',
  unsigned: 'This copy does not update itself: it does not know who has to sign the next version.',
  source: 'This copy does not update itself.',
};
