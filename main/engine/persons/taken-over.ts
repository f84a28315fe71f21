import { z } from 'zod';
import { type MatterId, matterIdSchema } from '../../../shared/model/index.ts';
import type { Stores } from '../store/stores.ts';

const setting = 'taken-over';

const schema = z.array(
  z.object({
    matterId: matterIdSchema,
    path: z.string(),
    /** Name of the workspace that it came from. */
    from: z.string(),
    since: z.number(),
    why: z.enum(['mistaken', 'after-all']),
    paused: z.boolean(),
    /** Ids that the saves which came along have there. */
    saves: z.array(z.number()),
  }),
);
/**
 * A folder that was taken over from another workspace and may not have left that one yet: the two have a database each, and a kill
 * may come between.
 */
export type TakenOver = z.infer<typeof schema>[number];

export function takenOver({ matters }: Pick<Stores, 'matters'>): TakenOver[] {
  const kept = matters.setting(setting);
  return kept === null ? [] : schema.parse(JSON.parse(kept));
}

/** In the transaction that takes it over. */
export function putTakenOver(stores: Pick<Stores, 'matters'>, folder: TakenOver): void {
  const others = takenOver(stores).filter((one) => one.matterId !== folder.matterId);
  stores.matters.putSetting(setting, JSON.stringify([...others, folder]));
}

/** Once it has left the workspace that it came from. */
export function forgetTakenOver(stores: Pick<Stores, 'matters'>, matterId: MatterId): void {
  const others = takenOver(stores).filter((one) => one.matterId !== matterId);
  stores.matters.putSetting(setting, JSON.stringify(others));
}
