import { assertNever } from '../../shared/base/result.ts';
import type { EngineStatus, Held } from '../../shared/model/index.ts';
import { count } from './count.ts';
import { untilTime } from './time.ts';

/** How the program stands towards the service, for the icon beside the words. */
export type Standing = 'online' | 'offline' | 'held' | 'signed-out' | 'unknown';

/** "Offline: the service does not answer. Next try in 20 seconds." */
export function standingLine(status: EngineStatus, now: number): { standing: Standing; words: string } {
  if (status.engine === 'stopped') {
    const again = status.mattersCheckedAt !== null;
    return { standing: 'unknown', words: again ? 'Restarting. Nothing saved is lost.' : 'Starting…' };
  }
  switch (status.service) {
    case 'online':
      return { standing: 'online', words: onlineWords(status) };
    case 'offline':
      return { standing: 'offline', words: withReason('Offline', status, now) };
    case 'rate-limited':
      return { standing: 'held', words: withReason('The service asked us to slow down', status, now) };
    case 'signed-out':
      return {
        standing: 'signed-out',
        words: 'Signed out. What you save is kept, and filed once you sign in.',
      };
    case 'unknown':
      return { standing: 'unknown', words: 'Connecting…' };
    default:
      return assertNever(status.service);
  }
}

function onlineWords({ throughHub, pastHub }: EngineStatus): string {
  if (pastHub) return 'Online, slowly: the firm’s hub does not answer';
  return throughHub ? 'Online, through the firm’s hub' : 'Online';
}

function withReason(lead: string, { why, nextTryAt }: EngineStatus, now: number): string {
  const reason = why === null ? `${lead}.` : `${lead}: ${why.replace(/[.\s]+$/u, '')}.`;
  return nextTryAt === null ? reason : `${reason} Next try ${untilTime(nextTryAt, now)}.`;
}

interface Besides {
  /** Documents were added a moment ago: what becomes of them is not counted yet. */
  readonly isAdding?: boolean;
  /** Saves of other people wait on this computer. */
  readonly othersWait?: boolean;
}

/** "3 waiting, 1 sending, 2 sent"; otherwise how many problems, and reassurance when there is nothing to do. */
export function filingLine(
  status: EngineStatus,
  { isAdding = false, othersWait = false }: Besides = {},
): string {
  const parts = [
    status.waiting > 0 ? count(status.waiting, 'waiting', 'waiting') : null,
    status.sending > 0 ? count(status.sending, 'sending', 'sending') : null,
    status.sent > 0 ? count(status.sent, 'sent, not yet filed', 'sent, not yet filed') : null,
    status.unread > 0
      ? count(status.unread, 'changed file not read yet', 'changed files not read yet')
      : null,
  ].filter((part) => part !== null);
  if (parts.length > 0) return parts.join(', ');
  // While it starts, nobody knows what was saved before.
  const starts = status.engine === 'stopped' || status.service === 'unknown';
  if (status.looking > 0 || starts || isAdding) return 'Looking for changes…';
  if (status.problems > 0) return count(status.problems, 'problem');
  if (status.isNobodys) return 'What waits is known once you sign in';
  if (status.kept > 0) return `All other saves filed, ${count(status.kept, 'kept unfiled', 'kept unfiled')}`;
  return othersWait ? 'All your saves filed' : 'All saves filed';
}

/** What is said while filing waits by itself, and what the button that ends it is called. */
export const heldWords: Readonly<Record<Held, { readonly why: string; readonly action: string }>> = {
  battery: { why: 'On battery, paused', action: 'File on battery' },
  metered: { why: 'On a metered connection, paused', action: 'File anyway' },
};
