/** What a restore is about to do with files of the person's, noted before it is done: a kill in the middle forgets none of it. */
export const restoredFiles = `
-- Files that the program itself puts into a matter folder as versions of documents, until they are known under a name.
CREATE TABLE restored_file (
  -- Device, inode and time of birth.
  inode TEXT PRIMARY KEY,
  matter_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  -- The save that is restored, as long as the custody log does not tell of it.
  save_id INTEGER,
  noted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Path of the file that takes the place; NULL for what was replaced before this was kept.
ALTER TABLE replaced_file ADD COLUMN put_from TEXT;
`;
