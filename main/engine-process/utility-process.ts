import { createInterface } from 'node:readline';
import { utilityProcess } from 'electron';
import { type EngineFiles, engineArguments, engineEnvironment, type OnComplaint } from './engine-files.ts';
import type { EngineProcess } from './supervisor.ts';

/** Starts the engine as a utility process of Electron, as in the product. */
export function launchUtility(files: EngineFiles, onComplaint: OnComplaint): EngineProcess {
  const child = utilityProcess.fork(files.file, engineArguments(files), {
    serviceName: 'Matterline engine',
    env: engineEnvironment(),
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  if (child.stderr) createInterface({ input: child.stderr }).on('line', onComplaint);
  let gone = false;
  child.once('exit', () => {
    gone = true;
  });
  return {
    pipe: {
      send: (message) => {
        if (!gone) child.postMessage(message);
      },
      onMessage: (listener) => child.on('message', listener),
      onClose: (listener) => child.once('exit', listener),
    },
    kill: () => child.kill(),
  };
}
