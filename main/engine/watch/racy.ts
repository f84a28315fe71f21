import type { FileFacts } from '../files/files.ts';

/** The time of change of a file that must be read again to know whether it changed. */
const unsure = '';

/**
 * What to remember of a file that was read from `readAt` on (milliseconds since 1970). A file system's clock ticks: what
 * was written after the reading and within the same tick shows the same times. Facts that young are remembered as
 * unsure, so that they equal no later look, and the content is compared instead.
 */
export function rememberedFacts(facts: FileFacts, readAt: number): FileFacts {
  const changedAt = Number(BigInt(facts.changed) / 1_000_000n);
  return changedAt + tickOf(facts.changed) > readAt ? { ...facts, changed: unsure } : facts;
}

/** Milliseconds between the ticks of the clock that wrote this time: FAT counts in two seconds, some shares in one. */
function tickOf(nanoseconds: string): number {
  return nanoseconds.endsWith('000000000') ? 2_000 : 50;
}
