import type { FileId, FolderId, MatterId } from '../../../../shared/model/index.ts';
import type { Wanted } from '../../store/kept-here.ts';
import type { Stores } from '../../store/stores.ts';

/** A document of the service, as far as its place matters here. */
interface Placed {
  readonly id: FileId;
  readonly folderId: FolderId | null;
}

/** Documents of a matter that are to be on this computer: all that the service is known to have, in the order of their ids. */
export function wantedHere(
  { documents, listedDocuments, keptHere }: Pick<Stores, 'documents' | 'listedDocuments' | 'keptHere'>,
  matterId: MatterId,
): FileId[] {
  const wanted = keptHere.of(matterId);
  const parents = new Map<string, FolderId | null>(
    documents.folders(matterId).map(({ id, parentId }) => [id, parentId]),
  );
  return [...documents.documents(matterId), ...listedDocuments.notInHistory(matterId)]
    .filter((document) => isWanted(wanted, document, parents))
    .map(({ id }) => id)
    .toSorted();
}

/** The nearest that was said decides: of the document, of a folder that it lies in, of the matter. */
export function isWanted(
  { matter, folders, documents }: Wanted,
  { id, folderId }: Placed,
  parents: ReadonlyMap<string, FolderId | null>,
): boolean {
  const own = documents.get(id);
  if (own !== undefined) return own;
  const seen = new Set<string>();
  for (let at = folderId; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    const said = folders.get(at);
    if (said !== undefined) return said;
    seen.add(at);
  }
  return matter;
}
