import type { TimelineKey } from '../store/timeline.ts';

/** Entries of the timeline that are shown as one. */
export interface Run {
  readonly newest: TimelineKey;
  readonly oldest: TimelineKey;
  readonly count: number;
}

/** Folds neighbours that are the same change of the same document by the same person, newest first. */
export function fold(keys: readonly TimelineKey[]): Run[] {
  const runs: Run[] = [];
  for (const key of keys) {
    const run = runs.at(-1);
    if (run && continues(run.newest, key))
      runs[runs.length - 1] = { ...run, oldest: key, count: run.count + 1 };
    else runs.push({ newest: key, oldest: key, count: 1 });
  }
  return runs;
}

const continues = (a: TimelineKey, b: TimelineKey): boolean =>
  a.item !== null && a.matter === b.matter && a.kind === b.kind && a.item === b.item && a.user === b.user;
