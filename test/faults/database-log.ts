import { closeSync, openSync, readFileSync, readSync, truncateSync, writeSync } from 'node:fs';
import type { Chance } from './noise.ts';

/** How far a log is written: a new one begins, from its start, with a mark of its own. */
export interface LogEnd {
  readonly mark: string;
  readonly frames: number;
}

/** Bytes before the first frame of a log, and before the page in each. */
const [logHead, frameHead] = [32, 24];
const nothing: LogEnd = { mark: '', frames: 0 };

/** What SQLite itself knows of the log of an open database (https://www.sqlite.org/walformat.html). */
export function logEnd(file: string): LogEnd {
  const index = Buffer.alloc(48);
  if (!readInto(`${file}-shm`, index)) return nothing;
  return { mark: index.toString('hex', 32, 40), frames: index.readUInt32LE(16) };
}

function readInto(path: string, bytes: Buffer): boolean {
  try {
    const handle = openSync(path, 'r');
    try {
      return readSync(handle, bytes, 0, bytes.length, 0) === bytes.length;
    } finally {
      closeSync(handle);
    }
  } catch {
    return false;
  }
}

/**
 * A power cut leaves of the frames after those that are safe as many as it likes: the log ends there, in the middle of a frame, or
 * goes on with what was never written. Answers how many are whole.
 */
export function tearLog(file: string, safe: number, frames: number, chance: Chance): number {
  const log = `${file}-wal`;
  const bytes = readFileSync(log);
  const frame = frameHead + bytes.readUInt32BE(8);
  const left = safe + Math.floor(chance() * (frames - safe));
  const at = Math.floor(logHead + (left + chance()) * frame);
  if (chance() < 0.5) truncateSync(log, at);
  else overwrite(log, at, Buffer.alloc(bytes.length - at));
  return left;
}

/** The power went while the log was being moved into the database: some of its pages are there, and some of those are torn. */
export function moveHalf(file: string, safe: number, chance: Chance): void {
  const bytes = readFileSync(`${file}-wal`);
  const page = bytes.readUInt32BE(8);
  const committed = framesIn(bytes, page, safe).findLast(({ pages }) => pages > 0);
  if (!committed) return;
  for (const { number, start } of framesIn(bytes, page, committed.at + 1)) {
    if (chance() < 0.5) continue;
    const whole = chance() < 0.8 ? page : Math.floor((chance() * page) / 512) * 512;
    overwrite(file, (number - 1) * page, bytes.subarray(start, start + whole));
  }
}

/** @param most of them, from the first */
function framesIn(bytes: Buffer, page: number, most: number) {
  return Array.from({ length: most }, (_, at) => {
    const head = logHead + at * (frameHead + page);
    return {
      at,
      number: bytes.readUInt32BE(head),
      pages: bytes.readUInt32BE(head + 4),
      start: head + frameHead,
    };
  });
}

function overwrite(path: string, at: number, bytes: Buffer): void {
  const handle = openSync(path, 'r+');
  try {
    writeSync(handle, bytes, 0, bytes.length, at);
  } finally {
    closeSync(handle);
  }
}
