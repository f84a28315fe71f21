import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { Browser } from '../../browser/browser.ts';
import { serve } from '../../renderer/fake/serve.ts';
import { appLaunch } from './launch.ts';

/** The window's page in Electron, under its content policy, on a firm that is made up in the page itself. */
export class MadeUpWindow implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #server: Server;
  readonly #address: string;
  readonly #folder: string;
  readonly #complaints: string[] = [];

  private constructor(browser: Browser, server: Server, address: string, folder: string) {
    this.#browser = browser;
    this.#server = server;
    this.#address = address;
    this.#folder = folder;
    this.page.on('console', (message) => {
      if (message.type() === 'error') this.#complaints.push(`console: ${message.text()}`);
    });
    this.page.on('pageerror', (error) => this.#complaints.push(error.message));
  }

  static async open(): Promise<MadeUpWindow> {
    const folder = await mkdtemp(join(tmpdir(), 'matterline-made-up-'));
    const built = join(folder, 'page');
    await build({
      configFile: join(import.meta.dirname, '../../renderer/fake/vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: built },
    });
    const { address, server } = await serve(built);
    const { executablePath, args, environment } = appLaunch();
    const browser = await Browser.start({
      executablePath,
      args: args.filter((argument) => argument.startsWith('-')),
      environment: { ...environment, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') },
    });
    return new MadeUpWindow(browser, server, address, folder);
  }

  get page(): Page {
    return this.#browser.page;
  }

  /** What the page wrote to its console as an error since it was last asked. */
  complaints(): string[] {
    return this.#complaints.splice(0);
  }

  /** Loads the page anew for a scene of the made-up firm, at a place. */
  async show(scene: string, hash: string): Promise<void> {
    await this.page.mouse.move(0, 0);
    await this.page.goto('about:blank');
    await this.page.goto(`${this.#address}?scene=${scene}#${hash}`);
  }

  /** Pixels of the screen, and how many of them one of the page's takes. */
  resize(width: number, height: number, zoom: number): Promise<void> {
    return this.#browser.resize(width, height, zoom);
  }

  picture(): Promise<Buffer> {
    return this.#browser.picture();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    this.#server.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
