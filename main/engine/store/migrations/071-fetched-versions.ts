/** Contents that were brought from the service into matter folders: what is known to be filed, and where it was on this computer. */
export const fetchedVersions = `
CREATE TABLE fetched_version (
  matter_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  -- What the service calls it, where it says so.
  version_id TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (matter_id, file_id, sha256)
) STRICT, WITHOUT ROWID;
`;
