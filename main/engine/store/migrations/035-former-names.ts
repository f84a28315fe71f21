/** Names that documents had when they were renamed in the window, as long as a program has them open under these. */
export const formerNames = `
CREATE TABLE former_name (
  matter_id TEXT NOT NULL,
  path TEXT NOT NULL,
  file_id TEXT NOT NULL,
  PRIMARY KEY (matter_id, path)
) STRICT, WITHOUT ROWID;
`;
