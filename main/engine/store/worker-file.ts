import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

/**
 * Where the program of a thread is. Built, it stands beside the engine, while whoever starts it may stand among the parts that
 * several programs share.
 * @param from the address of the module that asks
 */
export function workerFile(name: string, from = import.meta.url): URL {
  if (from.endsWith('.ts')) return new URL(`./${name}.ts`, from);
  return new URL(from.includes('/chunks/') ? `../${name}.js` : `./${name}.js`, from);
}

/** Resolves when the thread has closed what it has open, and is over. */
export async function endWorker(worker: Worker): Promise<void> {
  // One that keeps no process alive would not be waited for.
  worker.ref();
  const exit = once(worker, 'exit');
  worker.postMessage('end');
  await exit;
}
