/**
 * New documents that were announced by POST, which names them: what was announced, and the id that the service gave, null as long as no
 * answer told.
 */
export const postedDocuments = `
CREATE TABLE posted_document (
  save_id INTEGER PRIMARY KEY,
  matter_id TEXT NOT NULL,
  key TEXT NOT NULL,
  file_name TEXT NOT NULL,
  folder_id TEXT,
  posted_at INTEGER NOT NULL,
  named TEXT
);
CREATE INDEX posted_document_named ON posted_document (matter_id, named);
`;
