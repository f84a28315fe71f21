import type { Gap } from './report.ts';

/** Tests that tell nothing under Wine, with what Wine does otherwise than Windows. Each is to be run on a real Windows. */
export const wineGaps: readonly Gap[] = [];
