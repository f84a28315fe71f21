import type { Database } from './database.ts';

// A table of which a part is missing may read like one that is whole: what other tables know of it is asked too, before
// anything is said to be kept.

/** True when the custody log names a save that is not there. */
export const savesAreMissing = (database: Database): boolean =>
  exists(
    database,
    `SELECT 1 FROM custody WHERE save_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM save WHERE save.id = custody.save_id)`,
  );

/** True when the custody log names a linked folder that is not there. */
export const linksAreMissing = (database: Database): boolean =>
  exists(
    database,
    `SELECT 1 FROM custody AS last WHERE kind = 'linked'
       AND seq = (SELECT max(seq) FROM custody WHERE matter_id = last.matter_id AND kind IN ('linked', 'unlinked'))
       AND NOT EXISTS (SELECT 1 FROM matter_folder WHERE matter_folder.matter_id = last.matter_id)`,
  );

/** True when the list of the vault lacks a content that must be in it. */
export const contentsAreMissing = (database: Database): boolean =>
  exists(
    database,
    `SELECT 1 FROM save WHERE kind = 'content' AND state <> 'filed'
       AND NOT EXISTS (SELECT 1 FROM content WHERE content.sha256 = save.sha256)`,
  );

/**
 * Files of documents that have something unfiled are known again by it, where what was known of them was lost: each would be a new
 * document otherwise, and filed twice. What stands there is captured anew; it descends from what was filed of it last.
 */
export function findFilesAgain(database: Database): void {
  const ofDocument = 'one.matter_id = save.matter_id AND one.file_id = save.file_id';
  const lastFiled = `SELECT filed_entry_id FROM save AS one WHERE ${ofDocument} AND kind = 'content'
    AND filed_entry_id IS NOT NULL ORDER BY id DESC LIMIT 1`;
  database.exec(`
    INSERT OR IGNORE INTO local_file
      (matter_id, path, file_id, size, modified, changed, inode, sha256, base_entry, base_up_to)
    SELECT matter_id, (SELECT path FROM save AS one WHERE ${ofDocument} ORDER BY id DESC LIMIT 1), file_id,
      size, '0', '0', '', sha256, (${lastFiled}),
      coalesce((SELECT seq FROM history_entry WHERE history_entry.matter_id = save.matter_id
        AND history_entry.id = (${lastFiled})), 0)
    FROM save
    WHERE id = (SELECT max(id) FROM save AS one WHERE ${ofDocument} AND kind = 'content')
      AND EXISTS (SELECT 1 FROM save AS one WHERE ${ofDocument}
        AND state IN ('waiting', 'sending', 'sent', 'problem') AND coalesce(problem ->> 'code', '') <> 'found-again')
      AND NOT EXISTS (SELECT 1 FROM local_file AS one WHERE ${ofDocument})`);
}

/** Saves held until the person decides about many changes at once, of which the record was lost, are asked about again. */
export function askAgainAboutHeld(database: Database): void {
  database.exec(`
    INSERT INTO mass_change (id, matter_id, began_at, last_at)
    SELECT held, matter_id, min(captured_at), max(captured_at) FROM save
    WHERE held > 0 AND held NOT IN (SELECT id FROM mass_change) GROUP BY held`);
}

const exists = (database: Database, sql: string): boolean =>
  database.prepare(`${sql} LIMIT 1`).get() !== undefined;
