/** Who the clients of a matter are, and their names as far as the service tells them. */
export const clients = `
-- What the list of matters says of them, as JSON: [[id, name or null], …]; '' for none.
ALTER TABLE matter ADD COLUMN clients TEXT NOT NULL DEFAULT '';
ALTER TABLE matter_searched ADD COLUMN clients TEXT NOT NULL DEFAULT '';

CREATE TABLE contact (
  no INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  -- NULL while it is not known
  name TEXT,
  -- when the service was last asked for the name; NULL when never
  asked_at INTEGER
) STRICT;
CREATE INDEX contact_asked ON contact (asked_at);

CREATE TABLE matter_client (
  matter INTEGER NOT NULL,
  contact INTEGER NOT NULL,
  PRIMARY KEY (matter, contact)
) STRICT, WITHOUT ROWID;
CREATE INDEX matter_client_contact ON matter_client (contact);

CREATE VIRTUAL TABLE client_search USING fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
`;
