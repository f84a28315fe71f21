import type { BigIntStats, Stats } from 'node:fs';
import type { FileFacts } from '../files/files.ts';

/**
 * What can be said of a file from one look at it, short enough to be kept for each of a hundred thousand. Times are as
 * exact as a floating-point number of milliseconds (about 250 ns), because the watcher's looks are no more exact.
 */
export type Fingerprint = string & { readonly fingerprint: true };

type FactsOfContent = Pick<FileFacts, 'inode' | 'size' | 'modified' | 'changed'>;

const print = (size: number | bigint, modified: number, changed: number, inode: string): Fingerprint =>
  `${size} ${modified} ${changed} ${inode}` as Fingerprint;

/** Of a look that the watcher took. */
export function fingerprintOfStats(stats: Stats | BigIntStats): Fingerprint {
  if (typeof stats.size === 'bigint') {
    const exact = stats as BigIntStats;
    const { size, mtimeNs, ctimeNs, birthtimeNs, dev, ino } = exact;
    const inode = `${dev}:${ino}:${milliseconds(String(birthtimeNs))}`;
    return print(size, milliseconds(String(mtimeNs)), milliseconds(String(ctimeNs)), inode);
  }
  const { size, mtimeMs, ctimeMs, birthtimeMs, dev, ino } = stats as Stats;
  return print(size, mtimeMs, ctimeMs, `${dev}:${ino}:${birthtimeMs}`);
}

/** Of a look of our own, or of what the last capture saw. */
export function fingerprintOf({ size, modified, changed, inode }: FactsOfContent): Fingerprint {
  const born = inode.lastIndexOf(':') + 1;
  const coarse = born === 0 ? inode : inode.slice(0, born) + milliseconds(inode.slice(born));
  return print(size, milliseconds(modified), milliseconds(changed), coarse);
}

/** Nanoseconds as decimal text to milliseconds, rounded as Node rounds them in its `Stats`; empty text equals no time. */
function milliseconds(nanoseconds: string): number {
  if (nanoseconds === '') return Number.NaN;
  if (nanoseconds.length <= 9 || nanoseconds.startsWith('-')) return slowly(BigInt(nanoseconds));
  return Number(nanoseconds.slice(0, -9)) * 1000 + Number(nanoseconds.slice(-9)) / 1e6;
}

const second = 1_000_000_000n;

/** Before 1970 the parts of a second still count forwards. */
function slowly(nanoseconds: bigint): number {
  const rest = ((nanoseconds % second) + second) % second;
  return Number((nanoseconds - rest) / second) * 1000 + Number(rest) / 1e6;
}
