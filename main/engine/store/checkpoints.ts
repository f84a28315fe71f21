import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { distrustLog } from './log-trust.ts';
import { endWorker, workerFile } from './worker-file.ts';

/** Pages of log, 64 MB, that spare writing the same pages of the database again and again. */
export const logPages = 16_000;
/** Rows written between two checkpoints: a few megabytes of log. */
const rowsBetween = 5_000;
/** Pages of log from which on a commit moves them itself, because the thread beside it does not keep up. */
const lastResort = 50_000;

/**
 * Moves what was committed from the log into the database in a thread of its own. In the thread that answers the window
 * this takes tenths of a second at a time, waiting for the disk, while a long history comes in. Where no thread can be
 * started, commits do it as before.
 */
class Checkpoints {
  readonly #database: Database;
  #worker: Worker | null = null;
  #isMoving = false;
  #movedAt = 0;
  #ended = false;

  constructor(database: Database) {
    this.#database = database;
    database.pragma(`wal_autocheckpoint = ${lastResort}`);
  }

  /** Something may have been written. */
  wrote(): void {
    if (this.#ended || this.#isMoving) return;
    const written = this.#database.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0;
    if (written - this.#movedAt < rowsBetween) return;
    this.#movedAt = written;
    this.#isMoving = true;
    this.#worker ??= this.#start();
    this.#worker.postMessage('move');
  }

  /** Resolves when the thread has closed the database. */
  async end(): Promise<void> {
    this.#ended = true;
    if (this.#worker) await endWorker(this.#worker);
  }

  #start(): Worker {
    const worker = new Worker(workerFile('checkpoint-worker'), { workerData: this.#database.name });
    worker.on('message', () => {
      this.#isMoving = false;
    });
    worker.on('error', () => {
      distrustLog(this.#database);
      this.#ended = true;
      if (this.#database.open) this.#database.pragma(`wal_autocheckpoint = ${logPages}`);
    });
    worker.on('exit', () => {
      this.#worker = null;
      this.#isMoving = false;
    });
    worker.unref();
    return worker;
  }
}

const aside = new WeakMap<Database, Checkpoints>();

/** Has the checkpoints of a database in a file made aside, until they are ended: before it is closed. */
export function checkpointsAside(database: Database): Database {
  aside.set(database, new Checkpoints(database));
  return database;
}

/** The checkpoints of a database that has them made aside. */
export const checkpointsOf = (database: Database): Checkpoints | undefined => aside.get(database);
