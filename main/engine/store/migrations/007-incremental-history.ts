/**
 * Projections that take one entry at a time. The old ones are dropped: they are made again from `history_entry`, which is
 * untouched, after the database is open (`setting` "projected-seq").
 */
export const incrementalHistory = `
DROP TABLE folder;
DROP TABLE document;
DROP TABLE timeline;

-- True for an entry shown by another matter's history that names this one: a move out of one matter into another.
ALTER TABLE history_entry ADD COLUMN echo INTEGER NOT NULL DEFAULT 0;

-- Ids of matters, people and folders as small numbers: the timeline is the longest table and names them in each row.
CREATE TABLE known_id (no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;

-- Folders and documents as the entries up to (newest_at, newest_seq) made them.
CREATE TABLE item (
  no INTEGER PRIMARY KEY,
  matter_id TEXT NOT NULL,
  is_folder INTEGER NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- every other name it has had, one a line
  former_names TEXT NOT NULL,
  -- id of the folder it was last said to be in, known or not; NULL for the root
  place TEXT,
  deleted INTEGER NOT NULL,
  versions INTEGER NOT NULL,
  changed_at TEXT,
  changed_by TEXT,
  newest_at INTEGER NOT NULL,
  newest_seq INTEGER NOT NULL,
  UNIQUE (matter_id, is_folder, id)
) STRICT;
CREATE INDEX item_place ON item (matter_id, place);

-- Version ids counted already: services show the same version more than once.
CREATE TABLE item_version (
  item INTEGER NOT NULL,
  version_id TEXT NOT NULL,
  PRIMARY KEY (item, version_id)
) STRICT, WITHOUT ROWID;

-- One row for each entry; \`matter\`, \`user\` and the folders are numbers of known_id, 0 is the root folder.
CREATE TABLE timeline (
  matter INTEGER NOT NULL,
  -- sort key: time in ms, then arrival; seq is the entry's
  at INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  item INTEGER,
  user INTEGER,
  folder INTEGER NOT NULL,
  name TEXT NOT NULL,
  from_text TEXT,
  to_text TEXT,
  from_folder INTEGER,
  to_folder INTEGER,
  PRIMARY KEY (matter, at, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX timeline_item ON timeline (item, at, seq);
CREATE INDEX timeline_folder ON timeline (matter, folder, at, seq);
CREATE INDEX timeline_user ON timeline (matter, user, at, seq);
CREATE INDEX timeline_kind ON timeline (matter, kind, at, seq);
-- All that a page needs, so that walking past other people's rows reads nothing else.
CREATE INDEX timeline_all ON timeline (at, seq, kind, user, item);

ALTER TABLE matter ADD COLUMN last_change_at INTEGER;

-- Matters in the order they are usually listed in, with what decides whether they are shown. The other orders are made
-- after the first listing (\`MatterStore.prepareOrder\`): made in one go they cost a third of what they cost row by row.
CREATE INDEX matter_by_number ON matter (is_lead, number COLLATE NOCASE, title COLLATE NOCASE, status);

-- Words of numbers and titles, and every three signs in a row of numbers; rowid is the matter's. Filled after matters are
-- listed, not while: \`matter_searched\` says what is in them.
CREATE VIRTUAL TABLE matter_search USING fts5 (
  number, title, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
CREATE VIRTUAL TABLE matter_number_search USING fts5 (
  number, content = '', contentless_delete = 1, tokenize = 'trigram'
);
CREATE TABLE matter_searched (no INTEGER PRIMARY KEY, number TEXT NOT NULL, title TEXT NOT NULL) STRICT;

-- Words of every name a folder or document has had, and the number of its matter as a word; rowid is item.no.
CREATE VIRTUAL TABLE item_search USING fts5 (
  names, matter, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
`;
