import { basename } from 'node:path/posix';
import { documentsOf } from './both-ways.ts';
import type { Evidence, Invariant } from './evidence.ts';
import { sha256Of } from './journal.ts';

/** True for the name, and for it with a number as the program adds where the name is taken. */
const isNumbered = (name: string, asked: string): boolean =>
  name.replace(/ \(\d+\)(?=(\.[^.]*)?$)/, '') === asked || name === asked;

/** True when the person asked for these bytes there. */
function wasWished({ journal }: Evidence, path: string, sha256: string): boolean {
  return journal.wishes.some((wish) => {
    if (wish.sha256 !== sha256) return false;
    return wish.kind === 'restore' || isNumbered(basename(path), wish.name);
  });
}

export const onDisk: readonly Invariant[] = [
  {
    promise: '3: a person’s file is never touched',
    when: 'always',
    broken: ({ disk }) => disk.trespasses.map((trespass) => `the engine ${trespass}`),
  },
  {
    promise: '3: what took another’s place was captured first',
    when: 'always',
    broken: (evidence) =>
      evidence.disk.puts
        .filter(
          ({ path, instead }) =>
            instead &&
            !evidence.journal.unseen.has(instead) &&
            !evidence.rows.byHash.has(sha256Of(instead)) &&
            documentsOf(evidence, path, instead).length === 0,
        )
        .map(({ path }) => `what stood at ${path} was replaced and never captured`),
  },
  {
    promise: '2: what is put into the folder are the bytes that were asked for',
    when: 'always',
    broken: (evidence) =>
      evidence.disk.puts
        .filter(
          ({ path, content, isTheirs }) =>
            !isTheirs &&
            !wasWished(evidence, path, sha256Of(content)) &&
            documentsOf(evidence, path, content).length === 0,
        )
        .map(({ path, content }) => `${sha256Of(content).slice(0, 6)} at ${path} was not asked for`),
  },
  {
    promise: '2: what the person was told is in the folder was put there',
    when: 'always',
    broken: ({ journal }) =>
      journal.granted.flatMap(({ wish, at }) => {
        const stood = journal.stays.some(
          ({ content, to }) => sha256Of(content) === wish.sha256 && (to ?? Number.POSITIVE_INFINITY) >= at,
        );
        return stood ? [] : [`${wish.sha256.slice(0, 6)} is nowhere (${wish.kind})`];
      }),
  },
  {
    promise: '3: the folders hold what the person put there',
    when: 'at the end',
    broken: ({ journal, disk, matters }) => {
      const expected = new Map(journal.present.map(({ path, content }) => [path, content]));
      const changed = [...expected].filter(([path, content]) => disk.files.get(path)?.content !== content);
      const found = [...disk.files.keys()].filter((path) =>
        matters.some(({ folder }) => path.startsWith(`${folder}/`)),
      );
      return [
        ...changed.map(([path]) => `${path} is not as the person left it`),
        ...found
          // What an earlier version took the place of keeps a second name for a while.
          .filter((path) => !expected.has(path) && !disk.isReplaced(path))
          .map((path) => `${path} was not put there by the person`),
      ];
    },
  },
];
