import type { Clock } from '../../../../shared/base/clock.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { Stores } from '../../store/stores.ts';
import { isMassChange, massChangeLimits } from '../mass-changes/mass-change.ts';
import type { ToFollow } from './to-follow.ts';

/** From so many documents on, it is asked about when all that are here were deleted. */
const fewestOfAll = 3;

/** True where others changed so many documents in the service, with those of the time before, that the person is asked first. */
export function areTooMany(
  stores: Stores,
  clock: Clock,
  matterId: MatterId,
  notAgreed: readonly ToFollow[],
  agreedTo: number,
): boolean {
  if (notAgreed.length === 0) return false;
  const { followedChanges, links } = stores;
  const limits = massChangeLimits(stores);
  const since = clock.now() - limits.withinSeconds * 1_000;
  const changed = notAgreed.length + followedChanges.countDone(matterId, since, agreedTo);
  // What was renamed or moved is among those that are here.
  const went = followedChanges.countDone(matterId, since, agreedTo, 'removed');
  // Of so many, those that changed are neither all nor too large a share, however many more there are.
  const enough = Math.max(limits.ofMoreThan, changed, Math.ceil((changed * 100) / limits.percent)) + 1;
  const documents = links.countFiles(matterId, enough) + went;
  const removed = notAgreed.filter(({ said }) => said.kind === 'deleted').length + went;
  if (removed >= fewestOfAll && removed >= documents) return true;
  return isMassChange(limits, changed, documents);
}
