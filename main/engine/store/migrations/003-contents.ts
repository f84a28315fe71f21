/** What the vault has, and where: small contents stand one after the other in packs, others in files of their own. */
export const contents = `
CREATE TABLE content (
  sha256 TEXT PRIMARY KEY,
  size INTEGER NOT NULL,
  -- null for a file of its own
  pack TEXT,
  start INTEGER NOT NULL,
  -- when its bytes were last seen to be right
  checked_at INTEGER NOT NULL,
  damaged INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX content_checked ON content (checked_at);
INSERT INTO content (sha256, size, pack, start, checked_at)
  SELECT sha256, max(size), NULL, 0, max(captured_at) FROM save WHERE kind = 'content' GROUP BY sha256;
`;
