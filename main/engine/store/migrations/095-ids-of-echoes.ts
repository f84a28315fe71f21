/**
 * What another matter's history showed of a move goes by an id of its own: the matter's own entry of that id may have been passed
 * over, and is read again.
 */
export const idsOfEchoes = `
UPDATE folder_answer SET hash = NULL, etag = NULL
  WHERE matter_id IN (SELECT matter_id FROM history_entry WHERE echo = 1);
UPDATE history_entry SET id = 'echo ' || coalesce(
    iif(json_extract(raw, '$.newMatterId') = matter_id, json_extract(raw, '$.oldMatterId'), json_extract(raw, '$.newMatterId')),
    '') || ' ' || id
  WHERE echo = 1 AND json_valid(raw)
    AND NOT EXISTS (SELECT 1 FROM entry_shown_again AS again WHERE again.seq = history_entry.seq);
`;
