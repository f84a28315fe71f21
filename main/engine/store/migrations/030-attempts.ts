/** A document has one base, and a save its attempts: what may have become of each is decided from these. */
export const attempts = `
-- everything that history showed up to this history_entry.seq is included in the copy here, or was agreed to be covered
ALTER TABLE local_file ADD COLUMN base_up_to INTEGER NOT NULL DEFAULT 0;
UPDATE local_file SET base_up_to = base_seq;
ALTER TABLE local_file DROP COLUMN base_seq;

CREATE TABLE attempt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  save_id INTEGER NOT NULL,
  -- random; travels with the announcement
  key TEXT NOT NULL,
  -- the newest history_entry.seq that was visible when it was announced
  seen_up_to INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('unknown', 'refused', 'accepted')),
  -- the entry that the service’s own record of the document proves to be this attempt
  entry_id TEXT
) STRICT;
CREATE INDEX attempt_save ON attempt (save_id);

-- the version that the person was shown when they chose to file on top: what comes later is asked about again
ALTER TABLE save ADD COLUMN agreed_up_to INTEGER;
-- 1: an earlier program called it filed, and nothing that was kept proves it; 2: the same, not yet in the custody log
ALTER TABLE save ADD COLUMN unproven INTEGER NOT NULL DEFAULT 0;
CREATE INDEX save_unproven ON save (unproven) WHERE unproven <> 0;

-- What was taken by the upload address has an entry that says so; of what else was announced nobody can tell.
CREATE TEMP TABLE taken_save (save_id INTEGER PRIMARY KEY);
INSERT OR IGNORE INTO taken_save
  SELECT save_id FROM custody WHERE kind = 'sent' AND detail IS NOT 'seen-in-history' AND save_id IS NOT NULL;
INSERT INTO attempt (save_id, key, seen_up_to, outcome)
  SELECT id, '', announced_seq, iif(id IN (SELECT save_id FROM taken_save), 'accepted', 'unknown') FROM save
  WHERE announced_seq IS NOT NULL AND state IN ('waiting', 'sending', 'sent', 'problem');

UPDATE save SET agreed_up_to = (
    SELECT max(entry.seq) FROM history_entry AS entry
    WHERE entry.matter_id = save.matter_id AND entry.file_id = save.file_id AND entry.received_at <= (
      SELECT max(CAST(strftime('%s', custody.at) AS INTEGER) * 1000) FROM custody
      WHERE custody.save_id = save.id AND custody.kind = 'decided' AND custody.detail = 'file-on-top'))
  WHERE on_top = 1 AND state IN ('waiting', 'sending', 'sent', 'problem');

-- Filed, it was said, because a version by the same person appeared: that may have been another computer’s.
UPDATE save SET state = 'kept', unproven = 2
  WHERE state = 'filed' AND kind = 'content'
    AND (filed_entry_id IS NULL OR id NOT IN (SELECT save_id FROM taken_save));
DROP TABLE taken_save;
-- What the copy of such a document includes is not known either: its next save asks, once.
UPDATE local_file SET base_up_to = 0
  WHERE EXISTS (SELECT 1 FROM save WHERE save.matter_id = local_file.matter_id AND save.file_id = local_file.file_id
      AND save.unproven = 2)
    AND NOT EXISTS (
      SELECT 1 FROM save AS later WHERE later.matter_id = local_file.matter_id AND later.file_id = local_file.file_id
        AND later.kind = 'content' AND later.state = 'filed' AND later.id > (
          SELECT max(id) FROM save WHERE save.matter_id = local_file.matter_id AND save.file_id = local_file.file_id
            AND save.unproven = 2));

ALTER TABLE save DROP COLUMN announced_seq;
ALTER TABLE save DROP COLUMN on_top;
-- the history entry that the copy here is known to descend from
ALTER TABLE local_file ADD COLUMN base_entry TEXT;
UPDATE local_file SET base_entry = (
  SELECT filed_entry_id FROM save
  WHERE save.matter_id = local_file.matter_id AND save.file_id = local_file.file_id AND save.kind = 'content'
    AND save.state = 'filed' AND save.sha256 = local_file.sha256
  ORDER BY save.id DESC LIMIT 1);
`;
