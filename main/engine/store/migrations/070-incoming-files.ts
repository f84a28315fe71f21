/** Files that the program brings from the service into matter folders, until they are known under a name. */
export const incomingFiles = `
CREATE TABLE incoming_file (
  -- Device, inode and time of birth.
  inode TEXT PRIMARY KEY,
  matter_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  -- Where it is to stand below the matter folder.
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  -- What a save made of it descends from, as in local_file.
  base_entry TEXT,
  base_up_to INTEGER NOT NULL,
  -- Of the filed version in whose place it is put; NULL where it is put where nothing stands.
  instead_of TEXT,
  instead_size INTEGER,
  noted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
