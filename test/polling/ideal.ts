import type { RateLimit } from '../../main/engine/service/budget/token-bucket.ts';
import { type Quantiles, quantiles } from './quantiles.ts';

/** A folder, and how many people have it in view, or linked only. */
export interface FirmFolder {
  readonly viewing: number;
  readonly linked: number;
}

/** Seconds that a proof lasts, and between two reads at most often. */
const proof = 900;
const fastest = { view: 5, linked: 45 } as const;
/** What is in view leaves so much for what is linked, where that needs it. */
const forLinked = 0.25;
/** Points of an even distribution. */
const points = 40;

/**
 * The best that one schedule can do without knowing what will change: every folder is read at even times, each read renews one person's
 * proof, and what these do not need goes evenly to what is in view and then to what is linked. No way takes any time.
 */
export function idealAges(
  folders: readonly FirmFolder[],
  perSecond: number,
): { readonly view: Quantiles | null; readonly linked: Quantiles | null } {
  const viewed = folders.filter(({ viewing }) => viewing > 0);
  const others = folders.filter(({ viewing }) => viewing === 0);
  const floorOf = ({ viewing, linked }: FirmFolder) => (viewing + linked) / proof;
  const floors = others.reduce((sum, folder) => sum + floorOf(folder), 0);
  const view = evenly(viewed, floorOf, perSecond - Math.min(floors, forLinked * perSecond), 1 / fastest.view);
  const spent = view.reduce((sum, rate) => sum + rate, 0);
  const linked = evenly(others, floorOf, perSecond - spent, 1 / fastest.linked);
  const ages = { view: [] as number[], linked: [] as number[] };
  const add = (folder: FirmFolder, rate: number) => {
    for (let point = 0.5; point < points; point += 1) {
      const age = Math.min(rate > 0 ? (1_000 / rate) * (point / points) : Infinity, 960_000);
      for (let one = 0; one < folder.viewing; one += 1) ages.view.push(age);
      for (let one = 0; one < folder.linked; one += 1) ages.linked.push(age);
    }
  };
  for (const [index, folder] of viewed.entries()) add(folder, view[index] ?? 0);
  for (const [index, folder] of others.entries()) add(folder, linked[index] ?? 0);
  return { view: quantiles(ages.view), linked: quantiles(ages.linked) };
}

/** Reads a second of each: the same for all, but for those who need more. */
function evenly(
  folders: readonly FirmFolder[],
  floorOf: (folder: FirmFolder) => number,
  perSecond: number,
  most: number,
): number[] {
  const at = (level: number) => folders.map((folder) => Math.max(floorOf(folder), level));
  const sum = (rates: readonly number[]) => rates.reduce((all, rate) => all + rate, 0);
  const least = sum(at(0));
  if (least >= perSecond) return at(0).map((rate) => (rate * perSecond) / least);
  let [low, high] = [0, most];
  if (sum(at(high)) <= perSecond) return at(high);
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (sum(at(middle)) <= perSecond) low = middle;
    else high = middle;
  }
  return at(low);
}

/**
 * The best that a line can do which lets announcements go before everything else, at this limit: what comes when, in milliseconds, is
 * let through as soon as the bucket has one left, and takes the way there and back. Everything else takes one whenever the bucket is full, so
 * that nothing of the limit is lost.
 */
export function idealWaits(
  arrivals: readonly number[],
  { perSecond, burst }: RateLimit,
  way: () => number,
): Quantiles | null {
  let tokens = burst;
  let last = 0;
  const waits = arrivals
    .toSorted((one, other) => one - other)
    .map((at) => {
      const from = Math.max(at, last);
      tokens += ((from - last) / 1_000) * perSecond;
      if (tokens >= burst) tokens = burst - 1 + (tokens % 1);
      const wait = tokens >= 1 ? 0 : ((1 - tokens) / perSecond) * 1_000;
      tokens = tokens + (wait / 1_000) * perSecond - 1;
      last = from + wait;
      return last - at + way();
    });
  return quantiles(waits);
}
