/** Where a folder's history showed nothing any more of what it had shown: what happened in between is not known. */
export const historyGaps = `
CREATE TABLE history_gap (
  matter_id TEXT NOT NULL,
  -- '' for the root.
  folder_id TEXT NOT NULL,
  -- Number of the first entry shown after it, or a smaller one that is above all shown before it.
  seq INTEGER NOT NULL,
  PRIMARY KEY (matter_id, folder_id)
) STRICT, WITHOUT ROWID;
`;
