/** Documents captured before the history of their place was read. */
export const undecidedDocuments = `
-- What they are is decided once it was read, and nothing of them is sent before.
CREATE TABLE undecided_document (
  matter_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  PRIMARY KEY (matter_id, file_id)
) STRICT, WITHOUT ROWID;

-- What an earlier program captured that way, and has said nothing of to anybody.
INSERT INTO undecided_document
SELECT matter_id, file_id FROM save
WHERE matter_id NOT IN (SELECT matter_id FROM folder_poll WHERE folder_id = '')
GROUP BY matter_id, file_id
HAVING min(state = 'waiting' AND attempts = 0) = 1;
`;
