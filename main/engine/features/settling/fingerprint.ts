import type { BigIntStats, Stats } from 'node:fs';
import type { FileFacts } from '../../platform/files.ts';
import type { LastLook } from '../../store/links.ts';

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

/** Of what the last capture saw, as it is read for many files at once. */
export function fingerprintOfLast(look: LastLook): Fingerprint {
  const [size = '', modified = '', changed = '', inode = ''] = look.split(' ');
  return fingerprintOf({ size: Number(size), modified, changed, inode });
}

/** True when the fingerprints of the two are the same, at a third of what it costs to make these. */
export function isAsLast(stats: Stats | BigIntStats, look: LastLook): boolean {
  if (typeof stats.size === 'bigint') return fingerprintOfStats(stats) === fingerprintOfLast(look);
  const { size, mtimeMs, ctimeMs, birthtimeMs, dev, ino } = stats as Stats;
  const toModified = look.indexOf(' ') + 1;
  const toChanged = look.indexOf(' ', toModified) + 1;
  const toInode = look.indexOf(' ', toChanged) + 1;
  const toBirth = look.lastIndexOf(':') + 1;
  return (
    milliseconds(look.slice(toChanged, toInode - 1)) === ctimeMs &&
    milliseconds(look.slice(toModified, toChanged - 1)) === mtimeMs &&
    Number(look.slice(0, toModified - 1)) === size &&
    toBirth > toInode &&
    look.slice(toInode, toBirth) === `${dev}:${ino}:` &&
    milliseconds(look.slice(toBirth)) === birthtimeMs
  );
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
