import type { FolderId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

interface Directory {
  readonly path: string;
  readonly folderId: FolderId;
}
/** What the directories of a matter stood for while saves up to this id were captured. */
interface Before {
  readonly upTo: number;
  readonly directories: readonly Directory[];
}

const settingOf = (matterId: MatterId): string => `folders-before:${matterId}`;

function all(database: Database, matterId: MatterId): Before[] {
  const kept = database
    .prepare<[string], string>('SELECT value FROM setting WHERE name = ?')
    .pluck()
    .get(settingOf(matterId));
  return kept === undefined ? [] : JSON.parse(kept);
}

/**
 * Part of a transaction, before the matter is linked to another directory: what is not filed yet goes where it was saved, though
 * the person gave that directory a name of their own. Oldest first; what nothing waits for any more is forgotten.
 */
export function keepFoldersBefore(database: Database, matterId: MatterId): void {
  const range = database
    .prepare<[string], { first: number | null; last: number | null }>(
      `SELECT min(id) AS first, max(id) AS last FROM save
       WHERE matter_id = ? AND state IN ('waiting', 'sending', 'sent', 'problem')`,
    )
    .get(matterId);
  const { first = null, last = null } = range ?? {};
  const directories = database
    .prepare<[string], Directory>('SELECT path, folder_id AS folderId FROM local_folder WHERE matter_id = ?')
    .all(matterId);
  const older = all(database, matterId).filter(({ upTo }) => first !== null && upTo >= first);
  put(database, matterId, last === null ? older : [...older, { upTo: last, directories }]);
}

/**
 * Part of a transaction: the same of saves that another database has under other numbers.
 * @param numbers what each save there is called here, in their order
 */
export function takeFoldersBefore(
  from: Database,
  to: Database,
  matterId: MatterId,
  numbers: ReadonlyMap<number, number>,
): void {
  const theirs = all(from, matterId).flatMap(({ upTo, directories }) => {
    const ours = [...numbers].flatMap(([there, here]) => (there <= upTo ? [here] : []));
    return ours.length === 0 ? [] : [{ upTo: Math.max(...ours), directories }];
  });
  if (theirs.length > 0) put(to, matterId, [...all(to, matterId), ...theirs]);
}

function put(database: Database, matterId: MatterId, before: readonly Before[]): void {
  database
    .prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)')
    .run(settingOf(matterId), JSON.stringify(before));
}

/** What the directories stood for where this save was captured in another one than the matter is linked to now; null otherwise. */
export const foldersBefore = (
  database: Database,
  matterId: MatterId,
  saveId: number,
): readonly Directory[] | null =>
  all(database, matterId).find(({ upTo }) => saveId <= upTo)?.directories ?? null;
