import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { project } from '../../../../main/engine/history/project.ts';
import type { KeptEntry } from '../../../../main/engine/store/history.ts';
import type { MatterId } from '../../../../shared/model.ts';

const matterId = 'matter-1' as MatterId;
const roots = new Set(['matter-1', 'root']);
const file = (id: string) => ({ id });

let counter = 0;
const kept = (entry: Record<string, unknown>, readFrom = ''): KeptEntry => {
  counter += 1;
  const timestamp = new Date(Date.UTC(2026, 0, 1) + counter * 60_000).toISOString();
  return { seq: counter, readFrom, raw: JSON.stringify({ id: `entry-${counter}`, timestamp, ...entry }) };
};
const projected = (...entries: KeptEntry[]) => project(matterId, entries, roots);

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
    expect(result.timeline[4]).toMatchObject({ name: 'Final.docx', fromText: '', toText: 'Pleadings' });
  });

  test('deleted documents and folders are gone, and what lay in a deleted folder is shown in the root', () => {
    const result = projected(
      kept({ type: 'Folder', changeType: 'Create', folder: { id: 'f1' }, newName: 'Old' }),
      kept({ changeType: 'Create', file: file('d1'), newName: 'a.docx', newFolderId: 'f1' }),
      kept({ changeType: 'Create', file: file('d2'), newName: 'b.docx' }),
      kept({ type: 'Folder', changeType: 'Delete', folder: { id: 'f1' } }),
      kept({ changeType: 'Delete', file: file('d2') }),
    );
    expect(result.documents).toMatchObject([{ id: 'd1', folderId: null }]);
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

describe('for any history', () => {
  const id = fc.constantFrom('1', '2', '3', 'root', 'matter-1');
  const name = fc.option(fc.constantFrom('a.docx', 'b.docx', ''), { nil: null });
  const entry = fc.record(
    {
      id: fc.uuid(),
      timestamp: fc.oneof(
        fc
          .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
          .map((date) => date.toISOString()),
        fc.constantFrom('', 'yesterday'),
      ),
      type: fc.constantFrom('File', 'Folder', 0, 1, null),
      changeType: fc.constantFrom(
        'Create',
        'Update',
        'Rename',
        'Move',
        'Copy',
        'Delete',
        'Restore',
        7,
        'Odd',
        null,
      ),
      file: fc.option(fc.record({ id }), { nil: null }),
      folder: fc.option(fc.record({ id }), { nil: null }),
      oldName: name,
      newName: name,
      oldFolderId: fc.option(id, { nil: null }),
      newFolderId: fc.option(id, { nil: null }),
      newMatterId: fc.constantFrom(null, 'matter-1', 'matter-2'),
      documentVersionId: fc.option(fc.constantFrom('v1', 'v2'), { nil: null }),
    },
    { requiredKeys: ['id'] },
  );
  const entries = fc
    .array(entry, { maxLength: 30 })
    .map((list) => list.map((one, seq): KeptEntry => ({ seq, readFrom: '', raw: JSON.stringify(one) })));

  test('the order of arrival in the store makes no difference to when it was given', () => {
    fc.assert(
      fc.property(entries, (list) => {
        expect(project(matterId, list.toReversed(), roots)).toEqual(project(matterId, list, roots));
      }),
      { numRuns: 500 },
    );
  });

  test('every folder can be reached from the root, and every document is in a folder that is there', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const { folders, documents, timeline } = project(matterId, list, roots);
        const parents = new Map<string, string | null>(folders.map((folder) => [folder.id, folder.parentId]));
        for (const folder of folders) {
          let at: string | null = folder.id;
          for (let steps = 0; at !== null; steps += 1) {
            expect(steps).toBeLessThanOrEqual(folders.length);
            at = parents.get(at) ?? null;
          }
          expect(folder.parentId === null || parents.has(folder.parentId)).toBe(true);
        }
        for (const document of documents) {
          expect(document.folderId === null || parents.has(document.folderId)).toBe(true);
        }
        expect(timeline).toHaveLength(list.length);
      }),
      { numRuns: 500 },
    );
  });
});
