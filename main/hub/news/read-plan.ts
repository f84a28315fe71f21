import { proofLasts } from '../shown.ts';
import type { Why } from './interests.ts';

/** Folders that are read for the same reason, and whose proofs as many people need. */
export interface Demand {
  readonly why: Why;
  readonly people: number;
  readonly folders: number;
}

/** Reads of one folder a second at most: more often, nobody would notice. */
const fastest: Readonly<Record<Why, number>> = { view: 1 / 5, linked: 1 / 45, seen: 1 / 900 };
/** What is linked has so much of the limit, as far as it needs it for its proofs, however much is in view. */
const keptForLinked = 0.25;
/** Each person's proof is renewed in so many seconds, some time before it runs out. */
const renewedWithin = (0.85 * proofLasts) / 1000;

/**
 * Reads of one folder a second, for each of the demands, that come to `perSecond` together at most. Each person who wants to hear of a
 * folder has to be shown it anew within the time that a proof lasts; one read renews one proof, and tells all. What is left goes evenly to what
 * is in view, then to what is linked, then to the rest.
 * @param slower how many times less often than usual everything is read at most
 */
export function plannedRates(demands: readonly Demand[], perSecond: number, slower = 1): number[] {
  const rates = demands.map(() => 0);
  const of = (why: Why) =>
    demands.flatMap((demand, index) => (demand.why === why ? [{ demand, index }] : []));
  const floorOf = ({ why, people }: Demand) => (why === 'seen' ? 0 : people / renewedWithin);
  const total = (why: Why, rate: (demand: Demand) => number) =>
    of(why).reduce((sum, { demand }) => sum + demand.folders * rate(demand), 0);
  const spend = (why: Why, share: number): number => {
    const floors = total(why, floorOf);
    const scale = floors > share ? share / floors : null;
    const level =
      scale === null ? levelOf((rate) => total(why, atLevel(rate)) <= share, fastest[why] / slower) : 0;
    const rateOf = scale === null ? atLevel(level) : (demand: Demand) => floorOf(demand) * scale;
    for (const { demand, index } of of(why)) rates[index] = rateOf(demand);
    return total(why, rateOf);
  };
  const atLevel = (level: number) => (demand: Demand) => Math.max(floorOf(demand), level);
  const forLinked = Math.min(total('linked', floorOf), keptForLinked * perSecond);
  const view = spend('view', perSecond - forLinked);
  const linked = spend('linked', Math.max(0, perSecond - view));
  spend('seen', Math.max(0, perSecond - view - linked));
  return rates;
}

/** The highest level that fits, by halving. */
function levelOf(fits: (level: number) => boolean, most: number): number {
  if (fits(most)) return most;
  let [low, high] = [0, most];
  for (let step = 0; step < 30; step += 1) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}
