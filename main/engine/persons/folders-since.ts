import type { MatterId } from '../../../shared/model/index.ts';
import type { Stores } from '../store/stores.ts';

interface Entry {
  readonly seq: number;
  readonly kind: 'linked' | 'unlinked';
  readonly matterId: MatterId;
  readonly path: string;
}

/** What was linked and unlinked by whoever was signed in since an entry of the custody log. */
export interface FoldersSince {
  /** Linked now, and was not then. What the log has of it begins after `since`. */
  readonly linked: readonly { readonly matterId: MatterId; readonly path: string; readonly since: number }[];
  /** Linked then, and is not now. */
  readonly unlinked: readonly { readonly matterId: MatterId; readonly path: string }[];
}

export function foldersSince(
  { database, links }: Pick<Stores, 'database' | 'links'>,
  afterEntry: number,
): FoldersSince {
  const entries = database
    .prepare<[number], Entry>(
      `SELECT seq, kind, matter_id AS matterId, path FROM custody
       WHERE seq > ? AND kind IN ('linked', 'unlinked') AND detail IS NOT 'same-folder' ORDER BY seq`,
    )
    .all(afterEntry);
  const linked: { matterId: MatterId; path: string; since: number }[] = [];
  const unlinked: { matterId: MatterId; path: string }[] = [];
  for (const [matterId, [first, ...others]] of Map.groupBy(entries, (one) => one.matterId)) {
    const then = first?.kind === 'unlinked' ? first.path : null;
    const now = links.of(matterId)?.path ?? null;
    if (now === then) continue;
    const begun = [first, ...others].find((one) => one?.kind === 'linked' && one.path === now);
    if (now !== null && begun) linked.push({ matterId, path: now, since: begun.seq });
    if (then !== null) unlinked.push({ matterId, path: then });
  }
  return { linked, unlinked };
}
