/** The order in which the service told what happened, beside what clients' clocks say. */
export const orderAsSaid = `
-- Microseconds since 1970: the time stated, or just after what the service had told of the same item before. NULL for what
-- an earlier program kept: there the time stated is all there is.
ALTER TABLE history_entry ADD COLUMN ordered_at INTEGER;

-- What comes new in a folder's history happened after everything up to this entry: '' for the root, as in folder_poll.
CREATE TABLE folder_seen (
  matter_id TEXT NOT NULL,
  folder_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (matter_id, folder_id)
) STRICT, WITHOUT ROWID;
`;
