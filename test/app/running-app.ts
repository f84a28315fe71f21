import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ElectronApplication, Page } from 'playwright-core';
import { type ElectronProgram, launchElectron } from './electron-launch.ts';
import { MatterlineWindow } from './matterline-window.ts';
import { type LaunchedPackage, launchPackage } from './packed-launch.ts';

/** The app, started as a person starts it, and looked at through its window. */
export class RunningApp {
  readonly page: Page;
  readonly window: MatterlineWindow;
  readonly #electron: ElectronApplication | null;
  readonly #launched: LaunchedPackage;

  private constructor(electron: ElectronApplication | null, launched: LaunchedPackage) {
    this.#electron = electron;
    this.#launched = launched;
    this.page = launched.page;
    this.page.setDefaultTimeout(30_000);
    this.window = new MatterlineWindow(electron, this.page);
  }

  static async start(program: ElectronProgram): Promise<RunningApp> {
    if (program.packed) return new RunningApp(null, await launchPackage(program));
    const { electron, output } = await launchElectron(program);
    const page = await electron.firstWindow();
    const processId = electron.process().pid;
    if (processId === undefined) throw new Error('The app is not running.');
    return new RunningApp(electron, {
      page,
      pageAfter: () => Promise.reject(new Error('Only a package is driven from outside of its page.')),
      processId,
      output,
      pageAddresses: () =>
        electron.evaluate(({ webContents }) =>
          webContents.getAllWebContents().map((contents) => contents.getURL()),
        ),
      close: () => electron.close(),
    });
  }

  /** The app from inside; there is no such way into a package. */
  get electron(): ElectronApplication {
    if (!this.#electron) throw new Error('Nothing may look into a package from inside.');
    return this.#electron;
  }

  /** Everything the app has written to its standard streams. */
  get output(): string {
    return this.#launched.output();
  }

  /** The addresses of all pages of the app, in its window or anywhere else. */
  pageAddresses(): Promise<string[]> {
    return this.#launched.pageAddresses();
  }

  /** Ends the engine process as a crash would; answers its process id. */
  async killEngine(): Promise<number> {
    const id = await this.engineProcessId();
    process.kill(id, 'SIGKILL');
    return id;
  }

  /** Ends every process of the app at once, as a power cut would, as far as one can do that to processes. */
  async killEverything(): Promise<void> {
    await killFamily(this.#launched.processId);
  }

  /** The process id of the engine: a utility process of Electron, or a Node of its own. */
  async engineProcessId(): Promise<number> {
    const { stdout } = await run('ps', ['-o', 'pid=,args=', '--ppid', String(this.#launched.processId)]);
    const engine = stdout
      .split('\n')
      .find((line) => /engine\.js --directory|node\.mojom\.NodeService/.test(line));
    if (engine === undefined) throw new Error('The engine is not running.');
    return Number.parseInt(engine, 10);
  }

  /** Ends the process of the page as a crash would; answers the page that comes in its place. */
  crashPage(): Promise<Page> {
    return this.#launched.pageAfter(async () => {
      const before = await this.#pageProcessId();
      if (before === null) throw new Error('The app has no page.');
      process.kill(before, 'SIGSEGV');
      for (let now: number | null = before; now === null || now === before; ) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        now = await this.#pageProcessId();
      }
    });
  }

  async #pageProcessId(): Promise<number | null> {
    const { stdout } = await run('ps', ['-eo', 'pid=,ppid=,args=']);
    const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/));
    const parentOf = new Map(rows.map(([id, parent]) => [Number(id), Number(parent)]));
    const isOurs = (id: number): boolean =>
      id === this.#launched.processId || (id > 1 && isOurs(parentOf.get(id) ?? 0));
    const page = rows.find(([id, , ...args]) => args.includes('--type=renderer') && isOurs(Number(id)));
    return page ? Number(page[0]) : null;
  }

  async close(): Promise<void> {
    await this.#launched.close();
  }
}

const run = promisify(execFile);

/** Kills a process and everything it has started, and waits until all of them are gone. */
export async function killFamily(processId: number): Promise<void> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid=']);
  const pairs = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const family = new Set([processId]);
  for (const parent of family) {
    for (const [id, of] of pairs) if (of === parent && id !== undefined) family.add(id);
  }
  // The parent first: it would start what it misses again.
  for (const id of family) killIfThere(id);
  while ([...family].some(isThere)) await new Promise((resolve) => setTimeout(resolve, 20));
}

function killIfThere(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It ended by itself when its parent did.
  }
}

function isThere(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
