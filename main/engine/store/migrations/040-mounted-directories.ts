/** Directories below a matter folder that are on another drive than the one above them, so that this drive is missed when it is away. */
export const mountedDirectories = `
CREATE TABLE mounted_directory (
  matter_id TEXT NOT NULL,
  -- Below the matter folder, with '/' between names.
  path TEXT NOT NULL,
  -- Device, inode and time of birth.
  inode TEXT NOT NULL,
  PRIMARY KEY (matter_id, path)
) STRICT, WITHOUT ROWID;
`;
