import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { ensureSystemParts } from './system-parts.ts';

export type Display = {
  /** Variables that programs need to open windows on it; empty where the machine's own display is used. */
  readonly environment: { readonly DISPLAY?: string };
  readonly close: () => void;
};

export type DisplayOutcome =
  | { readonly kind: 'ready'; readonly display: Display }
  | { readonly kind: 'unavailable'; readonly reason: string };

const ownDisplay: Display = { environment: {}, close: () => undefined };

/**
 * Makes sure that the executable can open windows: checks its system libraries and, on Linux without a display,
 * starts an Xvfb that ends with this process at the latest.
 */
export async function ensureDisplay(executable: string): Promise<DisplayOutcome> {
  if (process.platform !== 'linux') return { kind: 'ready', display: ownDisplay };
  const hasDisplay = Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY']);
  const problem = await ensureSystemParts(executable, !hasDisplay);
  if (problem !== undefined) return { kind: 'unavailable', reason: problem };
  return hasDisplay ? { kind: 'ready', display: ownDisplay } : startXvfb();
}

/** Another screen than any there is, for programs that are to know nothing of each other’s windows. */
export async function startXvfb(): Promise<DisplayOutcome> {
  const { promise, resolve } = Promise.withResolvers<DisplayOutcome>();
  // Detached, so that Ctrl-C reaches the app first and not the screen under it.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x900x24', '-nolisten', 'tcp'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const close = (): void => {
    server.kill();
  };
  process.once('exit', close);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  server.once('error', (error) => resolve({ kind: 'unavailable', reason: `Xvfb: ${error.message}` }));
  server.once('exit', () => resolve({ kind: 'unavailable', reason: 'Xvfb ended before it was ready.' }));
  server.unref();

  const numbers = server.stdio[3];
  if (!(numbers instanceof Readable)) throw new Error('Xvfb was started without the pipe for its number.');
  createInterface({ input: numbers }).once('line', (number) => {
    numbers.destroy();
    resolve({ kind: 'ready', display: { environment: { DISPLAY: `:${number}` }, close } });
  });
  return promise;
}
