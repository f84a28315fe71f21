/** What each folder's history answered last, and when somebody last looked at each matter. */
export const polling = `
-- '' for the root, as in folder_poll; written only when the answer is another one.
CREATE TABLE folder_answer (
  matter_id TEXT NOT NULL,
  folder_id TEXT NOT NULL,
  -- what the body read last is recognised by
  hash TEXT,
  etag TEXT,
  last_modified TEXT,
  -- the service says that this folder is not, or not any more, for us
  refused TEXT CHECK (refused IN ('forbidden', 'not-found')),
  refused_at INTEGER,
  PRIMARY KEY (matter_id, folder_id)
) STRICT, WITHOUT ROWID;

ALTER TABLE matter ADD COLUMN looked_at INTEGER;
UPDATE matter SET looked_at = history_checked_at;
CREATE INDEX matter_looked ON matter (looked_at) WHERE looked_at IS NOT NULL;
`;
