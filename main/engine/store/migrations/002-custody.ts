/** The custody log (docs/custody-log.md): it grows at its end and never changes otherwise. */
export const custody = `
CREATE TABLE custody (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  at TEXT NOT NULL,
  written_at TEXT NOT NULL,
  matter_id TEXT,
  file_id TEXT,
  related_id TEXT,
  version_id TEXT,
  save_id INTEGER,
  change TEXT,
  sha256 TEXT,
  size INTEGER,
  name TEXT,
  path TEXT,
  detail TEXT,
  person TEXT,
  user_name TEXT,
  host_name TEXT,
  device_id TEXT NOT NULL,
  salt TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX custody_document ON custody (matter_id, file_id);
CREATE INDEX custody_related ON custody (matter_id, related_id) WHERE related_id IS NOT NULL;

CREATE TRIGGER custody_never_changes BEFORE UPDATE ON custody
BEGIN SELECT RAISE(ABORT, 'the custody log is never changed'); END;
CREATE TRIGGER custody_never_shrinks BEFORE DELETE ON custody
BEGIN SELECT RAISE(ABORT, 'the custody log is never shortened'); END;
CREATE TRIGGER custody_grows_at_its_end BEFORE INSERT ON custody
WHEN NEW.seq IS NOT 1 + (SELECT coalesce(max(seq), 0) FROM custody)
  OR NEW.previous_hash IS NOT coalesce((SELECT hash FROM custody ORDER BY seq DESC LIMIT 1), NEW.previous_hash)
BEGIN SELECT RAISE(ABORT, 'the custody log grows only at its end'); END;
`;
