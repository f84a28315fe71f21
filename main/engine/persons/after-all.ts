import type { Workspace } from '../compose.ts';
import { keepFolders, putToHandOver, toHandOver } from './hand-over.ts';
import type { Kept } from './open-workspaces.ts';

/** All that is linked in one workspace is to come along to another: it was the same person all the time. */
export function followAfterAll({ name, opened }: Kept, to: Kept): void {
  if (to.opened.ok) keepFolders(to.opened.value.stores, (one) => one.to === name);
  if (!opened.ok) return;
  const { stores } = opened.value;
  // Folders that belong to somebody who was taken for them go there.
  const notTheirs = toHandOver(stores).map(({ matterId }) => matterId);
  const folders = stores.links
    .all()
    .filter(({ matterId }) => !notTheirs.includes(matterId))
    .map((link) => ({ ...link, to: to.name, since: 0, why: 'after-all' as const, paused: false }));
  stores.together(() => putToHandOver(stores, folders));
}

/** Whoever is shown that one was this one's person all the time, and its folders are on their way there. */
export const isFollowing = ({ stores }: Pick<Workspace, 'stores'>, to: string | null): boolean =>
  toHandOver(stores).some((one) => one.why === 'after-all' && one.to === to);
