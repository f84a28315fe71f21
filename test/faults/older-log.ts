import Sqlite from 'better-sqlite3';
import { computer } from './computer.ts';
import { digestOfRow, genesisOf, hashAfter } from './oracle/custody.ts';
import { baseUrl } from './sim-network.ts';

/** A database of an earlier program with so many entries in its custody log, of which there is no tree. */
export function withOlderLog(image: Buffer, entries: number): Buffer {
  const database = new Sqlite(image);
  const deviceId = 'device-of-before';
  database.prepare('INSERT INTO setting (name, value) VALUES (?, ?)').run('device-id', deviceId);
  let previous = genesisOf(baseUrl, deviceId);
  for (let seq = 1; seq <= entries; seq += 1) {
    const at = new Date(seq * 60_000).toISOString();
    const said = {
      ...{
        seq,
        kind: 'linked',
        at,
        written_at: at,
        matter_id: `matter of before ${seq}`,
        path: `/before/${seq}`,
      },
      ...{
        user_name: computer.userName,
        host_name: computer.hostName,
        device_id: deviceId,
        salt: `salt ${seq}`,
      },
    };
    const hash = hashAfter(seq, previous, digestOfRow({ ...nothing, ...said }));
    const row = { ...said, previous_hash: previous, hash };
    const columns = Object.keys(row);
    database
      .prepare(
        `INSERT INTO custody (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
      )
      .run(row);
    previous = hash;
  }
  const made = database.serialize();
  database.close();
  return made;
}

/** Columns that such an entry says nothing in. */
const nothing = Object.fromEntries(
  [
    'file_id',
    'related_id',
    'version_id',
    'save_id',
    'change',
    'sha256',
    'size',
    'name',
    'detail',
    'person',
  ].map((name) => [name, null]),
);
