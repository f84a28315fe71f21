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
  electron.evaluate = answeredOnce(electron.evaluate.bind(electron) as Evaluate) as typeof electron.evaluate;
  return { electron, output: () => output.join('') };
}

type Evaluate = (does: (...given: never[]) => unknown, argument?: unknown) => Promise<unknown>;

/** Answers of one question that may be lost before something else must be wrong. */
const mostLost = 10;

/**
 * Playwright's questions inside the program, for which V8 holds the answer so weakly that collecting garbage may lose it
 * (“Resulting promise was garbage collected”): what is asked is done once, and its answer asked for until it comes.
 */
export function answeredOnce(evaluate: Evaluate): Evaluate {
  let questions = 0;
  return async (does, argument) => {
    questions += 1;
    const source = `(electron, argument) => {
      const answers = (globalThis.answersOfTests ??= new Map());
      if (!answers.has(${questions})) answers.set(${questions}, (${String(does)})(electron, argument));
      return answers.get(${questions});
    }`;
    // Playwright sends the text of what it is given.
    const asked = Object.assign(() => undefined, { toString: () => source });
    for (let lost = 0; ; lost += 1) {
      try {
        return await evaluate(asked, argument);
      } catch (failure) {
        if (lost === mostLost || !String(failure).includes('garbage collected')) throw failure;
      }
    }
  };
}
