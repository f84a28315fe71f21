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
    page.setDefaultTimeout(15_000);
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

  async close(): Promise<void> {
    await this.#electron.close();
  }
}
