import type { FolderId, MatterId } from '../../shared/model/index.ts';
import { familyNames } from './family-names.ts';

/** Histories of any length, the same each time: ids look like the service's, documents have about five entries each. */

const words = [
  'Letter',
  'Pleading',
  'Invoice',
  'Statement',
  'Expert report',
  'Contract',
  'Minutes',
  'Draft',
  'Évidence',
];
const names = [...familyNames, 'Abernathy'];
const people = 40;
const entriesPerDocument = 5;

const uuid = (kind: number, number: number): string =>
  `${kind.toString(16).padStart(8, '0')}-${((number * 2_654_435_761) % 65_536).toString(16).padStart(4, '0')}-4000-8000-${number.toString(16).padStart(12, '0')}`;

const link = (relation: string, id: string) => ({
  href: `https://api.practice.example/${relation.toLowerCase()}/${id}`,
  id,
  relation,
  method: 'GET',
});

export const personId = (number: number): string => uuid(9, number % people);

/** Entry number `number` of a folder whose documents are named by `first`, at minute `number`. */
function entryOf(number: number, first: number, folderId: FolderId, documents: number) {
  const document = number % documents;
  const turn = Math.floor(number / documents);
  const id = uuid(1, first + number);
  const name = `${words[(document + first) % words.length]} ${names[document % names.length]} ${document}.docx`;
  const renamed = turn % 7 === 3;
  return {
    href: null,
    relation: 'History',
    method: 'GET',
    self: link('History', id),
    id,
    type: 'File',
    changeType: turn === 0 ? 'Create' : renamed ? 'Rename' : 'Update',
    timestamp: new Date(Date.UTC(2010, 0, 1) + ((first + number) % 8_000_000) * 60_000).toISOString(),
    file: link('Files', uuid(2, first + document)),
    folder: link('Folders', folderId),
    oldName: renamed ? name : null,
    newName: renamed ? `Final ${name}` : name,
    oldMatterId: null,
    newMatterId: null,
    oldFolderId: null,
    newFolderId: folderId,
    copySourceFileId: null,
    copySourceFolderId: null,
    documentVersionId: renamed ? null : uuid(3, first + number),
    userId: personId(number % 5 === 0 ? 3 : number),
  };
}

/** The JSON of entries `first` and on, about this many documents. */
export function entriesOf(first: number, count: number, folderId: FolderId, documents: number): string[] {
  return Array.from({ length: count }, (_, number) =>
    JSON.stringify(entryOf(number, first, folderId, documents)),
  );
}

/** The body of a folder's history with this many entries. */
export function bodyOf(first: number, count: number, folderId: FolderId): string {
  const documents = Math.max(1, Math.floor(count / entriesPerDocument / 10) * 10);
  return `{"value":[${entriesOf(first, count, folderId, documents).join(',')}]}`;
}

/** Bodies with `all` entries together, one folder each, one matter each. */
export function* folderBodies(all: number, perFolder: number) {
  for (let first = 0; first < all; first += perFolder) {
    const matterId = uuid(5, first) as MatterId;
    const folderId = uuid(6, first) as FolderId;
    yield { matterId, folderId, body: bodyOf(first, perFolder, folderId) };
  }
}
