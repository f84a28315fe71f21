/** What was saved last under a document's former name and is in the vault, until it is known what it is a version of. */
export const savesUnderFormerNames = `
CREATE TABLE former_name_save (
  matter_id TEXT NOT NULL,
  path TEXT NOT NULL,
  file_id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (matter_id, path)
) STRICT, WITHOUT ROWID;
`;
