import { type FactsOfContent, type FileFacts, sameFile } from '../../platform/files.ts';

/** The time of change of a file that must be read again to know whether it changed. */
const unsure = '';

/**
 * What to remember of a file that was read from `readAt` on (milliseconds since 1970). A file system's clock ticks: what
 * was written after the reading and within the same tick shows the same times. Facts that young are remembered as
 * unsure, so that they equal no later look, and the content is compared instead.
 */
export function rememberedFacts(facts: FileFacts, readAt: number): FileFacts {
  return tickEnds(facts) > readAt ? { ...facts, changed: unsure } : facts;
}

/** True where the facts alone tell that a file is not what it was; what was remembered as unsure only its bytes may tell. */
export const isSurelyChanged = (remembered: FactsOfContent, now: FactsOfContent): boolean =>
  !sameFile(remembered.changed === unsure ? { ...remembered, changed: now.changed } : remembered, now);

/** Milliseconds until a write would show another time than these facts have; 0 when it would now. */
export function untilTickEnds(facts: FileFacts, now: number): number {
  // A file system whose clock is ahead of ours is waited for no longer than its tick.
  return Math.min(Math.max(tickEnds(facts) - now, 0), tickOf(lastTime(facts)));
}

/** When a write shows another time than these facts have: milliseconds since 1970. */
export const tickEnds = (facts: FileFacts): number =>
  Number(BigInt(lastTime(facts)) / 1_000_000n) + tickOf(lastTime(facts));

/**
 * Where the time of change is only that of modification (FAT, some shares), whoever sets that one back leaves the same facts:
 * an event is all that tells of it, and a reason to read. On other disks it costs a reading that finds nothing.
 */
export const mayHideChange = ({ changed, modified }: FileFacts): boolean =>
  changed === '0' || changed === modified;

/** FAT knows no time of change: there the time of modification is all there is. */
const lastTime = ({ changed, modified }: FileFacts): string => (changed === '0' ? modified : changed);

/** Milliseconds between the ticks of the clock that wrote this time: FAT counts in two seconds, some shares in one. */
function tickOf(nanoseconds: string): number {
  return nanoseconds.endsWith('000000000') ? 2_000 : 50;
}
