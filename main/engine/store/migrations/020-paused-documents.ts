/** Documents whose saves wait until the person resumes them, as those of a paused matter do. */
export const pausedDocuments = `
CREATE TABLE paused_document (
  matter_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  PRIMARY KEY (matter_id, file_id)
) STRICT, WITHOUT ROWID;
`;
