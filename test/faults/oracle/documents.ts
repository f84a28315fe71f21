import { type Evidence, type Invariant, matterOf } from './evidence.ts';
import { sha256Of } from './journal.ts';
import { isDocumentPath } from './temporary-names.ts';

/** Which document of the person's each save is of, by the number of the save, where what they did leaves no doubt. */
export function linesOfSaves({
  journal,
  rows,
  matters,
}: Pick<Evidence, 'journal' | 'rows' | 'matters'>): ReadonlyMap<number, number> {
  const linesAt = new Map<string, Set<number>>();
  for (const { path, content, line } of journal.stays) {
    const key = `${path} ${sha256Of(content)}`;
    linesAt.set(key, (linesAt.get(key) ?? new Set()).add(line));
  }
  const lines = new Map<number, number>();
  for (const { matterId, path, sha256, id } of rows.contents) {
    const folder = matters.find((matter) => matter.id === matterId)?.folder;
    const [line, ...others] = linesAt.get(`${folder}/${path} ${sha256}`) ?? [];
    // The same bytes at the same path in two lives of it say nothing.
    if (line !== undefined && others.length === 0) lines.set(id, line);
  }
  return lines;
}

/** The documents that the engine takes the saves of one document of the person's for. */
function documentsByLine(evidence: Evidence): ReadonlyMap<number, ReadonlyMap<string, string>> {
  const documents = new Map<number, Map<string, string>>();
  const lines = linesOfSaves(evidence);
  for (const { path, fileId, id } of evidence.rows.contents) {
    const line = lines.get(id);
    if (line === undefined) continue;
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
