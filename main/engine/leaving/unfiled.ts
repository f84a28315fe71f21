import type { Unfiled } from '../../../shared/leaving.ts';
import type { Workspace } from '../compose.ts';

/** What would not be found at the service if this computer were lost now. */
export function unfiledOf({ stores, watches }: Pick<Workspace, 'stores' | 'watches'>): Unfiled {
  const counts = stores.saves.counts();
  return {
    unfinished: counts.waiting + counts.sending + counts.sent + counts.problem,
    kept: stores.saves.keptHereOnly(),
    unread: watches.unread,
    looking: watches.looking,
  };
}
