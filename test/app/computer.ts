import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callbackScheme } from '../../main/sign-in/deep-link.ts';
import { Browser } from '../browser/browser.ts';
import { type Opener, standInOpener } from '../browser/opener.ts';
import type { ElectronProgram } from './electron-launch.ts';
import { killFamily, RunningApp } from './running-app.ts';
import { handOver } from './second-starts.ts';

/** What a connection file says. */
export type ConnectionFile = Readonly<Record<string, string>>;

/**
 * A person's computer for one test: a home of its own, the app, a browser, and the system between them. Nothing of the
 * computer that runs the test is touched. Linux only: elsewhere the system's opener cannot be stood in for.
 */
export class Computer implements AsyncDisposable {
  readonly directory: string;
  /** Addresses the app asked the system to open, oldest first. */
  readonly opened: string[] = [];
  /** Links to the app that the system was asked to open, oldest first. */
  readonly appLinks: string[] = [];
  /** How the system gives links to the app: Windows and Linux start it with them, macOS tells the one that runs. */
  handsLinksOver: 'by a start' | 'as macOS' = 'by a start';
  readonly #launch: ElectronProgram;
  readonly #browserLaunch: ElectronProgram;
  /** What the app and the browser are started with. */
  readonly environment: Record<string, string>;
  #opener: Opener | null = null;
  #browser: Browser | null = null;
  #app: RunningApp | null = null;
  readonly #runs: RunningApp[] = [];
  #watchers = new Set<() => void>();

  private constructor(launch: ElectronProgram, browserLaunch: ElectronProgram, directory: string) {
    this.#launch = launch;
    this.#browserLaunch = browserLaunch;
    this.directory = directory;
    const path = [join(directory, 'bin'), launch.environment['PATH'] ?? ''].join(delimiter);
    this.environment = { ...launch.environment, ...homeEnvironment(directory), PATH: path };
  }

  /** `browserLaunch` starts what stands in for the system's browser. */
  static async start(launch: ElectronProgram, browserLaunch = launch): Promise<Computer> {
    const computer = new Computer(
      launch,
      browserLaunch,
      await mkdtemp(join(tmpdir(), 'matterline-computer-')),
    );
    for (const folder of ['home', 'runtime']) await mkdir(join(computer.directory, folder));
    computer.#opener = await standInOpener(computer.directory, (address) => computer.#open(address));
    return computer;
  }

  /** Where the app keeps its own files. */
  get appData(): string {
    return join(this.directory, 'home', '.config', 'Matterline');
  }

  get app(): RunningApp {
    if (!this.#app) throw new Error('The app is not running.');
    return this.#app;
  }

  /** A new, empty folder for documents. */
  async makeFolder(name: string): Promise<string> {
    const folder = join(this.directory, 'home', 'Documents', name);
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Starts the app with a connection file; further arguments are those of the system, such as a link. */
  async startApp(connection: ConnectionFile | null, ...further: string[]): Promise<RunningApp> {
    const file = join(this.directory, 'connection.json');
    if (connection) await writeFile(file, JSON.stringify(connection));
    this.#app = await RunningApp.start({
      ...this.#launch,
      args: [...this.#launch.args, ...privacy, ...(connection ? ['--config', file] : []), ...further],
      environment: this.environment,
    });
    this.#runs.push(this.#app);
    return this.#app;
  }

  /** Everything the app has written to its standard streams, in all its runs. */
  get outputs(): string {
    return this.#runs.map(({ output }) => output).join('');
  }

  async closeApp(): Promise<void> {
    await this.#app?.close();
    this.#app = null;
  }

  /** Ends every process of the app at once. */
  async killApp(): Promise<void> {
    await this.#app?.killEverything();
    this.#app = null;
  }

  /** Starts the app as it was started last, and kills all of it so many milliseconds later. */
  async startAndKill(after: number): Promise<void> {
    const file = join(this.directory, 'connection.json');
    const program = spawn(this.#launch.executablePath, [...this.#launch.args, ...privacy, '--config', file], {
      env: this.environment,
      stdio: 'ignore',
    });
    await sleep(after);
    if (program.pid !== undefined) await killFamily(program.pid);
  }

  /** What the system does when the person follows a link to the app, or starts the app a second time. */
  async startSecondApp(...further: string[]): Promise<void> {
    const second = spawn(this.#launch.executablePath, [...this.#launch.args, ...privacy, ...further], {
      env: this.environment,
      stdio: 'ignore',
    });
    await once(second, 'exit');
  }

  /** The same for a great many links; answers how many of them the app took. */
  startForEach(links: readonly string[]): Promise<number> {
    return handOver(links, this.appData, (link) => this.startSecondApp(link));
  }

  /** Waits until the app has opened its sign-in page, and shows it in the browser. */
  async signInPage(): Promise<Browser> {
    const address = await this.#next(this.opened);
    this.#browser ??= await Browser.start({
      executablePath: this.#browserLaunch.executablePath,
      args: [...this.#browserLaunch.args.filter((argument) => argument.startsWith('-')), ...privacy],
      environment: this.environment,
    });
    await this.#browser.goTo(address);
    return this.#browser;
  }

  /** The next link to the app that the browser hands to the system. */
  async nextAppLink(): Promise<string> {
    return this.#next(this.appLinks);
  }

  /** Signs in through the app's own button, the browser and the system's way back. */
  async signIn(userName: string, password: string): Promise<void> {
    await this.app.page.getByRole('button', { name: 'Sign in' }).click();
    await this.finishSignIn(userName, password);
  }

  /** Goes on with a sign-in that was begun in the app. */
  async finishSignIn(userName: string, password: string): Promise<void> {
    const browser = await this.signInPage();
    await browser.signIn(userName, password);
    const inside = this.app.page.getByRole('navigation', { name: 'Main' });
    // Whoever signs in where somebody worked before is asked once whether it is the same person.
    const yes = this.app.page.getByRole('button', { name: /^Yes, I am/ });
    await inside.or(yes).waitFor();
    if (await yes.isVisible()) await yes.click();
    await inside.waitFor();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.closeApp();
    await this.#browser?.close();
    await this.#opener?.close();
    await rm(this.directory, { recursive: true, force: true, maxRetries: 3 });
  }

  #open(address: string): void {
    if (address.startsWith(`${callbackScheme}:`)) {
      this.appLinks.push(address);
      void (this.handsLinksOver === 'by a start' ? this.startSecondApp(address) : this.#openUrl(address));
    } else {
      this.opened.push(address);
    }
    for (const watcher of this.#watchers) watcher();
  }

  /** What Electron says on macOS for a link. */
  async #openUrl(link: string): Promise<void> {
    await this.app.electron.evaluate(({ app }, url) => {
      app.emit('open-url', { preventDefault: () => {} }, url);
    }, link);
  }

  /** Takes the oldest of a list, waiting for one. */
  async #next(list: string[]): Promise<string> {
    for (;;) {
      const first = list.shift();
      if (first !== undefined) return first;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#watchers.add(resolve);
      await promise;
      this.#watchers.delete(resolve);
    }
  }
}

/** The computer's keyring stays untouched. */
const privacy = ['--password-store=basic'];

function homeEnvironment(directory: string): Record<string, string> {
  const home = join(directory, 'home');
  return {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_RUNTIME_DIR: join(directory, 'runtime'),
  };
}
