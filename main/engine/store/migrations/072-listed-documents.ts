/** What the service's own list of a matter's documents says of them, where it has one. It adds to history, and takes nothing from it. */
export const listedDocuments = `
CREATE TABLE listed_document (
  matter_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  -- With its extension.
  name TEXT NOT NULL,
  folder_id TEXT,
  -- What the service calls its newest version.
  version_id TEXT,
  size INTEGER,
  changed_at TEXT,
  PRIMARY KEY (matter_id, file_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE listed_matter (
  matter_id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  -- The newest history_entry.seq of the matter when it was listed.
  up_to INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
