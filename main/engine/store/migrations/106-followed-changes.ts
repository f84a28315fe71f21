/** What became here of documents that the service has under another name, in another folder, or not any more. */
export const followedChanges = `
CREATE TABLE followed_change (
  matter_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  -- of the entry that said it
  seq INTEGER NOT NULL,
  what TEXT NOT NULL CHECK (what IN ('renamed', 'moved', 'removed')),
  -- 'doing' is on disk before the file has its new name, or goes; 'done', or why it waits
  became TEXT NOT NULL,
  from_path TEXT NOT NULL,
  to_path TEXT NOT NULL,
  inode TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (matter_id, file_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX followed_change_waits ON followed_change (matter_id, became);

-- Documents that went because the service says that they were deleted: the vault keeps their bytes until then.
CREATE TABLE removed_content (
  matter_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  path TEXT NOT NULL,
  removed_at INTEGER NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (matter_id, file_id, sha256)
) STRICT, WITHOUT ROWID;
CREATE INDEX removed_content_sha256 ON removed_content (sha256);
`;
