import type { Unfiled } from '../../../shared/model/sign-out.ts';
import type { Workspace } from '../compose.ts';

/** What would not be found at the service if this computer were lost now. */
export function unfiledOf({
  stores,
  watches,
  replacedFiles,
}: Pick<Workspace, 'stores' | 'watches' | 'replacedFiles'>): Unfiled {
  const counts = stores.saves.counts();
  return {
    unfinished: counts.waiting + counts.sending + counts.sent + counts.problem,
    kept: stores.saves.keptHereOnly(),
    unread: watches.unread + replacedFiles.unread,
    looking: watches.looking,
  };
}
