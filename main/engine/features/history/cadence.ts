import type { BackOff } from '../../platform/back-off.ts';

/** Why a folder's history is read: somebody looks at its matter, has it linked, or looked at it before. */
export type Why = 'view' | 'linked' | 'visited';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds between two reads of a folder while there are few. Of what was looked at before: see `sinceLook`. */
const shortest: Readonly<Record<Why, number>> = {
  view: 6 * second,
  linked: 45 * second,
  visited: 2 * minute,
};
const longestVisited = 24 * hour;
/** The same while the firm's hub tells what is new. */
const shortestFollowed: Readonly<Record<Why, number>> = { view: 10 * minute, linked: hour, visited: hour };

/**
 * Reads a second that each reason may come to, below the 5 that the service takes: with more folders, each is read
 * less often, and something is always left for what is more urgent.
 */
const reads: Readonly<Record<Why, number>> = { view: 4, linked: 2, visited: 0.5 };

export interface Circumstances {
  /** Folders read for the same reason. */
  readonly folders: number;
  /** Milliseconds since somebody looked at the matter. */
  readonly sinceLook: number;
  /** How many times longer everything takes because the service asked to slow down; 1 or more. */
  readonly backOff: number;
  /** The firm's hub reads them too and tells what is new: the program looks for itself only in case that fails. */
  readonly followed?: boolean;
}

/**
 * Milliseconds between two reads of a folder. What was looked at before is left alone as long again as it has been
 * since: 2 minutes at first, doubling with each read, up to a day.
 */
export function intervalOf(why: Why, { folders, sinceLook, backOff, followed }: Circumstances): number {
  const least = followed ? shortestFollowed : shortest;
  const own = why === 'visited' ? Math.min(Math.max(sinceLook, least.visited), longestVisited) : least[why];
  return Math.max(own, cycleOf(why, folders)) * backOff;
}

/** Milliseconds that reading all folders once takes at the pace allowed. */
export const cycleOf = (why: Why, folders: number): number => (folders / reads[why]) * second;

/**
 * The wait before a folder is read again, up to a quarter off the interval, so that computers that began together drift
 * apart; in view never longer. The first wait after a silence is anywhere in the interval: see `Rounds.spread`.
 */
export const waitOf = (why: Why, interval: number, random: () => number): number =>
  interval * (why === 'view' ? 0.75 + random() / 4 : 0.75 + random() / 2);

/** Waits after an answer that says the folder is not ours, and after trouble of its own. */
export const refusedBackOff: BackOff = { base: 10 * minute, cap: longestVisited };
export const failedBackOff: BackOff = { base: 5 * second, cap: 10 * minute };
