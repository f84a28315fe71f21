import type { Workspace } from '../compose.ts';
import { moveOver } from './hand-over.ts';
import { forgetTakenOver, takenOver } from './taken-over.ts';

/**
 * Ends what a kill cut off between taking a folder over and its leaving, so that it is linked once and each save is kept once,
 * whoever signs in next.
 * @param opened a workspace that nothing goes on in yet
 * @param others those that are open already
 * @throws what the disk says when it does not take it: the folder is linked in both then
 */
export async function finishHandOvers(opened: Workspace, others: readonly Workspace[]): Promise<void> {
  for (const other of others) {
    await finish(opened, other);
    await finish(other, opened);
  }

  async function finish(from: Workspace, to: Workspace): Promise<void> {
    for (const folder of takenOver(to.stores)) {
      if (folder.from !== from.name) continue;
      const { matterId, path } = folder;
      const isLinked = ({ stores }: Workspace) => stores.links.of(matterId)?.path === path;
      if (!isLinked(from) || !isLinked(to)) {
        forgetTakenOver(to.stores, matterId);
        continue;
      }
      const inode = await from.watches.remove(matterId);
      try {
        await moveOver(from, to, { ...folder, to: to.name }, { inode, mayGoOn: () => true });
      } finally {
        if (from !== opened) from.watches.add(matterId);
      }
    }
  }
}
