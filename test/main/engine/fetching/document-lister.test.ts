import { expect, test } from 'vitest';
import { documentRows } from '../../../../main/engine/view/document-rows.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { at, historyRead, knownFile, placed, twoWayPlace } from '../../../support/colleague-documents.ts';
import { sha256, type Workplace } from '../../../support/workplace.ts';

const rowsOf = ({ workspace, matterId }: Workplace) =>
  documentRows(workspace.stores, matterId, () => null).documents;

/** Requests for lists of documents. */
const asked = ({ service }: Workplace) => service.faults.hits;

test('a matter that is opened for the first time shows every document with its size, also what history tells nothing of', async () => {
  const place = await twoWayPlace({ variants: { historyLength: 1 } });
  const { colleague } = place.service;
  const ids = ['One.docx', 'Two.pdf', 'Three.xlsx'].map((name) =>
    colleague.createFile(place.matterId, name, name),
  );
  await historyRead(place);
  expect(rowsOf(place).some(({ fileId }) => fileId === ids[0])).toBe(false);
  await place.workspace.lister.look(place.matterId);
  const rows = new Map(rowsOf(place).map((row) => [row.fileId as string, row]));
  expect(ids.map((id) => rows.get(id))).toMatchObject([
    { name: 'One.docx', state: 'not-here', size: 8, onDisk: false },
    { name: 'Two.pdf', state: 'not-here', size: 7 },
    { name: 'Three.xlsx', state: 'not-here', size: 10 },
  ]);
  // And any of them can be had.
  expect(await placed(place, ids[0] as FileId)).toBe(at(place, 'One.docx'));
  expect(await knownFile(place, ids[0] as FileId)).toMatchObject({ sha256: sha256('One.docx') });
});

test('what is not in the list any more is not taken for deleted, and what was deleted is not shown by a list', async () => {
  const place = await twoWayPlace();
  const { colleague } = place.service;
  const fileId = colleague.createFile(place.matterId, 'Draft.docx', 'theirs') as FileId;
  await historyRead(place);
  const { stores } = place.workspace;
  const listed = {
    id: fileId,
    name: 'Draft.docx',
    folderId: null,
    versionId: null,
    size: 6,
    changedAt: null,
  };
  stores.listedDocuments.ends(place.matterId, [], Date.now(), 0);
  expect(rowsOf(place).find((row) => row.fileId === fileId)).toMatchObject({ state: 'not-here' });
  colleague.deleteFile(fileId);
  await historyRead(place);
  stores.listedDocuments.put(place.matterId, [listed]);
  stores.listedDocuments.ends(place.matterId, [listed.id], Date.now(), 0);
  expect(rowsOf(place).find((row) => row.fileId === fileId)).toBeUndefined();
});

test('an unchanged matter is listed once, and a service that has no list is asked once a day', async () => {
  const place = await twoWayPlace();
  const lists: string[] = [];
  place.service.faults.add({ route: 'documents.listFiles', kind: 'latency', ms: 0, count: 'always' });
  const count = () =>
    lists.length + Object.values(asked(place)).reduce<number>((sum, each) => sum + Number(each), 0);
  await place.workspace.lister.look(place.matterId);
  const once = count();
  await place.workspace.lister.look(place.matterId);
  expect(count()).toBe(once);
  const other = await twoWayPlace({ variants: { documentFiles: 'notOffered' } });
  await other.workspace.lister.look(other.matterId);
  expect(other.workspace.listingOffered.state).toBe('not-offered');
  expect(rowsOf(other).every(({ size }) => size === null)).toBe(true);
});
