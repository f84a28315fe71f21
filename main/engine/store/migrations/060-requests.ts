/** Writes to the service that are no documents, drafts of them, and what is kept of answers that forms choose from. */
export const requests = `
CREATE TABLE request (
  -- the order in which they were submitted
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  operation TEXT NOT NULL,
  -- what it changes, or itself for what it makes: requests of one record are sent one after the other
  record TEXT NOT NULL,
  matter_id TEXT,
  subject TEXT NOT NULL,
  -- JSON: what is to be sent, without secrets
  form TEXT NOT NULL,
  -- JSON: the fields of the record as the person was shown it; NULL where that is not known
  base TEXT,
  revision INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'done', 'problem', 'cancelled')),
  -- JSON: everything else about the state
  standing TEXT NOT NULL,
  submitted_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX request_open ON request (no) WHERE state IN ('waiting', 'sending', 'sent');
CREATE INDEX request_problem ON request (no) WHERE state = 'problem';
CREATE INDEX request_record ON request (record, no);
CREATE INDEX request_matter ON request (matter_id, no);
CREATE INDEX request_operation ON request (operation, no);

CREATE TABLE request_draft (
  id TEXT PRIMARY KEY,
  operation TEXT NOT NULL,
  matter_id TEXT,
  name TEXT NOT NULL,
  fields TEXT NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT;

CREATE TABLE list_filter (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  filter TEXT NOT NULL
) STRICT;

-- What the service answers again when it is asked.
CREATE TABLE kept_answer (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  raw TEXT NOT NULL,
  read_at INTEGER NOT NULL,
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
`;
