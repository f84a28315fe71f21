import { posix } from 'node:path';
import type { FollowedChange } from '../store/followed-changes.ts';

const did: Readonly<Record<FollowedChange['what'], string>> = {
  renamed: 'renamed',
  moved: 'moved',
  removed: 'deleted',
};

/**
 * What became here of a name or a place that somebody gave a document in the service, or of its deletion; null where there is
 * nothing to tell. @param who whoever did it; null where nobody is named
 */
export function followedWords(
  { what, became, from, to }: FollowedChange,
  { isHere, path, who }: { readonly isHere: boolean; readonly path: string; readonly who: string | null },
): string | null {
  const by = who === null ? '' : ` by ${who}`;
  const name = posix.basename(to);
  const said =
    what === 'renamed'
      ? `It was renamed to “${name}” in the service${by}.`
      : what === 'moved'
        ? `It was moved in the service${by}.`
        : `It was deleted in the service${by}.`;
  const stays = what === 'removed' ? 'The copy on this computer stays' : 'Here it stays as it is';
  switch (became) {
    case 'done': {
      if (what === 'removed')
        return isHere
          ? null
          : `${said} The copy on this computer went as well, to the wastebasket where there is one, and can be restored from its versions for 30 days.`;
      // Renamed here since: that is filed, and told as any other.
      if (!isHere || path !== to) return null;
      const before = what === 'renamed' ? posix.basename(from) : from;
      return `It was ${did[what]} here as in the service${by}. Before, it was “${before}”.`;
    }
    case 'open':
      return `${said} ${stays} until the program that has it open is closed.`;
    case 'changed':
      return `${said} ${stays}, for it is not the filed version.`;
    case 'taken':
      return `${said} ${stays}, for something else has the name “${name}” here. It follows once that has another name.`;
    case 'refused':
      return `${said} ${stays}, for this computer does not take that name or place. It is tried again.`;
    case 'many':
      return `${said} ${stays} until you decide: many documents were changed by others at once.`;
    case 'no-wastebasket':
      return `${said} ${stays} until you decide: there is no wastebasket for it on this computer.`;
    case 'doing':
      return null;
  }
}
