import { join } from 'node:path';
import { Computer } from '../../app/computer.ts';
import { eleanor, Firm } from '../../app/firm.ts';
import type { PracticeServiceOptions } from '../../service/index.ts';
import { appLaunch } from './launch.ts';

/** A lawyer's computer and the firm's service. */
export class Office implements AsyncDisposable {
  readonly computer: Computer;
  readonly firm: Firm;

  private constructor(computer: Computer, firm: Firm) {
    this.computer = computer;
    this.firm = firm;
  }

  static async open(options: Partial<PracticeServiceOptions> = {}): Promise<Office> {
    const computer = await Computer.start(appLaunch());
    return new Office(
      computer,
      await Firm.start({ ...options, directory: join(computer.directory, 'service') }),
    );
  }

  get page() {
    return this.computer.app.page;
  }

  get window() {
    return this.computer.app.window;
  }

  /** Starts the app and signs in, in the browser. */
  async startSignedIn(): Promise<void> {
    await this.computer.startApp(this.firm.connection());
    await this.signIn();
  }

  async signIn(): Promise<void> {
    await this.computer.signIn(eleanor.userName, eleanor.password);
    await this.window.mattersHeading.waitFor();
  }

  /** Opens a matter and links a new folder of this computer to it. Answers the folder. */
  async openLinked(title: string): Promise<string> {
    const folder = await this.computer.makeFolder(title);
    await this.window.openMatter(title);
    await this.window.linkFolder(folder);
    await this.page.getByRole('button', { name: 'Show folder' }).waitFor();
    return folder;
  }

  /** The id the service has for a matter into which a document of this name was filed. */
  matterOf(fileName: string): string {
    const { service } = this.firm;
    const holds = (id: string): boolean => service.filesOf(id).some((file) => file.fileName === fileName);
    const found = service.matterIds().find(holds);
    if (found === undefined) throw new Error(`The service has no ${fileName}.`);
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.computer[Symbol.asyncDispose]();
    await this.firm.stop();
  }
}
