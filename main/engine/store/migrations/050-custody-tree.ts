/**
 * The tree over the entries of the custody log (docs/custody-log.md), its signed checkpoints and their time stamps. Tiles are made
 * from the entries, in the background for those that were there before; a checkpoint is never changed.
 */
export const custodyTree = `
ALTER TABLE custody ADD COLUMN digest BLOB;
DROP TRIGGER custody_grows_at_its_end;
CREATE TRIGGER custody_grows_at_its_end BEFORE INSERT ON custody
WHEN (NEW.seq, NEW.previous_hash) IS NOT (SELECT seq + 1, hash FROM custody ORDER BY seq DESC LIMIT 1)
  AND (NEW.seq IS NOT 1 OR EXISTS (SELECT 1 FROM custody))
BEGIN SELECT RAISE(ABORT, 'the custody log grows only at its end'); END;

CREATE TABLE custody_tree (
  id INTEGER PRIMARY KEY,
  origin TEXT NOT NULL,
  entries_before INTEGER NOT NULL,
  missing TEXT NOT NULL,
  beginning TEXT NOT NULL
) STRICT;
CREATE TABLE custody_tile (
  tree INTEGER NOT NULL,
  level INTEGER NOT NULL,
  number INTEGER NOT NULL,
  root BLOB NOT NULL,
  hashes BLOB NOT NULL,
  UNIQUE (tree, level, number)
) STRICT;
CREATE TABLE custody_checkpoint (
  id INTEGER PRIMARY KEY,
  tree INTEGER NOT NULL,
  size INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  public_key BLOB NOT NULL,
  lasting INTEGER NOT NULL,
  note TEXT NOT NULL
) STRICT;
CREATE TRIGGER custody_checkpoint_never_changes BEFORE UPDATE ON custody_checkpoint
BEGIN SELECT RAISE(ABORT, 'a checkpoint is never changed'); END;
CREATE TABLE custody_stamp (
  id INTEGER PRIMARY KEY,
  checkpoint INTEGER NOT NULL REFERENCES custody_checkpoint (id),
  at INTEGER NOT NULL,
  authority TEXT NOT NULL,
  certificate BLOB NOT NULL,
  request BLOB NOT NULL,
  response BLOB NOT NULL
) STRICT;
CREATE INDEX custody_stamp_of ON custody_stamp (checkpoint);
`;
