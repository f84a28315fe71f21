import { join } from 'node:path';
import type { ElectronApplication, Page } from 'playwright-core';
import { type ElectronProgram, launchElectron } from '../app/electron-launch.ts';

/** A browser of the person's own, apart from the app: it only ever gets addresses and shows pages. */
export class Browser {
  readonly #electron: ElectronApplication;
  readonly page: Page;

  private constructor(electron: ElectronApplication, page: Page) {
    this.#electron = electron;
    this.page = page;
  }

  /** `args` are switches for this machine. */
  static async start({ executablePath, args, environment }: ElectronProgram): Promise<Browser> {
    const folder = join(import.meta.dirname, 'app');
    const { electron } = await launchElectron({ executablePath, args: [...args, folder], environment });
    const page = await electron.firstWindow();
    page.setDefaultTimeout(30_000);
    return new Browser(electron, page);
  }

  async goTo(address: string): Promise<void> {
    await this.page.goto(address);
  }

  /** Types a name and a password into the sign-in page and sends them. */
  async signIn(userName: string, password: string): Promise<void> {
    await this.page.getByLabel('User name').fill(userName);
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click({ noWaitAfter: true });
  }

  async cancel(): Promise<void> {
    await this.page.getByRole('button', { name: 'Cancel' }).click({ noWaitAfter: true });
  }

  /** Pixels of the screen for the page, and how many of them each of the page's own takes. */
  async resize(width: number, height: number, zoom: number): Promise<void> {
    await this.#electron.evaluate(
      ({ BrowserWindow }, wanted) => {
        const [window] = BrowserWindow.getAllWindows();
        window?.setContentSize(wanted.width, wanted.height);
        window?.webContents.setZoomFactor(wanted.zoom);
      },
      { width, height, zoom },
    );
  }

  /** What the window shows, as PNG, whatever its zoom. */
  async picture(): Promise<Buffer> {
    const encoded = await this.#electron.evaluate(async ({ BrowserWindow }) => {
      const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
      return image?.toPNG().toString('base64') ?? '';
    });
    return Buffer.from(encoded, 'base64');
  }

  async close(): Promise<void> {
    await this.#electron.close();
  }
}
