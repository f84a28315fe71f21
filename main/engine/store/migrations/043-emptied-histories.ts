/** Folders whose history shows nothing any more: what happened since it showed something is not known. */
export const emptiedHistories = `
CREATE TABLE emptied_history (
  matter_id TEXT NOT NULL,
  -- '' for the root.
  folder_id TEXT NOT NULL,
  -- Above the numbers of all entries that were known when it was found empty.
  seq INTEGER NOT NULL,
  PRIMARY KEY (matter_id, folder_id)
) STRICT, WITHOUT ROWID;
`;
