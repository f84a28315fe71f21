/** Finds what may be sent next without reading the whole outbox. */
export const uploads = `
CREATE INDEX save_movable ON save (id) WHERE state IN ('waiting', 'sending');
CREATE INDEX save_unfinished ON save (matter_id, file_id) WHERE state IN ('waiting', 'sending', 'sent', 'problem');

-- Documents that lie in a directory the service had no folder for, and the folder they were filed in instead ('' is
-- the root): they follow once there is one.
CREATE TABLE unplaced_document (
  matter_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  folder_id TEXT NOT NULL,
  -- 1 once its move to its place was put into the outbox
  asked INTEGER NOT NULL,
  PRIMARY KEY (matter_id, file_id)
) STRICT, WITHOUT ROWID;
`;
