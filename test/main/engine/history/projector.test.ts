import { describe, expect, test } from 'vitest';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import type { KeptEntry } from '../../../../main/engine/store/history.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { emptyStores, shownBy, takeInto } from './projected.ts';

const matterId = 'matter-1' as MatterId;
const file = (id: string) => ({ id });

let counter = 0;
const kept = (entry: Record<string, unknown>, readFrom = ''): KeptEntry => {
  counter += 1;
  const timestamp = new Date(Date.UTC(2026, 0, 1) + counter * 60_000).toISOString();
  return { seq: counter, readFrom, raw: JSON.stringify({ id: `entry-${counter}`, timestamp, ...entry }) };
};
const projected = (...entries: KeptEntry[]) => {
  const stores = emptyStores();
  takeInto(stores, new Projector(stores), matterId, entries);
  return shownBy(stores, matterId);
};

describe('what history says', () => {
  test('a document is where and what its last entries made it', () => {
    const result = projected(
      kept({
        type: 'Folder',
        changeType: 'Create',
        folder: { id: 'f1' },
        newName: 'Pleadings',
        newFolderId: null,
      }),
      kept({
        type: 'File',
        changeType: 'Create',
        file: file('d1'),
        newName: 'Draft.docx',
        documentVersionId: 'v1',
      }),
      kept({ type: 'File', changeType: 'Update', file: file('d1'), documentVersionId: 'v2', userId: 'u2' }),
      kept({
        type: 'File',
        changeType: 'Rename',
        file: file('d1'),
        oldName: 'Draft.docx',
        newName: 'Final.docx',
      }),
      kept({ type: 'File', changeType: 'Move', file: file('d1'), newFolderId: 'f1' }),
    );
    expect(result.documents).toMatchObject([{ id: 'd1', name: 'Final.docx', folderId: 'f1', versions: 2 }]);
    expect(result.folders).toEqual([{ id: 'f1', name: 'Pleadings', parentId: null }]);
    expect(result.timeline.map((row) => row.kind)).toEqual([
      'folder-created',
      'created',
      'new-version',
      'renamed',
      'moved',
    ]);
    expect(result.timeline[4]).toMatchObject({ name: 'Final.docx', from: '', to: 'Pleadings' });
  });

  test.each([3, 'Anaphora', null])(
    'a document renamed and moved to the root at once is in the root, also where the service calls it %s',
    (changeType) => {
      const result = projected(
        kept({ type: 'Folder', changeType: 'Create', folder: { id: 'f1' }, newName: 'Court' }),
        kept({ changeType: 'Create', file: file('d1'), newName: 'Brief.docx', newFolderId: 'f1' }),
        kept({
          changeType,
          file: file('d1'),
          oldName: 'Brief.docx',
          newName: 'Final.docx',
          oldFolderId: 'f1',
          newFolderId: null,
        }),
      );
      expect(result.documents).toMatchObject([{ name: 'Final.docx', folderId: null }]);
    },
  );

  test('a document renamed and moved to another matter at once is not in this one any more', () => {
    const renamed = { changeType: 3, file: file('d1'), oldName: 'a.docx', newName: 'b.docx' };
    const result = projected(
      kept({ changeType: 'Create', file: file('d1'), newName: 'a.docx' }),
      kept({ ...renamed, oldMatterId: 'matter-1', newMatterId: 'matter-2' }),
    );
    expect(result.documents).toEqual([]);
  });

  test('a document renamed in its folder stays in it, in whatever words the service says so', () => {
    const renamed = { changeType: 2, file: file('d1'), oldName: 'Brief.docx', newName: 'Final.docx' };
    for (const place of [
      { oldFolderId: 'f1', newFolderId: 'f1' },
      { oldFolderId: 'f1', folder: { id: 'f1' } },
      {},
    ]) {
      const result = projected(
        kept({ type: 'Folder', changeType: 'Create', folder: { id: 'f1' }, newName: 'Court' }),
        kept({ changeType: 'Create', file: file('d1'), newName: 'Brief.docx', newFolderId: 'f1' }),
        kept({ ...renamed, ...place }, 'f1'),
      );
      expect(result.documents).toMatchObject([{ name: 'Final.docx', folderId: 'f1' }]);
      expect(result.timeline.at(-1)).toMatchObject({ kind: 'renamed' });
    }
  });

  test('deleted documents and folders are gone, and what lay in a deleted folder keeps that place until history names another', () => {
    const result = projected(
      kept({ type: 'Folder', changeType: 'Create', folder: { id: 'f1' }, newName: 'Old' }),
      kept({ changeType: 'Create', file: file('d1'), newName: 'a.docx', newFolderId: 'f1' }),
      kept({ changeType: 'Create', file: file('d2'), newName: 'b.docx' }),
      kept({ type: 'Folder', changeType: 'Delete', folder: { id: 'f1' } }),
      kept({ changeType: 'Delete', file: file('d2') }),
    );
    expect(result.documents).toMatchObject([{ id: 'd1', folderId: 'f1' }]);
    expect(result.folders).toEqual([]);
  });

  test('a document moved to another matter is not in this one any more', () => {
    const result = projected(
      kept({ changeType: 'Create', file: file('d1'), newName: 'a.docx' }),
      kept({ changeType: 'Move', file: file('d1'), oldMatterId: 'matter-1', newMatterId: 'matter-2' }),
    );
    expect(result.documents).toEqual([]);
  });

  test('integers and unknown words are read from what changed, and keep their own words', () => {
    const result = projected(
      kept({ type: 0, changeType: 0, file: file('d1'), newName: 'a.docx', documentVersionId: 'v1' }),
      kept({ type: 0, changeType: 1, file: file('d1'), documentVersionId: 'v2' }),
      kept({ type: 0, changeType: 9, file: file('d1'), oldName: 'a.docx', newName: 'b.docx' }),
      kept({ type: 0, changeType: 16, file: file('d1') }),
      kept({ type: 'File', changeType: 'Sealed', file: file('d1') }),
    );
    expect(result.timeline.map((row) => [row.kind, row.rawKind])).toEqual([
      ['created', '0 0'],
      ['new-version', '0 1'],
      ['renamed', '0 9'],
      ['other', '0 16'],
      ['other', 'File Sealed'],
    ]);
    expect(result.documents).toMatchObject([{ name: 'b.docx', versions: 2 }]);
  });

  test('a name without its extension is shown with it', () => {
    const result = projected(
      kept({ changeType: 'Create', file: file('d1'), newName: 'Brief', fileExtension: '.docx' }),
    );
    expect(result.documents).toMatchObject([{ name: 'Brief.docx' }]);
  });

  test('folders that contain each other are shown in the root instead of nowhere', () => {
    const result = projected(
      kept({ type: 'Folder', changeType: 'Create', folder: { id: 'f1' }, newName: 'A', newFolderId: 'f2' }),
      kept({ type: 'Folder', changeType: 'Create', folder: { id: 'f2' }, newName: 'B', newFolderId: 'f1' }),
    );
    expect(result.folders).toEqual([
      { id: 'f1', name: 'A', parentId: null },
      { id: 'f2', name: 'B', parentId: null },
    ]);
  });
});
