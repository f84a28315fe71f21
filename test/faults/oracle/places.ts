import { basename, dirname } from 'node:path/posix';
import type { Directories } from './directories.ts';
import { type Evidence, type Invariant, matterOf } from './evidence.ts';
import { isNamedFor, isNameEverywhere } from './names-everywhere.ts';
import { isDocumentPath } from './temporary-names.ts';

/** Milliseconds within which a person's name for a document may be older than a colleague's, as far as is known here. */
const namedAtOnce = 6_000;

/** When the person gave a document the name that it has here; null when it always had it. */
function namedHereAt({ journal }: Evidence, path: string): number | null {
  const line = journal.at(path)?.line;
  const stays = journal.stays.filter((stay) => stay.line === line && isDocumentPath(stay.path));
  const named = stays.findLast(({ path: at }, index) => {
    const before = stays[index - 1];
    return before && basename(before.path) !== basename(at);
  });
  return named?.from ?? null;
}

/**
 * True where it has here the name of the service as this system can have it, or with a number because something else had that: what
 * the program called it, and nobody here.
 */
function isMapped({ journal, disk }: Evidence, path: string, name: string): boolean {
  const here = basename(path);
  const isOurs =
    disk.followed.some(({ to }) => to === path) ||
    journal.stays.some((stay) => stay.path === path && stay.given);
  const isNumbered = / \(\d+\)(?=(\.[^.]*)?$)/.test(here);
  return isOurs && isNamedFor(here, [name]) && (isNumbered || !isNameEverywhere(name));
}

/** Where documents lie in the service, and what they are called. */
export const places = (directories: Directories): readonly Invariant[] => [
  {
    promise: '9: a directory stands for the folder that it was made for',
    when: 'always',
    broken: (evidence) => directories.broken(evidence),
  },
  {
    promise: '9: a name of the service stays in the matter’s folder, and is a name on every system',
    when: 'always',
    broken: (evidence) =>
      [...evidence.disk.madeDirectories, ...evidence.disk.renamedDirectories.map(({ to }) => to)]
        .filter((path) => !matterOf(evidence, path) || !isNameEverywhere(basename(path)))
        .map((path) => `the engine made ${JSON.stringify(path)}`),
  },
  {
    promise: '3: a directory is renamed only after its folder',
    when: 'always',
    broken: (evidence) => directories.renamed(evidence),
  },
  {
    promise: '4: a document lies in the folder where the person put it, under its name',
    when: 'at the end',
    broken: (evidence) => {
      const { journal, rows, service } = evidence;
      return journal.present.flatMap(({ path }) => {
        const matter = matterOf(evidence, path);
        const below = path.slice((matter?.folder.length ?? 0) + 1);
        const row = rows.files.find((one) => one.matterId === matter?.id && one.path === below);
        const document = row && service.documents.get(row.fileId);
        // What is in the bin has no place.
        if (!matter || !document || document.deletions.at(-1)?.endedAt === null) return [];
        // What is not filed yet, or needs a person, goes first.
        if (rows.saves.some(({ fileId, state }) => fileId === row.fileId && state !== 'filed')) return [];
        const folder = directories.nearest(evidence, dirname(path), matter);
        const name = basename(path).normalize('NFC');
        // Which came last, our rename or somebody else's version that still has the name of before, nobody can tell then.
        // Nor which of our own names did, once the program's records of the order in which they came were damaged.
        const isUnordered =
          !service.tellsOrder &&
          (evidence.recovers ||
            document.versions.some((version) => version.by !== 'us' && version.name === name));
        return [
          // What somebody else called it last, and where they put it, is what it is called and where it belongs.
          ...(document.name === name ||
          isMapped(evidence, path, document.name) ||
          isUnordered ||
          (document.namedBy !== 'us' &&
            (namedHereAt(evidence, path) ?? 0) < document.namedAt + namedAtOnce) ||
          // Also where ours, on its way with the name of before, undid it until it was given back.
          document.theirNames.some(
            (one) => one.name === document.name && (namedHereAt(evidence, path) ?? 0) < one.at + namedAtOnce,
          )
            ? []
            : [`${path} is called “${document.name}” in the service`]),
          ...(document.placedBy !== 'us' || document.folderId === folder
            ? []
            : [`${path} is in folder ${document.folderId} in the service, and not in ${folder}`]),
        ];
      });
    },
  },
];
