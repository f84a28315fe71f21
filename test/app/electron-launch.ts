import { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { dirname } from 'node:path';
import { _electron, type ElectronApplication } from 'playwright-core';

/** An Electron program on this machine, with everything it is started with. */
export interface ElectronProgram {
  /** A package, driven from outside, because nothing may look into it from inside. */
  readonly packed?: boolean;
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export interface LaunchedElectron {
  readonly electron: ElectronApplication;
  /** Everything the program has written to its standard streams so far, from its first word. */
  readonly output: () => string;
}

/**
 * Starts an Electron program under Playwright. The executable is named by the variable that the `electron` package reads
 * and not by Playwright's own option: only then does Playwright hold the program until it is connected. Connecting to a
 * page that is just being loaded can leave it hanging.
 */
export async function launchElectron(program: ElectronProgram): Promise<LaunchedElectron> {
  const { executablePath, args, environment } = program;
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] = dirname(executablePath);
  const output: string[] = [];
  // Playwright hands the process out only once it is connected, when its first words are gone.
  const listen = (message: unknown): void => {
    const started = typeof message === 'object' && message !== null && Reflect.get(message, 'process');
    if (!(started instanceof ChildProcess)) return;
    started.once('spawn', () => {
      for (const stream of [started.stdout, started.stderr]) {
        stream?.on('data', (chunk: Buffer) => output.push(chunk.toString('utf8')));
      }
    });
    unsubscribe('child_process', listen);
  };
  subscribe('child_process', listen);
  const electron = await _electron.launch({ args: [...args], env: { ...environment }, locale: 'en-GB' });
  return { electron, output: () => output.join('') };
}
