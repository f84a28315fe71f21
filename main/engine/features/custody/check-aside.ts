import { Worker } from 'node:worker_threads';
import type { RecordVerification } from '../../../../shared/evidence/verify-record.ts';
import { workerFile } from '../../store/worker-file.ts';

/** What a check of a record found, without what the record says. */
export type RecordCheck =
  | { readonly outcome: 'not-a-record' | 'whole' }
  | Extract<RecordVerification, { outcome: 'broken' }>;

/** Checks a record as everybody does. */
export type CheckRecord = (text: string) => Promise<RecordCheck>;

/** In the thread that asks. */
export const checkHere: CheckRecord = async (text) => {
  const { verifyRecord } = await import('../../../../shared/evidence/verify-record.ts');
  const found = await verifyRecord(text);
  return found.outcome === 'broken' ? found : { outcome: found.outcome };
};

/** Letters from which on a record is checked in a thread of its own: below that it takes less time than the thread needs to begin. */
const long = 128 * 1024;

/** Long ones in a thread of its own: with 20,000 entries the check takes a second, in which the engine would answer nobody. */
export const checkAside: CheckRecord = async (text) => {
  if (text.length < long) return checkHere(text);
  // A thread that the system does not give, or that ended, leaves the check to this one.
  return inThread(text).catch(() => checkHere(text));
};

function inThread(text: string): Promise<RecordCheck> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile('record-worker', import.meta.url), { workerData: text });
    // Nobody waits for a record when the program ends.
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that checks the record ended')));
  });
}
