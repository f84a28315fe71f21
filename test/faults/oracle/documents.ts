import { type Evidence, type Invariant, matterOf } from './evidence.ts';
import { sha256Of } from './journal.ts';
import { isDocumentPath } from './temporary-names.ts';

/** The documents that the engine takes the saves of one document of the person's for. */
function documentsByLine(evidence: Evidence): ReadonlyMap<number, ReadonlyMap<string, string>> {
  const { journal, rows } = evidence;
  const linesAt = new Map<string, Set<number>>();
  for (const { path, content, line } of journal.stays) {
    const key = `${path} ${sha256Of(content)}`;
    linesAt.set(key, (linesAt.get(key) ?? new Set()).add(line));
  }
  const documents = new Map<number, Map<string, string>>();
  for (const { matterId, path, sha256, fileId, id } of rows.contents) {
    const folder = evidence.matters.find((matter) => matter.id === matterId)?.folder;
    const [line, ...others] = linesAt.get(`${folder}/${path} ${sha256}`) ?? [];
    // The same bytes at the same path in two lives of it say nothing.
    if (line === undefined || others.length > 0) continue;
    const known = documents.get(line) ?? new Map<string, string>();
    documents.set(line, known.set(fileId, known.get(fileId) ?? `save ${id} at ${path}`));
  }
  return documents;
}

export const documents: readonly Invariant[] = [
  {
    promise: '1: saves at one path are versions of one document',
    when: 'always',
    broken: (evidence) => {
      const { journal } = evidence;
      // The person said that what was one is to be two.
      const parted = new Set(
        journal.decisions
          .filter(({ decision }) => decision === 'file-separately')
          .map(({ fileId }) => fileId),
      );
      return [...documentsByLine(evidence)].flatMap(([line, known]) => {
        if (known.size < 2 || journal.ambiguous.has(line) || [...known.keys()].some((id) => parted.has(id)))
          return [];
        return [[...known].map(([fileId, save]) => `${save} is of ${fileId}`).join(', ')];
      });
    },
  },
  {
    promise: '1: two documents that lie beside each other are two',
    when: 'at the end',
    broken: (evidence) => {
      const paths = new Map<string, string>();
      return evidence.journal.present.flatMap(({ path }) => {
        const matter = matterOf(evidence, path);
        if (!isDocumentPath(path) || !matter) return [];
        const below = path.slice(matter.folder.length + 1);
        const row = evidence.rows.files.find((one) => one.matterId === matter.id && one.path === below);
        const other = row && paths.get(row.fileId);
        if (row) paths.set(row.fileId, path);
        return other === undefined ? [] : [`${path} and ${other} are both taken for ${row?.fileId}`];
      });
    },
  },
];
