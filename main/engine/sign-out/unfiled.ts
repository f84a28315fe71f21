import type { Unfiled } from '../../../shared/model/sign-out.ts';
import type { Workspace } from '../compose.ts';

/** Of several workspaces together. */
export const together = (all: readonly Unfiled[]): Unfiled => {
  const sum = (of: keyof Unfiled) => all.reduce((so, one) => so + (one[of] ?? 0), 0);
  return {
    unfinished: sum('unfinished'),
    kept: sum('kept'),
    unread: sum('unread'),
    looking: sum('looking'),
    adding: sum('adding'),
    requests: sum('requests'),
  };
};

/** The same as `unfiledOf`, with what was saved just now where folders are looked through. @param patience milliseconds for that */
export async function unfiledAfterLook(
  workspace: Pick<Workspace, 'stores' | 'watches' | 'replacedFiles'>,
  patience: number,
): Promise<Unfiled> {
  const [left] = await Promise.all([
    workspace.watches.rescanNow(patience),
    workspace.replacedFiles.lookNow(),
  ]);
  const unfiled = unfiledOf(workspace);
  return { ...unfiled, looking: Math.max(unfiled.looking, left) };
}

/** What would not be found at the service if this computer were lost now. */
export function unfiledOf({
  stores,
  watches,
  replacedFiles,
}: Pick<Workspace, 'stores' | 'watches' | 'replacedFiles'>): Unfiled {
  const counts = stores.saves.counts();
  const requests = stores.requests.counts();
  return {
    // What was saved under a document's former name is filed once it is known what it is a version of.
    unfinished:
      counts.waiting + counts.sending + counts.sent + counts.problem + stores.formerNames.allSaved().length,
    kept: stores.saves.keptHereOnly(),
    unread: watches.unread + replacedFiles.unread,
    looking: watches.looking,
    // Main knows.
    adding: 0,
    requests: requests.open + requests.problems,
  };
}
