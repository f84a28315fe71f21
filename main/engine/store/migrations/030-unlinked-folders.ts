/** What is known of the files of an unlinked folder is kept; here is which directory it is known of. */
export const unlinkedFolders = `
CREATE TABLE unlinked_folder (
  matter_id TEXT PRIMARY KEY,
  path TEXT NOT NULL,
  -- Device, inode and time of birth, so that it is known under another name; NULL when it was not there.
  inode TEXT
) STRICT;
`;
