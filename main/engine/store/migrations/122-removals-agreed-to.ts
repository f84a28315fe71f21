/** Deletions that the person agreed to follow though there is no wastebasket: those that they were asked about, and no others. */
export const removalsAgreedTo = `
CREATE TABLE removal_agreed (
  matter_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  -- of the entry that says that it was deleted
  seq INTEGER NOT NULL,
  PRIMARY KEY (matter_id, file_id)
) STRICT, WITHOUT ROWID;
-- It said up to which entry, also of documents that nobody was asked about.
DELETE FROM setting WHERE name LIKE 'remove-without-wastebasket %';
`;
