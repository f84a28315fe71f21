import type { FolderId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** A directory that stood for a folder of the service. */
interface FormerDirectory {
  readonly path: string;
  readonly folderId: FolderId;
  readonly inode: string;
  readonly namedFor: string | null;
}

/** Part of a transaction, before the matter is linked to another directory. @param root the one that it was linked to */
export function keepDirectories(database: Database, matterId: MatterId, root: string): void {
  database.prepare('DELETE FROM former_directory WHERE matter_id = ? AND root = ?').run(matterId, root);
  database
    .prepare(
      `INSERT INTO former_directory (matter_id, root, path, folder_id, inode, named_for)
       SELECT matter_id, ?, path, folder_id, inode, named_for FROM local_folder WHERE matter_id = ?`,
    )
    .run(root, matterId);
}

/** What stood for which folder when the matter was linked to this directory last. */
export const directoriesKept = (database: Database, matterId: MatterId, root: string): FormerDirectory[] =>
  database
    .prepare<[string, string], FormerDirectory>(
      `SELECT path, folder_id AS folderId, inode, named_for AS namedFor FROM former_directory
       WHERE matter_id = ? AND root = ? ORDER BY path`,
    )
    .all(matterId, root);
