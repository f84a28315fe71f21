import { z } from 'zod';
import { matterIdSchema } from '../../../shared/model/index.ts';
import type { Workspace } from '../compose.ts';
import type { Stores } from '../store/stores.ts';
import { toHandOver } from './hand-over.ts';

const againSetting = 'to-link-again';
const againSchema = z.array(z.object({ matterId: matterIdSchema, path: z.string() }));
type ToLinkAgain = z.infer<typeof againSchema>[number];

/** Folders that somebody unlinked who was taken for this person: linked again as soon as nothing else is linked in their place. */
export function toLinkAgain({ matters }: Pick<Stores, 'matters'>): ToLinkAgain[] {
  const kept = matters.setting(againSetting);
  return kept === null ? [] : againSchema.parse(JSON.parse(kept));
}

export const putToLinkAgain = ({ matters }: Pick<Stores, 'matters'>, folders: readonly ToLinkAgain[]): void =>
  matters.putSetting(againSetting, JSON.stringify(folders));

/**
 * Links what can be linked again now; one that is not there is linked once it is.
 * @param others folders of everybody else
 * @param elsewhere folders of other profiles of the program; null while they cannot be said
 */
export async function linkAgain(
  workspace: Workspace,
  others: readonly string[],
  elsewhere: () => Promise<readonly string[] | null>,
): Promise<void> {
  const { stores, linker, watches } = workspace;
  for (const folder of toLinkAgain(stores)) {
    const { matterId, path } = folder;
    if (toHandOver(stores).some((one) => one.matterId === matterId)) continue;
    if (!stores.links.of(matterId)) {
      const taken = await elsewhere();
      if (taken === null) return;
      const linked = await linker.link(matterId, path, taken, others);
      // Its drive may be away, or the list of matters not be known yet.
      if (!linked.ok && ['folder-missing', 'not-found'].includes(linked.error.code)) continue;
      if (linked.ok) watches.add(matterId);
    }
    putToLinkAgain(
      stores,
      toLinkAgain(stores).filter((one) => one.matterId !== matterId),
    );
  }
}
