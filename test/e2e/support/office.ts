import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Computer } from '../../app/computer.ts';
import { eleanor, Firm } from '../../app/firm.ts';
import type { Ledger } from '../../app/ledger.ts';
import type { PracticeServiceOptions } from '../../service/index.ts';
import { appLaunch } from './launch.ts';
import { foundIn, piecesBelow, writtenBelow } from './written.ts';

/** A lawyer's computer and the firm's service. */
export class Office implements AsyncDisposable {
  readonly computer: Computer;
  readonly firm: Firm;

  readonly #packed: boolean;
  /** Every code, token and upload address the service gave out, by its secret part. */
  readonly issued: ReadonlySet<string>;

  private constructor(computer: Computer, firm: Firm, packed: boolean, issued: ReadonlySet<string>) {
    this.issued = issued;
    this.computer = computer;
    this.firm = firm;
    this.#packed = packed;
  }

  static async open(options: Partial<PracticeServiceOptions> = {}, program = appLaunch()): Promise<Office> {
    const computer = await Computer.start(program, appLaunch());
    const issued = new Set<string>();
    const random = (byteCount: number): Buffer => {
      const bytes = randomBytes(byteCount);
      if (byteCount === 32) issued.add(bytes.toString('base64url'));
      return bytes;
    };
    return new Office(
      computer,
      await Firm.start({ random, ...options, directory: join(computer.directory, 'service') }),
      program.packed ?? false,
      issued,
    );
  }

  /** With somebody signed in, and a matter linked to a new folder. */
  static async linked(title: string, program = appLaunch()): Promise<{ office: Office; folder: string }> {
    const office = await Office.open({}, program);
    try {
      await office.startSignedIn();
      return { office, folder: await office.openLinked(title) };
    } catch (error) {
      await office[Symbol.asyncDispose]();
      throw error;
    }
  }

  get page() {
    return this.computer.app.page;
  }

  get window() {
    return this.computer.app.window;
  }

  /** Starts the app and signs in, in the browser. */
  async startSignedIn(): Promise<void> {
    await this.startApp();
    await this.signIn();
  }

  /** Starts the app with the firm's connection file. */
  async startApp(): Promise<void> {
    const rootFolder = await this.computer.makeFolder('Matters');
    await this.computer.startApp({ ...this.firm.connection(), ...(this.#packed && { rootFolder }) });
  }

  async signIn(): Promise<void> {
    await this.computer.signIn(eleanor.userName, eleanor.password);
    // The window is where it was left.
    await this.window.goTo('Matters');
  }

  /** Opens a matter and links a new folder of this computer to it. Answers the folder. */
  async openLinked(title: string): Promise<string> {
    if (this.#packed) return this.#openLinkedBelowRoot(title);
    const folder = await this.computer.makeFolder(title);
    await this.window.openMatter(title);
    await this.window.linkFolder(folder);
    await this.page.getByRole('button', { name: 'Show folder' }).waitFor();
    return folder;
  }

  /** Nobody can answer the folder dialog of a package, which is the system's own. */
  async #openLinkedBelowRoot(title: string): Promise<string> {
    const root = await this.computer.makeFolder('Matters');
    const before = new Set(await readdir(root));
    await this.window.openMatter(title);
    await this.window.linkNewFolder();
    await this.page.getByRole('button', { name: 'Show folder' }).waitFor();
    const made = (await readdir(root)).find((name) => !before.has(name));
    if (made === undefined) throw new Error(`No folder was made for ${title}.`);
    return join(root, made);
  }

  /** The id the service has for a matter into which a document of this name was filed. */
  matterOf(fileName: string): string {
    const { service } = this.firm;
    const holds = (id: string): boolean => service.filesOf(id).some((file) => file.fileName === fileName);
    const found = service.matterIds().find(holds);
    if (found === undefined) throw new Error(`The service has no ${fileName}.`);
    return found;
  }

  /** What the service has otherwise than it was saved, in the matter into which a document of this name was filed. */
  async different(ledger: Ledger, fileName: string): Promise<string[]> {
    const compared = await ledger.compare(this.firm.service, this.matterOf(fileName));
    return compared.filter(({ holds }) => !holds).map(({ line }) => line);
  }

  /** What must never be written anywhere: all the service gave out, its key, upload addresses. */
  get secrets(): string[] {
    const { apiKey, storageUrl } = this.firm.service;
    return [...this.issued, apiKey, storageUrl];
  }

  /** Where a secret was written, on disk or to the output; nothing but the connection file may hold the key. */
  async secretsWritten(): Promise<string[]> {
    const { outputs: latin1 } = this.computer;
    const files = await writtenBelow(join(this.computer.directory, 'home'));
    return foundIn([...files, { path: 'output', latin1, utf16: '' }], this.secrets);
  }

  /** Where the content of a document was written, other than into the vault. */
  async contentsWritten(): Promise<string[]> {
    const home = join(this.computer.directory, 'home');
    const files = (await writtenBelow(home)).filter(({ path }) => !path.includes(`${sep}vault${sep}`));
    const output = { path: 'output', latin1: this.computer.outputs, utf16: '' };
    return foundIn([...files, output], await piecesBelow(join(home, 'Documents')));
  }

  /** Ends everything, and looks through all that this run of the app has left behind (promise 8). */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.computer.closeApp();
    const written = [...(await this.secretsWritten()), ...(await this.contentsWritten())];
    await this.computer[Symbol.asyncDispose]();
    await this.firm.stop();
    if (written.length > 0) throw new Error(`Secrets or contents were written: ${written.join(', ')}`);
  }
}
