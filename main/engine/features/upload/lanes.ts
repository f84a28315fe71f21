import type { Save } from '../../store/save.ts';
import type { SaveStore } from '../../store/saves.ts';

/** Documents on their way at once: enough to hide the way to the service and back, few enough for a thin line. */
const mostAtOnce = 8;
/** How many of them may be large, so that letters pass while recordings take their time. */
const mostLargeAtOnce = 3;
/** Bytes a second that each document can count on where a limit is set: their upload addresses run out. */
const share = 16_000;
/** Bytes above which a document is large. */
const large = 32 * 1024 * 1024;

const isLarge = (save: Save): boolean => save.kind === 'content' && save.size > large;

/** @param sendLimit bytes a second that contents leave with at most; null for no limit */
export const documentsAtOnce = (sendLimit: number | null): number =>
  sendLimit === null ? mostAtOnce : Math.min(mostAtOnce, Math.max(2, Math.floor(sendLimit / share)));

/** The saves to begin now, oldest first, beside those under way; reads no more of the outbox than it needs. */
export function nextSaves(
  saves: SaveStore,
  underWay: ReadonlyMap<number, Save>,
  now: number,
  sendLimit: number | null = null,
): Save[] {
  const atOnce = documentsAtOnce(sendLimit);
  const chosen = new Map<number, Save>();
  const free = () => atOnce - underWay.size - chosen.size;
  let lanes = Math.min(mostLargeAtOnce, atOnce - 1) - [...underWay.values()].filter(isLarge).length;
  for (const largest of [Number.MAX_SAFE_INTEGER, large]) {
    if (free() <= 0) break;
    if (largest > large && lanes <= 0) continue;
    const limit = atOnce + chosen.size;
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
