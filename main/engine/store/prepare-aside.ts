import { Worker } from 'node:worker_threads';
import type { Clock } from '../../../shared/base/clock.ts';
import { needsPreparing, prepareFile } from './opening.ts';
import { workerFile } from './worker-file.ts';

/** What the thread is told; `at` is the time, in milliseconds since 1970. */
export interface Preparation {
  readonly file: string;
  readonly at: number;
}

/** What it answers. A failure's class does not survive the way between two threads. */
export interface Prepared {
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** Milliseconds between two signs of life. */
const signEvery = 10_000;

/**
 * Has a database made ready in a thread of its own, however long it takes: this one goes on answering, and says that it is
 * still at it.
 * @throws as `prepareFile`, with the failure's code
 */
export async function prepareAside(
  file: string,
  clock: Clock,
  onStillPreparing: () => void,
  start = startWorker,
): Promise<void> {
  if (!needsPreparing(file)) return prepareFile(file, () => clock.now());
  const ready = new AbortController();
  const signs = signOfLife(clock, onStillPreparing, ready.signal);
  try {
    const { failure } = await start({ file, at: clock.now() });
    if (failure) throw Object.assign(new Error(failure.message), { code: failure.code });
  } finally {
    ready.abort();
    await signs;
  }
}

async function signOfLife(clock: Clock, onStillPreparing: () => void, ready: AbortSignal): Promise<void> {
  while (!ready.aborted) {
    onStillPreparing();
    await clock.sleep(signEvery, ready);
  }
}

function startWorker(preparation: Preparation): Promise<Prepared> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile('prepare-worker'), { workerData: preparation });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that prepares the database ended')));
  });
}
