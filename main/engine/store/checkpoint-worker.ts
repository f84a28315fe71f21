import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { waitForDrive } from './wait-for-drive.ts';

/** Milliseconds without work after which the thread ends: an idle program has one thread less. */
const patience = 5_000;

const port = parentPort;
if (!port) throw new Error('this runs as a worker');
const database = new Database(String(workerData), { fileMustExist: true });
database.pragma('synchronous = FULL');
waitForDrive(database);

const end = () => {
  clearTimeout(rest);
  database.close();
  port.close();
};
const rest = setTimeout(end, patience);

port.on('message', (message: 'move' | 'end') => {
  if (message === 'end') return end();
  database.pragma('wal_checkpoint(PASSIVE)');
  rest.refresh();
  port.postMessage('moved');
});
