import { parentPort, workerData } from 'node:worker_threads';
import { failureCode } from '../platform/files.ts';
import { prepareFile } from './opening.ts';
import type { Preparation, Prepared } from './prepare-aside.ts';

const { file, at }: Preparation = workerData;

function prepare(): Prepared {
  try {
    prepareFile(file, () => at);
    return { failure: null };
  } catch (failure) {
    return { failure: { code: failureCode(failure), message: String(failure) } };
  }
}

parentPort?.postMessage(prepare());
