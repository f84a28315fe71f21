import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ElectronApplication, Page } from 'playwright-core';
import { type ElectronProgram, launchElectron } from './electron-launch.ts';
import { MatterlineWindow } from './matterline-window.ts';

/** The app, started as a person starts it, and looked at through its window. */
export class RunningApp {
  readonly electron: ElectronApplication;
  readonly page: Page;
  readonly window: MatterlineWindow;
  readonly #output: () => string;

  private constructor(electron: ElectronApplication, page: Page, output: () => string) {
    this.#output = output;
    this.electron = electron;
    this.page = page;
    this.window = new MatterlineWindow(electron, page);
  }

  static async start(program: ElectronProgram): Promise<RunningApp> {
    const { electron, output } = await launchElectron(program);
    const page = await electron.firstWindow();
    page.setDefaultTimeout(15_000);
    return new RunningApp(electron, page, output);
  }

  /** Everything the app has written to its standard streams. */
  get output(): string {
    return this.#output();
  }

  /** Ends the engine process as a crash would; answers its process id. */
  async killEngine(): Promise<number> {
    const id = await this.engineProcessId();
    process.kill(id, 'SIGKILL');
    return id;
  }

  /** The process id of the engine: a utility process of Electron, or a Node of its own. */
  async engineProcessId(): Promise<number> {
    const { stdout } = await run('ps', ['-o', 'pid=,args=', '--ppid', String(this.electron.process().pid)]);
    const engine = stdout
      .split('\n')
      .find((line) => /engine\.js --directory|node\.mojom\.NodeService/.test(line));
    if (engine === undefined) throw new Error('The engine is not running.');
    return Number.parseInt(engine, 10);
  }

  async close(): Promise<void> {
    await this.electron.close();
  }
}

const run = promisify(execFile);
