import type { MatterId } from '../../../../shared/model/index.ts';
import { settingOf, settings } from '../../store/settings.ts';
import type { Stores } from '../../store/stores.ts';

/** Nothing that was done in the matter here is to reach the service now: the person said so, or has yet to say whether it may. */
export function isMatterPaused({ matters, massChanges }: Stores, matterId: MatterId): boolean {
  if (settingOf(matters, settings.isPaused) || matters.get(matterId)?.paused === 1) return true;
  const last = massChanges.newest(matterId);
  return last?.decision === null && massChanges.counts(last.id).held > 0;
}
