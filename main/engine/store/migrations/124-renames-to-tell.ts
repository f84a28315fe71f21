/** Renames and moves made here while the service had the document deleted: told once it is restored there. */
export const renamesToTell = `
CREATE TABLE rename_to_tell (
  matter_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  -- where the document lay before the first of them, below the matter folder
  path_before TEXT NOT NULL,
  -- what the service called it then, and where it had it ('' is the root)
  name TEXT NOT NULL,
  folder_id TEXT NOT NULL,
  PRIMARY KEY (matter_id, file_id)
) STRICT, WITHOUT ROWID;
`;
