/** What the person wants kept on this computer, and when all of it was last there. */
export const keptHere = `
CREATE TABLE kept_here (
  matter_id TEXT NOT NULL,
  -- 'matter' (id ''), 'folder' with all that is in it, or 'document'
  kind TEXT NOT NULL CHECK (kind IN ('matter', 'folder', 'document')),
  id TEXT NOT NULL,
  -- 0: on demand, whatever it lies in
  keep INTEGER NOT NULL,
  PRIMARY KEY (matter_id, kind, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE kept_complete (matter_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;
