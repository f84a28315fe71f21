import type { ProcessPipe } from '../../../shared/contract/link.ts';

/** The part of Electron's `process.parentPort` that is used, seen from plain Node. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}

/** The pipe to the process that started this one: a utility process's port, or the channel of `fork`. */
export function parentPipe(): ProcessPipe {
  const port = (process as { parentPort?: ParentPort }).parentPort;
  if (port) {
    return {
      send: (message) => port.postMessage(message),
      onMessage: (listener) => port.on('message', (event) => listener(event.data)),
      // A utility process never outlives its parent.
      onClose: () => undefined,
    };
  }
  if (!process.send) throw new Error('the engine is started by the program, not by hand');
  // Without its parent the engine has nobody to ask for a token, nor anybody to tell.
  process.on('disconnect', () => process.exit(0));
  return {
    send: (message) => process.send?.(message),
    onMessage: (listener) => process.on('message', listener),
    onClose: (listener) => process.on('disconnect', listener),
  };
}
