import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import {
  massChangeLimits,
  setMassChangeLimits,
} from '../../main/engine/features/mass-changes/mass-change.ts';
import { systemFiles } from '../../main/engine/platform/system-files.ts';
import { openDatabase } from '../../main/engine/store/database.ts';
import type { LocalFile } from '../../main/engine/store/links.ts';
import { storesOn } from '../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../shared/model/index.ts';
import { testAuditContext } from '../support/audit-context.ts';
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts';
import { control } from './control.ts';
import type { Spent } from './engine-probe.ts';
import { messageFrom } from './figures.ts';
import type { PracticeAddress } from './practice-process.ts';
import { ShownMatter } from './shown-matter.ts';

/** Requests a second when the measurement is not about the service's limit. */
const noLimit = { perSecond: 1_000_000, burst: 1_000_000 };
/** Bytes of each document, and of each save. */
const bytes = 2_000;
/** Longer than this, in milliseconds, and a measurement counts as not done. */
const patience = 120_000;
/** How often it is looked whether something has come about, in milliseconds. */
const look = 5;

/** One matter in whose folder so many documents lie that the service has, known and filed, with the engine on it. */
export class KnownDocuments implements AsyncDisposable {
  readonly folder: string;
  readonly matterId: MatterId;
  readonly names: readonly string[];
  readonly #directory: string;
  readonly #service: ChildProcess;
  readonly #address: PracticeAddress;
  readonly #engine: EngineProcess;
  readonly #database: Database.Database;
  #whileStarting: Spent = { deaf: 0, ownDeaf: 0, thread: 0, process: 0 };
  /** What the engine spent until the matter’s whole history was read for the first time. */
  readonly whileReading: Spent;

  private constructor(made: {
    directory: string;
    service: ChildProcess;
    address: PracticeAddress;
    matterId: MatterId;
    names: readonly string[];
    engine: EngineProcess;
    whileReading: Spent;
  }) {
    this.whileReading = made.whileReading;
    this.#directory = made.directory;
    this.folder = folderIn(made.directory);
    this.matterId = made.matterId;
    this.names = made.names;
    this.#service = made.service;
    this.#address = made.address;
    this.#engine = made.engine;
    this.#database = new Database(databaseIn(made.directory), { readonly: true });
  }

  static async make(count: number, engineFlags: readonly string[] = []): Promise<KnownDocuments> {
    const directory = mkdtempSync(join(tmpdir(), 'matterline-bench-'));
    mkdirSync(folderIn(directory), { recursive: true });
    const service = fork(new URL('./practice-process.ts', import.meta.url), ['1']);
    const address = await messageFrom<PracticeAddress>(service);
    await control(address, 'PUT', '/apply-delay', { milliseconds: 20 });
    const [matterId] = (await control(address, 'GET', '/matters')) as [MatterId];
    // Every fourth entry is a second version of a document.
    const entries = Math.ceil((count * 4) / 3);
    const order = { matterId, folderId: null, count: entries };
    const ids = (await control(address, 'POST', '/seed/history', order)) as FileId[];
    const whileReading = await readHistory(directory, address, matterId, ids.length);
    const names = await putOnDisk(directory, matterId, ids);
    const engine = startProbed(directory, address, engineFlags);
    await configure(engine, directory, address);
    const known = new KnownDocuments({ directory, service, address, matterId, names, engine, whileReading });
    // Before it was told of the service nobody could ask it anything.
    await known.spent();
    await known.#untilStatus(({ looking }) => looking === 0);
    // What a start leaves behind is over, and the history was read once in whole.
    await sleep(1_000);
    known.#whileStarting = await known.spent();
    return known;
  }

  get client(): EngineProcess['client'] {
    return this.#engine.client;
  }

  /** What the engine spent until everything in the folder was compared with what is known. */
  get whileStarting(): Spent {
    return this.#whileStarting;
  }

  /** What the engine spent since this was asked last. */
  async spent(): Promise<Spent> {
    return await spentBy(this.#engine, this.#directory);
  }

  /** A window shows the matter from now on. */
  show(): ShownMatter {
    return new ShownMatter(this.client, this.matterId);
  }

  /** How many of a folder's newest entries its history shows. */
  async showHistory(historyLength: 'all' | number): Promise<void> {
    await control(this.#address, 'PATCH', '/variants', { historyLength });
  }

  /** Saves one document, new or known; resolves when it is filed, with the milliseconds that took. */
  async saveAndFile(name: string): Promise<number> {
    const before = this.saved();
    const startedAt = performance.now();
    this.save(name);
    await this.until((states) => states.length > before && states.every((state) => state === 'filed'));
    return performance.now() - startedAt;
  }

  /** Puts so many new files into the folder; resolves when all are in the outbox. */
  async capture(count: number, name: string): Promise<void> {
    const before = this.saved();
    for (let number = 0; number < count; number += 1) this.save(`${name} ${number}.docx`);
    await this.until((states) => states.length === before + count);
  }

  /** Unlinks the folder and links it again; resolves when all of it was compared with what is known. */
  async relink(): Promise<void> {
    const { matterId } = this;
    await this.client.folders.unlink({ matterId });
    await this.client.folders.link({ matterId, path: this.folder });
    let looked = false;
    await this.#untilStatus(({ looking }) => {
      looked ||= looking > 0;
      return looked && looking === 0;
    });
  }

  save(name: string): void {
    writeFileSync(join(this.folder, name), randomBytes(bytes));
  }

  saved(): number {
    return this.#states().length;
  }

  async until(isSo: (states: readonly string[]) => boolean): Promise<void> {
    const until = performance.now() + patience;
    while (!isSo(this.#states())) {
      if (performance.now() > until) throw new Error(`it was not done after ${patience / 1000} seconds`);
      await sleep(look);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#database.close();
    await this.#engine.stop();
    this.#service.disconnect();
    await once(this.#service, 'exit');
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #states(): string[] {
    return this.#database.prepare<[], string>('SELECT state FROM save').pluck().all();
  }

  async #untilStatus(isSo: (status: { looking: number }) => boolean): Promise<void> {
    for await (const status of await this.client.engine.status()) if (isSo(status)) return;
  }
}

const engineIn = (directory: string): string => join(directory, 'engine');
const folderIn = (directory: string): string => join(directory, 'matters', 'matter');
const probeIn = (directory: string): string => join(directory, 'spent.json');

function databaseIn(directory: string): string {
  const [workspace = ''] = readdirSync(engineIn(directory));
  return join(engineIn(directory), workspace, 'matterline.db');
}

async function configure(engine: EngineProcess, directory: string, address: PracticeAddress): Promise<void> {
  const { baseUrl, apiKey } = address;
  await engine.client.configure({
    connection: { baseUrl, apiKey },
    signedIn: true,
    rootFolder: join(directory, 'matters'),
    requestLimit: noLimit,
  });
}

function startProbed(
  directory: string,
  address: PracticeAddress,
  engineFlags: readonly string[] = [],
): EngineProcess {
  const probe = new URL('./engine-probe.ts', import.meta.url);
  probe.searchParams.set('file', probeIn(directory));
  return startEngineProcess(engineIn(directory), address.token, {
    execArgv: ['--import', probe.href, ...engineFlags],
  });
}

async function spentBy(engine: EngineProcess, directory: string): Promise<Spent> {
  const file = probeIn(directory);
  rmSync(file, { force: true });
  engine.process.kill('SIGUSR2');
  for (;;) {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Spent;
    } catch {
      await sleep(look);
    }
  }
}

/** The engine knows the matter's history before its folder is linked, and a window looks on. */
async function readHistory(
  directory: string,
  address: PracticeAddress,
  matterId: MatterId,
  count: number,
): Promise<Spent> {
  const engine = startProbed(directory, address);
  await configure(engine, directory, address);
  while (!(await engine.client.engine.matters.get({ matterId }).catch(() => null))) await sleep(50);
  // Before it was told of the service nobody could ask it anything.
  await spentBy(engine, directory);
  const shown = new ShownMatter(engine.client, matterId);
  await engine.client.engine.matters.look({ matterId });
  await shown.shows(count);
  const spent = await spentBy(engine, directory);
  await shown[Symbol.asyncDispose]();
  await engine.stop();
  return spent;
}

/** Documents as if each had been saved here and filed: the folder is linked, and holds what is known of it. */
async function putOnDisk(directory: string, matterId: MatterId, ids: readonly FileId[]): Promise<string[]> {
  const database = openDatabase(databaseIn(directory));
  const stores = storesOn(database, testAuditContext);
  const baseSeq = stores.history.newestSeq();
  const files: LocalFile[] = [];
  // Saves of half of a small folder within a minute would be held and asked about.
  setMassChangeLimits(stores, { ...massChangeLimits(stores), documents: 100_000, ofMoreThan: 100_000 });
  for (const fileId of ids) {
    const path = stores.documents.document(matterId, fileId)?.name ?? '';
    const content = randomBytes(bytes);
    writeFileSync(join(folderIn(directory), path), content);
    const facts = await systemFiles.facts(join(folderIn(directory), path));
    if (!facts) throw new Error('what was just written is gone');
    const sha256 = createHash('sha256').update(content).digest('hex');
    files.push({
      matterId,
      path,
      fileId,
      ...facts,
      sha256,
      base: { entryId: null, upTo: baseSeq },
      removed: false,
    });
  }
  stores.links.link(matterId, folderIn(directory), Date.now());
  database.transaction(() => {
    for (const file of files) stores.links.putFile(file);
  })();
  database.close();
  return files.map(({ path }) => path);
}
