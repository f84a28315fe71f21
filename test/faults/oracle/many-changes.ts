import { type Invariant } from './evidence.ts';

/** Milliseconds until many changes of one moment were noticed to be many. */
const noticedWithin = 3_000;

export const manyChanges: readonly Invariant[] = [
  {
    promise: 'many documents that change at once are a question to the person',
    when: 'always',
    broken: ({ journal, rows, disturbances, now }) =>
      journal.changedTogether
        .filter(
          ({ at, paths }) =>
            now - at >= noticedWithin &&
            paths.every((path) => disturbances.longestQuiet(path, at, at + noticedWithin) >= noticedWithin),
        )
        .filter(({ matterId }) => !rows.massChanges.some((one) => one.matterId === matterId))
        .map(
          ({ matterId, paths, at }) =>
            `${paths.length} documents of ${matterId} changed at ${(at / 1000).toFixed(2)} s`,
        ),
  },
];
