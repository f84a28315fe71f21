/** The read form of a matter: matter data with items, roles and relationships, as the service gave it. */
export const matterDetails = `
CREATE TABLE matter_read_form (
  matter_id TEXT PRIMARY KEY,
  raw TEXT NOT NULL,
  read_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
