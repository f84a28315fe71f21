import type { Unfiled } from '../../../shared/leaving.ts';
import type { Workspace } from '../compose.ts';

/** What would not be found at the service if this computer were lost now. */
export function unfiledOf({ stores, watches }: Pick<Workspace, 'stores' | 'watches'>): Unfiled {
  const counts = stores.outbox.counts();
  return {
    unfinished: counts.waiting + counts.sending + counts.sent + counts.problem,
    kept: stores.outbox.keptHereOnly(),
    unread: watches.unread,
    looking: watches.looking,
  };
}
