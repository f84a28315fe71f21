/** Recent deletes, origins of moved documents, rules and pause of each matter, changes of many documents at once. */
export const savePatterns = `
-- when the file was noticed to be gone; null while it is there, and for what was gone before this was kept
ALTER TABLE local_file ADD COLUMN removed_at INTEGER;
CREATE INDEX IF NOT EXISTS local_file_content ON local_file (matter_id, sha256);

-- the mass change whose decision this save waits for
ALTER TABLE save ADD COLUMN held INTEGER;
-- where a document moved from another matter's folder was before, as JSON
ALTER TABLE save ADD COLUMN moved_from TEXT;
CREATE INDEX save_held ON save (held) WHERE held IS NOT NULL;

CREATE TABLE paused_matter (matter_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

-- What the person changed about what is left out in one matter's folder.
CREATE TABLE ignore_rule (
  matter_id TEXT NOT NULL,
  -- 'own': a pattern left out too; 'off': a built-in rule, by its id, that does not hold here
  kind TEXT NOT NULL CHECK (kind IN ('own', 'off')),
  rule TEXT NOT NULL,
  PRIMARY KEY (matter_id, kind, rule)
) STRICT, WITHOUT ROWID;

-- Changes of many known documents at once. At most one of a matter is undecided.
CREATE TABLE mass_change (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  matter_id TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  decision TEXT CHECK (decision IN ('file', 'keep', 'each'))
) STRICT;
CREATE INDEX mass_change_matter ON mass_change (matter_id);

-- The last change of each known document: kept for minutes, or until its mass change is decided.
CREATE TABLE recent_change (
  matter_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  what TEXT NOT NULL CHECK (what IN ('changed', 'new-ending', 'removed')),
  -- when it was changed as the file system tells, and when it was noticed
  changed_at INTEGER NOT NULL,
  noticed_at INTEGER NOT NULL,
  mass_change INTEGER,
  PRIMARY KEY (matter_id, file_id)
) STRICT, WITHOUT ROWID;
`;
