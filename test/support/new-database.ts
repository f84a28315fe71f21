import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { EnginePorts } from '../../main/engine/compose.ts';
import { prepareDatabase } from '../../main/engine/store/database.ts';

const empty = prepareDatabase(new Database(':memory:')).serialize();

/** What a directory has in which nothing was ever kept. */
const ofNew = ['person.json'];

/** Begins such a directory with an empty database: to migrate each anew takes as long as many a test. */
export const withNewDatabase = (ports: EnginePorts): EnginePorts => ({
  ...ports,
  openDatabase(directory) {
    if (readdirSync(directory).every((name) => ofNew.includes(name)))
      writeFileSync(join(directory, 'matterline.db'), empty);
    return ports.openDatabase(directory);
  },
});
