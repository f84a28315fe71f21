import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import type { ElectronProgram } from './electron-launch.ts';

export interface LaunchedPackage {
  readonly page: Page;
  /** Lets go of the page while it is made to crash; answers the one that comes in its place. */
  readonly pageAfter: (crash: () => Promise<void>) => Promise<Page>;
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
/** How long a page that is asked whether it is loaded may take to answer, in milliseconds. */
const patience = 500;
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
  const shown = async () => {
    // Connecting to a page that is just being loaded can leave it hanging.
    await until(async () => (await isLoaded((await targets())[0])) || undefined, output);
    const browser = await chromium.connectOverCDP(`http://${address}`);
    const page = browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error(`The package shows no page.\n${output()}`);
    return { browser, page };
  };
  await sleep(loading);
  let connected = await shown();
  if (child.pid === undefined) throw new Error('The package is not running.');
  return {
    page: connected.page,
    async pageAfter(crash) {
      await connected.browser.close();
      await crash();
      connected = await shown();
      return connected.page;
    },
    processId: child.pid,
    output,
    pageAddresses: async () => (await targets()).map(({ url }) => url),
    async close() {
      await connected.page.close().catch(() => undefined);
      await ended;
    },
  };
}

const targetSchema = z.object({ url: z.string(), webSocketDebuggerUrl: z.string() });
const targetsSchema = z.array(targetSchema);

/** Asks the page itself: one that crashed keeps its title and says nothing. */
function isLoaded(target: z.infer<typeof targetSchema> | undefined): Promise<boolean> {
  if (!target) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    const answer = (loaded: boolean): void => {
      clearTimeout(timer);
      socket.close();
      resolve(loaded);
    };
    const timer = setTimeout(() => answer(false), patience);
    const expression = "document.title === 'Matterline' && document.readyState === 'complete'";
    socket.onopen = () =>
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
    socket.onmessage = ({ data }) => answer(String(data).includes('"value":true'));
    socket.onerror = () => answer(false);
  });
}

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
