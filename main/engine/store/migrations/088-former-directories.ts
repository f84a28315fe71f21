/** What the directories of a matter folder stood for when the matter was linked to another one, for when it is linked to that one again. */
export const formerDirectories = `
CREATE TABLE former_directory (
  matter_id TEXT NOT NULL,
  -- Of the matter folder: device, inode and time of birth.
  root TEXT NOT NULL,
  -- Below it, with '/' between names.
  path TEXT NOT NULL,
  folder_id TEXT NOT NULL,
  inode TEXT NOT NULL,
  named_for TEXT,
  PRIMARY KEY (matter_id, root, path)
) STRICT, WITHOUT ROWID;
`;
