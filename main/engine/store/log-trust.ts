import type { Database } from 'better-sqlite3';

// A disk that fails to take a file's bytes says so once: asked again, it may answer that all is well, although what it failed
// to take is nowhere. So a log of which that was ever said is not asked about again before what it holds was written elsewhere.
const distrusted = new WeakSet<Database>();

export const distrustLog = (database: Database): void => void distrusted.add(database);

export const trustLog = (database: Database): void => void distrusted.delete(database);

export const isLogTrusted = (database: Database): boolean => !distrusted.has(database);

/** SQLite's words for a disk that failed at reading, writing or keeping. */
export const isFailingDisk = (failure: unknown): boolean =>
  failure instanceof Error &&
  'code' in failure &&
  typeof failure.code === 'string' &&
  failure.code.startsWith('SQLITE_IOERR');

/**
 * A commit that SQLite itself waits for, and that is told to somebody as kept. What the log holds that the disk may not have goes to the
 * database first: after a power cut the log would end there, and with it whatever came later.
 * @throws SQLITE_BUSY while somebody reads the log
 */
export function inTrustedLog<Value>(database: Database, work: () => Value): Value {
  if (database.inTransaction) return work();
  if (!isLogTrusted(database)) moveLog(database);
  try {
    return work();
  } catch (failure) {
    if (isFailingDisk(failure)) distrustLog(database);
    throw failure;
  }
}

function moveLog(database: Database): void {
  const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  if (result?.busy !== 0) throw Object.assign(new Error('the log is still read'), { code: 'SQLITE_BUSY' });
}
