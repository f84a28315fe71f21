import type { Save } from '../store/save.ts';
import type { SaveStore } from '../store/saves.ts';

/** Documents on their way at once: enough to hide the way to the service and back, few enough for a thin line. */
export const documentsAtOnce = 8;
/** How many of them may be large, so that letters pass while recordings take their time. */
const largeAtOnce = 3;
/** Bytes above which a document is large. */
const large = 32 * 1024 * 1024;

const isLarge = (save: Save): boolean => save.kind === 'content' && save.size > large;

/** The saves to begin now, oldest first, beside those under way; reads no more of the outbox than it needs. */
export function nextSaves(saves: SaveStore, underWay: ReadonlyMap<number, Save>, now: number): Save[] {
  const chosen = new Map<number, Save>();
  const free = () => documentsAtOnce - underWay.size - chosen.size;
  let lanes = largeAtOnce - [...underWay.values()].filter(isLarge).length;
  for (const largest of [Number.MAX_SAFE_INTEGER, large]) {
    if (free() <= 0) break;
    if (largest > large && lanes <= 0) continue;
    const limit = documentsAtOnce + chosen.size;
    const ready = saves.ready({ now, limit, largest });
    for (const save of ready) {
      if (free() <= 0) break;
      if (underWay.has(save.id) || chosen.has(save.id) || (isLarge(save) && lanes <= 0)) continue;
      if (isLarge(save)) lanes -= 1;
      chosen.set(save.id, save);
    }
    // There are no others, large or not.
    if (ready.length < limit) break;
  }
  return [...chosen.values()];
}
