import type { DocumentRow, Folder, FolderId } from '../../../shared/model/index.ts';

/** A folder as the tree shows it. The matter's top folder is the one with the id `null`. */
export interface TreeRow {
  readonly id: FolderId | null;
  readonly name: string;
  /** 1 for the top folder. */
  readonly level: number;
  /** In it and in all folders below it. */
  readonly documents: number;
  /** Why its history cannot be read, for a person; null when it can. */
  readonly problem: string | null;
  readonly expandable: boolean;
  readonly expanded: boolean;
  readonly setSize: number;
  /** From 1. */
  readonly position: number;
}

export const topFolderName = 'Matter folder';

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export type Children = ReadonlyMap<FolderId | null, readonly Folder[]>;

/** Children by parent. A folder whose parents are unknown or go round in a circle hangs below the top folder. */
export function childrenOf(folders: readonly Folder[]): Children {
  const ordered = [...folders].sort((one, other) => byName.compare(one.name, other.name));
  const known = new Set(folders.map(({ id }) => id));
  const parentOf = ({ parentId }: Folder) => (parentId !== null && known.has(parentId) ? parentId : null);
  const reached = reachable(Map.groupBy(ordered, parentOf));
  return Map.groupBy(ordered, (folder) => (reached.has(folder.id) ? parentOf(folder) : null));
}

function reachable(children: Children): ReadonlySet<FolderId> {
  const reached = new Set<FolderId>();
  const open: (FolderId | null)[] = [null];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const { id } of children.get(at) ?? []) {
      if (!reached.has(id)) open.push(id);
      reached.add(id);
    }
  }
  return reached;
}

/** How many documents lie in each folder and in those below it; null is the top folder. */
export function countsOf(
  documents: readonly Pick<DocumentRow, 'folderId'>[],
  children: Children,
): ReadonlyMap<FolderId | null, number> {
  const counts = new Map<FolderId | null, number>();
  for (const { folderId } of documents) counts.set(folderId, (counts.get(folderId) ?? 0) + 1);
  // From the top down, then added up from the bottom: how deep folders are nested is not for us to say.
  const order: { readonly id: FolderId | null; readonly parent: FolderId | null }[] = [];
  const open: (FolderId | null)[] = [null];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const { id } of children.get(at) ?? []) {
      order.push({ id, parent: at });
      open.push(id);
    }
  }
  for (const { id, parent } of order.toReversed()) {
    const below = counts.get(id) ?? 0;
    if (below > 0) counts.set(parent, (counts.get(parent) ?? 0) + below);
  }
  return counts;
}

/** The rows of the tree from top to bottom; folders in `closed` keep their children to themselves. */
export function treeRows(
  children: Children,
  counts: ReadonlyMap<FolderId | null, number>,
  closed: ReadonlySet<FolderId | null>,
): TreeRow[] {
  const rows: TreeRow[] = [];
  const top = { id: null, name: topFolderName, documents: counts.get(null) ?? 0 };
  // A stack instead of recursion: how deep folders are nested is not for us to say.
  const open: Omit<TreeRow, 'expandable' | 'expanded'>[] = [
    { ...top, problem: null, level: 1, setSize: 1, position: 1 },
  ];
  for (let row = open.pop(); row; row = open.pop()) {
    const below = children.get(row.id) ?? [];
    const expanded = below.length > 0 && !closed.has(row.id);
    rows.push({ ...row, expandable: below.length > 0, expanded });
    if (!expanded) continue;
    const level = row.level + 1;
    for (const [index, { id, name, historyProblem: problem }] of [...below.entries()].reverse()) {
      const documents = counts.get(id) ?? 0;
      open.push({ id, name, documents, problem, level, setSize: below.length, position: index + 1 });
    }
  }
  return rows;
}

/** Names from below the top folder down to a folder; empty for the top folder and for one nobody knows. */
export function folderPath(folders: ReadonlyMap<FolderId, Folder>, id: FolderId | null): string[] {
  const names: string[] = [];
  const seen = new Set<FolderId>();
  let at = id === null ? undefined : folders.get(id);
  while (at && !seen.has(at.id)) {
    seen.add(at.id);
    names.unshift(at.name);
    at = at.parentId === null ? undefined : folders.get(at.parentId);
  }
  return names;
}
