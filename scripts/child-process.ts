import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** How a command ended. `code` is 127 when it could not be started and 1 when a signal ended it. */
export type CommandResult = { readonly code: number; readonly output: string };

export type CommandOptions = Pick<SpawnOptions, 'cwd' | 'env'> & {
  /** Milliseconds after which the command is killed; unlimited when absent. */
  readonly timeout?: number;
};

/** Runs a command to its end and returns what it printed on both streams. Never throws. */
export function runQuietly(command: string, args: string[], options: CommandOptions = {}) {
  return ended(spawn(command, args, { ...options, stdio: quiet }));
}

/** A command that runs beside everything else. */
export interface Beside {
  readonly ended: Promise<CommandResult>;
  /** Asks it to end, as Ctrl-C does. */
  readonly stop: () => void;
}

/** Starts a command that gets only the processor time that nobody else wants, and ends with this process at the latest. */
export function runBeside(command: string, args: string[], options: CommandOptions = {}): Beside {
  // Linux shares processors out among sessions first: priority counts only within one, and a session has one too.
  const detached = process.platform === 'linux';
  const child = spawn(command, args, { ...options, stdio: quiet, detached });
  if (child.pid !== undefined) setLowestPriority(child.pid);
  const stop = (): void => void child.kill('SIGINT');
  process.once('exit', stop);
  return { ended: ended(child), stop };
}

const quiet = ['ignore', 'pipe', 'pipe'] as const satisfies SpawnOptions['stdio'];

function setLowestPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, '19');
  } catch {
    // It has ended already, or the system shares processors out otherwise.
  }
}

function ended(child: ChildProcess): Promise<CommandResult> {
  const { promise, resolve } = Promise.withResolvers<CommandResult>();
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  child.once('error', (error) => resolve({ code: 127, output: error.message }));
  child.once('close', (code) => resolve({ code: code ?? 1, output }));
  return promise;
}

/** Runs a command on this console, passing on the signals that ask this process to stop. Returns its exit code. */
export async function runOnConsole(command: string, args: string[], options: CommandOptions = {}) {
  const { promise, resolve } = Promise.withResolvers<number>();
  const child = spawn(command, args, { ...options, stdio: 'inherit' });
  const passOn = (signal: NodeJS.Signals): boolean => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, passOn);
  child.once('error', (error) => {
    console.error(`${command}: ${error.message}`);
    resolve(127);
  });
  child.once('close', (code) => resolve(code ?? 1));
  const code = await promise;
  for (const signal of signals) process.off(signal, passOn);
  return code;
}
