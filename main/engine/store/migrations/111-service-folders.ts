/**
 * Directories that are to be folders of the service: since when that is tried, when a POST may have left, and why the service refused.
 * Of folders that both have: what each called it and where each had it when the two last agreed, and what the service was told since.
 */
export const serviceFolders = `
CREATE TABLE folder_to_make (
  matter_id TEXT NOT NULL,
  path TEXT NOT NULL,
  since INTEGER NOT NULL,
  posted_at INTEGER,
  next_try_at INTEGER,
  refused TEXT,
  PRIMARY KEY (matter_id, path)
) WITHOUT ROWID;
CREATE TABLE folder_agreed (
  matter_id TEXT NOT NULL,
  folder_id TEXT NOT NULL,
  here_name TEXT NOT NULL,
  here_parent TEXT NOT NULL,
  there_name TEXT NOT NULL,
  there_parent TEXT NOT NULL,
  told TEXT,
  told_at INTEGER,
  tries INTEGER NOT NULL DEFAULT 0,
  refused TEXT,
  follows INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (matter_id, folder_id)
) WITHOUT ROWID;
`;
