import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import type { ElectronProgram } from './electron-launch.ts';

export interface LaunchedPackage {
  readonly page: Page;
  /** The page once it was loaded anew because its process had ended: the one before is of no use then. */
  readonly pageAgain: () => Promise<Page>;
  readonly processId: number;
  /** Everything the program has written to its standard streams so far, from its first word. */
  readonly output: () => string;
  /** The addresses of all its pages. */
  readonly pageAddresses: () => Promise<string[]>;
  /** Closes its window, as a person does, and waits until it has ended. */
  readonly close: () => Promise<void>;
}

/** How often a program that is starting is looked at, in milliseconds, and how many times. */
const look = { every: 50, times: 400 };
/** Asking which pages there are while one is being loaded can leave it hanging: it is given this long, in milliseconds. */
const loading = 1_500;

/** Starts a package made for tests. Its fuses keep Playwright's inspector out; Chromium's debugging port is left. */
export async function launchPackage(program: ElectronProgram): Promise<LaunchedPackage> {
  const { executablePath, args, environment } = program;
  const child = spawn(executablePath, ['--remote-debugging-port=0', ...args, '--lang=en-GB'], {
    env: { ...environment, LANG: 'en_GB.UTF-8', LANGUAGE: 'en_GB' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const words: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => words.push(chunk.toString('utf8')));
  }
  const output = (): string => words.join('');
  const address = await until(() => /DevTools listening on ws:\/\/([\d.:]+)\//.exec(output())?.[1], output);
  const targets = async () => {
    const answer = await fetch(`http://${address}/json/list`);
    return targetsSchema.parse(await answer.json());
  };
  const shown = async (): Promise<Page> => {
    // Connecting to a page that is just being loaded can leave it hanging: its title comes with the page.
    await until(async () => (await targets()).find(({ title }) => title === 'Matterline'), output);
    const browser = await chromium.connectOverCDP(`http://${address}`);
    const page = browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error(`The package shows no page.\n${output()}`);
    return page;
  };
  await sleep(loading);
  const page = await shown();
  if (child.pid === undefined) throw new Error('The package is not running.');
  return {
    page,
    pageAgain: shown,
    processId: child.pid,
    output,
    pageAddresses: async () => (await targets()).map(({ url }) => url),
    async close() {
      await page.close().catch(() => undefined);
      await ended;
    },
  };
}

const targetsSchema = z.array(z.object({ title: z.string(), url: z.string() }));

async function until<Value>(
  find: () => Value | undefined | Promise<Value | undefined>,
  output: () => string,
): Promise<Value> {
  for (let time = 0; time < look.times; time += 1) {
    const found = await find();
    if (found !== undefined) return found;
    await sleep(look.every);
  }
  throw new Error(`The package did not start.\n${output()}`);
}
