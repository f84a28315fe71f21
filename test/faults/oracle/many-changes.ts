import type { Evidence, Invariant } from './evidence.ts';
import { type Journal, sha256Of } from './journal.ts';

type Together = Journal['changedTogether'][number];

/** Milliseconds until many changes of one moment were noticed to be many. */
const noticedWithin = 3_000;
/** What the person said lately of such changes holds for more of them. */
const agreedFor = 180_000;
const isOnItsWay = new Set(['sending', 'sent', 'filed']);

/** Those that somebody had the time to notice, and nothing kept them from it. */
const noticeable = ({ journal, disturbances, now }: Evidence): readonly Together[] =>
  journal.changedTogether.filter(
    ({ at, written }) =>
      now - at >= noticedWithin &&
      written.every(({ path }) => disturbances.longestQuiet(path, at, at + noticedWithin) >= noticedWithin),
  );

export const manyChanges: readonly Invariant[] = [
  {
    promise: 'many documents that change at once are a question to the person',
    when: 'always',
    broken: (evidence) =>
      noticeable(evidence)
        .filter(({ matterId }) => !evidence.rows.massChanges.some((one) => one.matterId === matterId))
        .map(
          ({ matterId, written, at }) =>
            `${written.length} documents of ${matterId} changed at ${(at / 1000).toFixed(2)} s`,
        ),
  },
  {
    promise: 'many documents that change at once wait for the answer',
    when: 'always',
    broken: (evidence) =>
      noticeable(evidence).flatMap(({ matterId, written, at, unasked }) => {
        const { journal, rows } = evidence;
        const isAnswered = journal.decisionsAboutMany.some(
          (one) => one.matterId === matterId && one.at > at - agreedFor,
        );
        const gone = written.filter(({ content }) => {
          const [first] = rows.byHash.get(sha256Of(content)) ?? [];
          return first !== undefined && isOnItsWay.has(first.state);
        });
        return isAnswered || gone.length <= unasked
          ? []
          : [`${gone.length} of ${written.length} documents of ${matterId} went out unasked`];
      }),
  },
];
