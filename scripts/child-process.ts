import { type SpawnOptions, spawn } from 'node:child_process';

/** How a command ended. `code` is 127 when it could not be started and 1 when a signal ended it. */
export type CommandResult = { readonly code: number; readonly output: string };

export type CommandOptions = Pick<SpawnOptions, 'cwd' | 'env'> & {
  /** Milliseconds after which the command is killed; unlimited when absent. */
  readonly timeout?: number;
};

/** Runs a command to its end and returns what it printed on both streams. Never throws. */
export function runQuietly(command: string, args: string[], options: CommandOptions = {}) {
  const { promise, resolve } = Promise.withResolvers<CommandResult>();
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
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
