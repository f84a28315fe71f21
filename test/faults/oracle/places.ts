import { basename, dirname } from 'node:path/posix';
import type { Directories } from './directories.ts';
import { type Evidence, type Invariant, matterOf } from './evidence.ts';
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

/** Where documents lie in the service, and what they are called. */
export const places = (directories: Directories): readonly Invariant[] => [
  {
    promise: '9: a directory stands for the folder that it was made for',
    when: 'always',
    broken: (evidence) => directories.broken(evidence),
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
        const isUnordered =
          !service.tellsOrder &&
          document.names.includes(name) &&
          document.versions.some(({ by }) => by !== 'us');
        return [
          // What somebody else called it last, and where they put it, is what it is called and where it belongs.
          ...(document.name === name ||
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
