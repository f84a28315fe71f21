import { serveStubEngine } from './stub-engine.ts';

/** The stub engine as a process, started by Node's fork or Electron's utilityProcess. */
const parent =
  'parentPort' in process
    ? (process.parentPort as NodeJS.EventEmitter & { postMessage(m: unknown): void })
    : null;

serveStubEngine(
  {
    send: (message) => (parent ? parent.postMessage(message) : process.send?.(message)),
    onMessage: (listener) =>
      parent
        ? parent.on('message', (event: { data: unknown }) => listener(event.data))
        : process.on('message', (message) => listener(message)),
    onClose: (listener) => process.on('disconnect', listener),
  },
  () => process.exit(7),
);
process.on('disconnect', () => process.exit(0));
