import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { withOnly } from '../own-descriptors.ts';
import { type EngineFiles, engineArguments, engineEnvironment, type OnComplaint } from './engine-files.ts';
import type { EngineProcess } from './supervisor.ts';

/** Starts the engine with a Node of its own, for an Electron whose Node is too old for it. */
export function launchNode(files: EngineFiles, node: string, onComplaint: OnComplaint): EngineProcess {
  // A plain Node cannot look into the app's archive; test builds have the engine beside it.
  const file = files.file.replace(/\.asar(?=[\\/])/, '.asar.unpacked');
  const child = withOnly(['ignore', 'inherit', 'pipe', 'ipc'], (stdio) =>
    fork(file, engineArguments(files), {
      execPath: node,
      execArgv: [],
      env: engineEnvironment(),
      serialization: 'advanced',
      stdio,
    }),
  );
  if (child.stderr) createInterface({ input: child.stderr }).on('line', onComplaint);
  return {
    pipe: {
      // With a callback a closed channel is not an exception: the close is reported by itself.
      send: (message) => void child.send(message as object, () => {}),
      onMessage: (listener) => child.on('message', listener),
      onClose: (listener) => {
        const once = (): void => {
          child.off('exit', once).off('error', once);
          listener();
        };
        child.once('exit', once).once('error', once);
      },
    },
    kill: () => child.kill('SIGKILL'),
  };
}
