import { parentPort, workerData } from 'node:worker_threads';
import { checkHere } from './check-aside.ts';

if (!parentPort) throw new Error('this runs as a worker');
parentPort.postMessage(await checkHere(String(workerData)));
