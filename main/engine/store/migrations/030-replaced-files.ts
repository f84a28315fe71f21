/** Files of the person that a restored version replaced: each keeps a second name until nobody can be writing to it. */
export const replacedFiles = `
CREATE TABLE replaced_file (
  kept_as TEXT PRIMARY KEY,
  stood_at TEXT NOT NULL,
  matter_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  path TEXT NOT NULL,
  -- Of the last content of it that is kept.
  sha256 TEXT NOT NULL,
  replaced INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
`;
