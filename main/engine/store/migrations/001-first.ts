/** Matters, history and its projections, linked folders, and the outbox. */
export const first = `
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE matter (
  id TEXT PRIMARY KEY,
  number TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL,
  is_lead INTEGER NOT NULL,
  matter_type TEXT,
  person_responsible_id TEXT,
  person_assisting_id TEXT,
  opened_date TEXT,
  client_count INTEGER NOT NULL,
  raw TEXT NOT NULL,
  -- how the root folder is called in the history address of this matter, once learned
  root_folder_address TEXT,
  history_checked_at INTEGER,
  history_problem TEXT
) STRICT;

CREATE TABLE staff (id TEXT PRIMARY KEY, name TEXT NOT NULL, raw TEXT NOT NULL) STRICT;

-- What the service said happened: append-only, exactly as it came.
CREATE TABLE history_entry (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  matter_id TEXT NOT NULL,
  id TEXT NOT NULL,
  -- the folder whose history showed it; '' for the root
  read_from TEXT NOT NULL,
  file_id TEXT,
  at INTEGER,
  raw TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  UNIQUE (matter_id, id)
) STRICT;
CREATE INDEX history_entry_file ON history_entry (matter_id, file_id);

-- Projections of history_entry; can be rebuilt at any time.
CREATE TABLE folder (
  matter_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  parent_id TEXT,
  PRIMARY KEY (matter_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE document (
  matter_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  folder_id TEXT,
  versions INTEGER NOT NULL,
  changed_at TEXT,
  changed_by TEXT,
  PRIMARY KEY (matter_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE timeline (
  matter_id TEXT NOT NULL,
  -- sort key: time in ms, then arrival
  at INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  raw_kind TEXT NOT NULL,
  timestamp TEXT NOT NULL,
  user_id TEXT,
  file_id TEXT,
  name TEXT NOT NULL,
  from_text TEXT,
  to_text TEXT,
  PRIMARY KEY (matter_id, at, seq)
) STRICT, WITHOUT ROWID;

-- When each folder's history was last read; '' for the root.
CREATE TABLE folder_poll (
  matter_id TEXT NOT NULL,
  folder_id TEXT NOT NULL,
  checked_at INTEGER NOT NULL,
  PRIMARY KEY (matter_id, folder_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE matter_folder (
  matter_id TEXT PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  linked_at INTEGER NOT NULL
) STRICT;

-- Directories of a matter folder that stand for folders of the service. '' is the matter folder itself.
CREATE TABLE local_folder (
  matter_id TEXT NOT NULL,
  path TEXT NOT NULL,
  folder_id TEXT NOT NULL,
  -- so that a directory renamed on disk is still the same folder
  inode TEXT NOT NULL,
  PRIMARY KEY (matter_id, path)
) STRICT, WITHOUT ROWID;

-- What the last capture saw of each file, by its path below the matter folder ('/' between names).
CREATE TABLE local_file (
  matter_id TEXT NOT NULL,
  path TEXT NOT NULL,
  file_id TEXT NOT NULL,
  size INTEGER NOT NULL,
  modified TEXT NOT NULL,
  changed TEXT NOT NULL,
  inode TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  -- the newest history_entry.seq of this document that the person's copy is known to include
  base_seq INTEGER NOT NULL,
  removed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (matter_id, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX local_file_id ON local_file (matter_id, file_id);
CREATE INDEX local_file_inode ON local_file (inode);

-- The outbox: every save, from capture until it is seen in history, and after.
CREATE TABLE save (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  matter_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('content', 'metadata')),
  path TEXT NOT NULL,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  captured_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'filed', 'problem', 'kept')),
  -- true once the person said to file although the service has something newer
  on_top INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER,
  problem TEXT,
  -- the newest history_entry.seq known when it was announced: what comes after may be ours
  announced_seq INTEGER,
  announced_at INTEGER,
  sent_at INTEGER,
  filed_at INTEGER,
  filed_entry_id TEXT
) STRICT;
CREATE INDEX save_open ON save (state, matter_id, file_id) WHERE state <> 'filed';
CREATE INDEX save_document ON save (matter_id, file_id);
CREATE INDEX save_content ON save (sha256);
`;
