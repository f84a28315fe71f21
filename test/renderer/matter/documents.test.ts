import { describe, expect, it } from 'vitest';
import { documentRows, orderAfterClick } from '../../../renderer/matter/documents/documentRows.ts';
import { childrenOf, countsOf, folderPath, treeRows } from '../../../renderer/matter/documents/folderTree.ts';
import { type DocumentRow, documentSchema, type Folder, folderSchema } from '../../../shared/model/index.ts';

const folder = (id: string, parentId: string | null, name = id): Folder =>
  folderSchema.parse({ id, name, parentId, documents: 1, historyProblem: null });
const row = (name: string, given: Partial<Record<keyof DocumentRow, unknown>> = {}): DocumentRow =>
  documentSchema.parse({
    fileId: name,
    name,
    folderId: null,
    state: 'filed',
    detail: null,
    nextTryAt: null,
    progress: null,
    versions: 1,
    pending: 0,
    changedAt: null,
    changedBy: null,
    size: null,
    onDisk: true,
    ...given,
  });
const shown = (folders: Folder[], closed: string[] = []) =>
  treeRows(
    childrenOf(folders),
    new Map(),
    new Set(folders.map(({ id }) => id).filter((id) => closed.includes(id))),
  ).map(({ id, level }) => `${'·'.repeat(level)}${id ?? 'top'}`);

describe('the folder tree', () => {
  it('shows folders below their parents, by name, numbers in order', () => {
    const folders = [folder('f10', null), folder('f2', null), folder('inside', 'f2')];
    expect(shown(folders)).toEqual(['·top', '··f2', '···inside', '··f10']);
  });

  it('hides what is in a closed folder', () => {
    expect(shown([folder('a', null), folder('b', 'a'), folder('c', 'b')], ['a'])).toEqual(['·top', '··a']);
  });

  it('loses no folder whose parent is unknown or its own descendant', () => {
    const folders = [folder('lost', 'nowhere'), folder('x', 'y'), folder('y', 'x'), folder('self', 'self')];
    expect(shown(folders).toSorted()).toEqual(['·top', '··lost', '··self', '··x', '··y']);
  });

  it('bears folders nested without end', () => {
    const deep = Array.from({ length: 20_000 }, (_, index) =>
      folder(`${index}`, index === 0 ? null : `${index - 1}`),
    );
    expect(treeRows(childrenOf(deep), new Map(), new Set())).toHaveLength(20_001);
  });

  it('counts for a folder what is in it and in all folders below it', () => {
    const folders = [folder('a', null), folder('b', 'a'), folder('c', 'b'), folder('empty', null)];
    const [, b, c] = folders;
    const documents = [null, b?.id, c?.id, c?.id].map((folderId = null) => ({ folderId }));
    const counts = countsOf(documents, childrenOf(folders));
    expect([null, ...folders.map(({ id }) => id)].map((id) => counts.get(id) ?? 0)).toEqual([4, 3, 3, 2, 0]);
  });

  it('names the way to a folder, also round a circle', () => {
    const circle = [folder('x', 'y'), folder('y', 'x')];
    const known = new Map(circle.map((one) => [one.id, one]));
    expect(folderPath(known, circle[0]?.id ?? null)).toEqual(['y', 'x']);
    expect(folderPath(known, null)).toEqual([]);
  });
});

describe('the documents of a folder', () => {
  const inside = folder('inside', null);
  const documents = [
    row('b10.pdf', { changedAt: '2025-01-02T00:00:00Z' }),
    row('B2.pdf', { state: 'problem', changedAt: '2025-01-01T00:00:00Z' }),
    row('c.pdf', { folderId: inside.id }),
  ];
  const names = (wanted: Parameters<typeof documentRows>[1], order: Parameters<typeof documentRows>[2]) =>
    documentRows(documents, wanted, order).map(({ name }) => name);

  it('are those in it, in the order asked for', () => {
    const here = { folderId: null, text: '' };
    expect(names(here, { by: 'name', descending: false })).toEqual(['B2.pdf', 'b10.pdf']);
    expect(names(here, { by: 'state', descending: false })).toEqual(['B2.pdf', 'b10.pdf']);
    expect(names(here, { by: 'changed', descending: true })).toEqual(['b10.pdf', 'B2.pdf']);
    expect(names({ folderId: inside.id, text: '' }, { by: 'name', descending: false })).toEqual(['c.pdf']);
  });

  it('are looked for in all folders', () => {
    expect(names({ folderId: null, text: ' PDF ' }, { by: 'name', descending: false })).toHaveLength(3);
  });

  it('turn round at the second click, and changes start with the newest', () => {
    const byName = { by: 'name' as const, descending: false };
    expect(orderAfterClick(byName, 'name')).toEqual({ by: 'name', descending: true });
    expect(orderAfterClick(byName, 'changed')).toEqual({ by: 'changed', descending: true });
  });
});
