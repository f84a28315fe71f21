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

const exists = (database: Database, sql: string): boolean =>
  database.prepare(`${sql} LIMIT 1`).get() !== undefined;
