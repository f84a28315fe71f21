import type { Evidence, Invariant } from './evidence.ts';
import { sha256Of } from './journal.ts';

/** Milliseconds in which what came is kept where nothing disturbs that. */
export const keptWithin = 3_000;

const keyOf = (sha256: string, answer: string): string => `${sha256} ${answer}`;
const properOf = ({ authority }: Evidence) =>
  new Set(authority.stamped.map(({ sha256, answer }) => keyOf(sha256, answer)));

export const stamps: readonly Invariant[] = [
  {
    promise: '2: a time stamp that is kept is what the authority stamped of that checkpoint',
    when: 'always',
    broken(evidence) {
      const proper = properOf(evidence);
      return evidence.rows.stamps
        .filter(({ note, answer }) => !proper.has(keyOf(sha256Of(Buffer.from(note)), answer.toString('hex'))))
        .map(({ note }) => `one beside the checkpoint of ${note.split('\n')[1]} leaves`);
    },
  },
  {
    promise: '2: a time stamp that came is kept',
    when: 'at the end',
    broken({ rows, authority, disturbances }) {
      const kept = new Set(rows.stamps.map(({ answer }) => answer.toString('hex')));
      return authority.delivered
        .filter(
          ({ at, livedOn }) => livedOn && disturbances.longestQuiet('', at, at + keptWithin) >= keptWithin,
        )
        .filter(({ answer }) => !kept.has(answer))
        .map(({ at }) => `one that came after ${at} ms`);
    },
  },
];
