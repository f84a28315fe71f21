import { basename, dirname } from 'node:path/posix';
import type { Directories } from './directories.ts';
import { type Invariant, matterOf } from './evidence.ts';

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
        if (!matter || !document) return [];
        // What is not filed yet, or needs a person, goes first.
        if (rows.saves.some(({ fileId, state }) => fileId === row.fileId && state !== 'filed')) return [];
        const folder = directories.nearest(evidence, dirname(path), matter);
        const name = basename(path).normalize('NFC');
        return [
          // What somebody else called it last, and where they put it, is what it is called and where it belongs.
          ...(document.namedBy !== 'us' || document.name === name
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
