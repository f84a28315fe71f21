/** What each folder's history showed of the order in which things happened, beside the order that follows from all of them. */
export const whatEachFolderShowed = `
-- All of its document or folder that was known up to this entry came before it; 0 where nothing was known for certain. NULL for
-- what came in no order that can be relied upon, and for what an earlier program kept: its own place is all there is.
ALTER TABLE history_entry ADD COLUMN after_seq INTEGER;

-- Entries that another folder's history had shown first, as moves are. The others stand in the order of their own numbers.
CREATE TABLE entry_shown_again (
  no INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL,
  -- '' for the root
  folder_id TEXT NOT NULL,
  -- what this folder showed up to this entry stands before it
  behind INTEGER NOT NULL,
  UNIQUE (seq, folder_id)
) STRICT;
`;
