import { type Evidence, type Invariant, matterOf } from './evidence.ts';
import { sha256Of } from './journal.ts';
import { isDocumentPath } from './temporary-names.ts';

/** Which documents of the person's each save may be of, by the number of the save: the same bytes may have stood there in two lives. */
export function possibleLines({
  journal,
  rows,
  matters,
}: Pick<Evidence, 'journal' | 'rows' | 'matters'>): ReadonlyMap<number, ReadonlySet<number>> {
  const linesAt = new Map<string, Set<number>>();
  for (const { path, content, line } of journal.stays) {
    const key = `${path} ${sha256Of(content)}`;
    linesAt.set(key, (linesAt.get(key) ?? new Set()).add(line));
  }
  return new Map(
    rows.contents.map(({ matterId, path, sha256, id }) => {
      const folder = matters.find((matter) => matter.id === matterId)?.folder;
      return [id, linesAt.get(`${folder}/${path} ${sha256}`) ?? new Set()];
    }),
  );
}

/** The same, where what the person did leaves no doubt. */
export function linesOfSaves(
  evidence: Pick<Evidence, 'journal' | 'rows' | 'matters'>,
): ReadonlyMap<number, number> {
  return new Map(
    [...possibleLines(evidence)].flatMap(([id, [line, ...others]]) =>
      line === undefined || others.length > 0 ? [] : [[id, line] as const],
    ),
  );
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
    when: 'always',
    broken: (evidence) => {
      const paths = new Map<string, string>();
      return evidence.journal.present.flatMap(({ path }) => {
        const matter = matterOf(evidence, path);
        if (!isDocumentPath(path) || !matter) return [];
        const below = path.slice(matter.folder.length + 1);
        const row = evidence.rows.files.find(
          (one) => one.matterId === matter.id && one.path === below && !one.removed,
        );
        // One that was moved to another matter may be known in both.
        const key = `${matter.id} ${row?.fileId}`;
        const other = paths.get(key);
        if (row) paths.set(key, path);
        return other === undefined ? [] : [`${path} and ${other} are both taken for ${row?.fileId}`];
      });
    },
  },
];
