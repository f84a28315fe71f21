import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { digestOfRow, entriesOfBefore, genesisOf } from './custody.ts';
import type { Evidence, Invariant } from './evidence.ts';

const sha256 = (...parts: readonly Buffer[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

/** MTH of RFC 6962, word for word. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (only && leaves.length === 1) return only;
  let half = 1;
  while (2 * half < leaves.length) half *= 2;
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)));
}

/** Leaves of the tree, as docs/custody-log.md has them. */
function leavesOf({ rows }: Evidence): Buffer[] {
  const [tree] = rows.trees;
  if (!tree) return [];
  const leaves = rows.custody.map((entry) => sha256(Buffer.of(0), Buffer.from(digestOfRow(entry), 'hex')));
  leaves.splice(tree.entriesBefore, 0, sha256(Buffer.of(0), sha256(Buffer.from(tree.beginning))));
  return leaves;
}

/** Milliseconds in which that happens where nothing disturbs it, and those at a start in which something may. */
const signedWithin = 10_000;
const startsWithin = 5_000;

export const checkpoints: readonly Invariant[] = [
  {
    promise:
      '2: a tree of the custody log begins behind the entries that there were, with the hash of the last of them',
    when: 'at the end',
    broken: ({ rows, computer }) =>
      rows.trees.flatMap(({ beginning, entriesBefore }) => {
        const last = rows.custody[entriesBefore - 1];
        const device = rows.custody[0]?.['device_id'];
        const hash = last?.['hash'] ?? genesisOf(computer.service, device);
        const wanted = JSON.stringify([
          ...['matterline-custody-1', 'chain', computer.service, device],
          ...[entriesBefore, hash],
        ]);
        const isRight = entriesBefore === entriesOfBefore(rows) && beginning === wanted;
        return device === undefined || isRight ? [] : [`${entriesBefore} entries: ${beginning}`];
      }),
  },
  {
    promise: '2: every checkpoint of the custody log is one of the log as it is',
    when: 'at the end',
    broken(evidence) {
      const leaves = leavesOf(evidence);
      return evidence.rows.checkpoints.flatMap(({ note }) => {
        const [, size, root] = note.split('\n');
        const isOfLog =
          Number(size) <= leaves.length && rootOf(leaves.slice(0, Number(size))).toString('base64') === root;
        return isOfLog ? [] : [`the checkpoint of ${size} leaves`];
      });
    },
  },
  {
    promise: '2: what the custody log had when the program began is signed',
    when: 'always',
    broken({ rows, began, disturbances, now, shown }) {
      const until = began.at + signedWithin;
      const quiet = disturbances.longestQuiet('', began.at, until);
      if (!shown || now < until || quiet < signedWithin - startsWithin) return [];
      const signed = Math.max(0, ...rows.checkpoints.map(({ note }) => Number(note.split('\n')[1])));
      return signed >= began.entries ? [] : [`${signed} of ${began.entries} entries`];
    },
  },
  {
    promise: '2: what lies outside of the database never says more of the custody log than the database has',
    when: 'at the end',
    broken({ disk, rows, ownDirectory }) {
      const notes = new Set(rows.checkpoints.map(({ note }) => note));
      const continued = rows.custody.filter((entry) => entry['kind'] === 'continued');
      const files = [...disk.files].filter(
        ([path]) => path.startsWith(join(ownDirectory, '/')) && path.endsWith('/last checkpoint'),
      );
      return [
        ...continued.map((entry) => `entry ${entry['seq']}: ${entry['detail']}`),
        ...files.flatMap(([path, { content }]) =>
          notes.has(content.toString('utf8')) ? [] : [`${path}: ${content.toString('utf8')}`],
        ),
      ];
    },
  },
];
