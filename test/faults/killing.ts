import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { MatterId } from '../../shared/model/index.ts';
import type { KeptVersion } from '../service/helpers.ts';
import { type PracticeService, startPracticeService } from '../service/index.ts';
import { pseudoRandomBytes } from '../service/pseudo-random.ts';
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts';
import { between, type Chance, oneOf, stream } from './noise.ts';
import { sha256 } from './sim-service.ts';

export interface KillReport {
  readonly seconds: number;
  readonly kills: number;
  readonly saves: number;
  /** Versions that the service has of the saved documents. */
  readonly versions: number;
  /** What the engine was at when it was killed. */
  readonly phases: Readonly<Record<string, number>>;
  /** Promises that did not hold, in words. */
  readonly broken: readonly string[];
}

interface Document {
  readonly matterId: MatterId;
  readonly path: string;
  readonly name: string;
  /** Hashes of everything saved, oldest first. */
  readonly saved: string[];
}

/** What must become greater in the engine's own database before a kill, and how long after it (ms) it comes at most. */
const phases: readonly { readonly name: string; readonly rises: string | null; readonly within: number }[] = [
  { name: 'starting', rises: null, within: 700 },
  { name: 'at anything', rises: 'id', within: 1_000 },
  { name: 'capturing', rises: 'id', within: 30 },
  { name: 'announcing', rises: 'announced_at', within: 5 },
  { name: 'sending', rises: 'announced_at', within: 40 },
  { name: 'waiting for history', rises: 'sent_at', within: 60 },
  { name: 'committing', rises: 'filed_at', within: 3 },
];
/** Longest that a phase, and a start, is waited for, and all saves on their way from disk to history (ms). */
const patience = 4_000;
const startedWithin = 20_000;
const filedWithin = 240_000;
const uncapturedAtMost = 12;
/** Versions that came within so many milliseconds of each other cannot be told apart before the fact. */
const raceWindow = 3_000;

/** The real engine process, killed by SIGKILL again and again while documents are saved for real. */
export async function killAndSave(options: {
  kills: number;
  saves: number;
  seed: number;
  tell?: (line: string) => void;
}): Promise<KillReport> {
  const { kills, saves, seed, tell = () => {} } = options;
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const directory = mkdtempSync(join(tmpdir(), 'matterline-kills-'));
  const service = await startPracticeService({ directory: join(directory, 'service'), applyDelayMs: 50 });
  const desk = new Desk(directory, service, stream(seed, 'kills'));
  try {
    await desk.open(Math.ceil(saves / 250));
    const killed: Record<string, number> = {};
    const saving = desk.save(saves, stream(seed, 'saves'));
    for (let kill = 1; kill <= kills; kill += 1) {
      const phase = await desk.killSometime();
      killed[phase] = (killed[phase] ?? 0) + 1;
      if (kill % 25 === 0) tell(`${kill} kills, ${desk.saved} saves in ${seconds().toFixed(0)} s`);
    }
    await saving;
    await desk.filed(saves);
    const versions = desk.versions();
    return { seconds: seconds(), kills, saves, versions, phases: killed, broken: desk.broken() };
  } finally {
    await desk.engine.kill();
    desk.close();
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A computer with the engine on it, documents to save, and a look into what the engine has committed. */
class Desk {
  engine: EngineProcess;
  saved = 0;
  readonly #directory: string;
  readonly #service: PracticeService;
  readonly #chance: Chance;
  readonly #token: string;
  readonly #documents: Document[] = [];
  readonly #captured = new Set<string>();
  readonly #uncaptured = new Map<Document, string>();
  #lastSeen = 0;
  /** Saves that the person said are there already. */
  #said = 0;
  /** Hashes of what was filed elsewhere, and versions of it that the person agreed to cover. */
  readonly #elsewhere = new Set<string>();
  readonly #agreed = new Set<string>();
  /** Once the engine does its work. */
  #started: Promise<unknown> = Promise.resolve();
  #database: Database.Database | null = null;

  constructor(directory: string, service: PracticeService, chance: Chance) {
    this.#directory = directory;
    this.#service = service;
    this.#chance = chance;
    this.#token = service.tokensFor().accessToken;
    mkdirSync(join(directory, 'matters'));
    this.engine = this.#start();
  }

  /** Links so many matters, with documents to be saved in each. */
  async open(matters: number): Promise<void> {
    await this.#configure();
    const matterIds = this.#service.matterIds().slice(0, matters) as MatterId[];
    for (const matterId of matterIds) {
      await until(async () =>
        this.engine.client.engine.matters.get({ matterId }).then(
          () => true,
          () => false,
        ),
      );
      const { path } = await this.engine.client.folders.link({ matterId, path: null });
      for (let count = 1; count <= 25; count += 1) {
        const name = `Saved ${count}.docx`;
        this.#documents.push({ matterId, path: join(path, name), name, saved: [] });
      }
    }
    const [workspace = ''] = readdirSync(join(this.#directory, 'engine'));
    const file = join(this.#directory, 'engine', workspace, 'matterline.db');
    this.#database = new Database(file, { readonly: true, timeout: 10_000 });
  }

  /** Saves documents one after another; each only after its last content was captured, as a settled save is. */
  async save(count: number, chance: Chance): Promise<void> {
    const deadline = performance.now() + filedWithin + count * 1_000;
    while (this.saved < count) {
      if (performance.now() > deadline) throw new Error('saves are not captured any more');
      this.#look();
      const free = this.#documents.filter((document) => !this.#uncaptured.has(document));
      const document = oneOf(chance, free);
      if (!document || this.#uncaptured.size >= uncapturedAtMost) {
        await wait(10);
        continue;
      }
      const size = chance() < 0.02 ? 1_500_000 : Math.floor(between(chance, 10, 40_000));
      const head = Buffer.from(`${this.saved} ${document.name}\n`);
      const content = Buffer.concat([
        head,
        pseudoRandomBytes(chance, Math.min(size, 40_000)),
        Buffer.alloc(Math.max(0, size - 40_000), head),
      ]);
      writeFileSync(document.path, content);
      const hash = sha256(content);
      document.saved.push(hash);
      if (chance() < 0.04) this.#fileElsewhere(document, chance);
      this.#uncaptured.set(document, hash);
      this.saved += 1;
      if (this.saved % 40 === 0) void this.#decide();
      await wait(chance() * 20);
    }
  }

  /** Kills the engine in some phase, and starts it again; says which. */
  async killSometime(): Promise<string> {
    const chance = this.#chance;
    const phase = oneOf(chance, phases);
    if (!phase) return '';
    const { rises } = phase;
    let isReached = true;
    if (rises !== null) {
      await this.#started;
      const before = this.#newest(rises);
      const end = performance.now() + patience;
      while (performance.now() < end && this.#newest(rises) === before) await wait(2);
      isReached = this.#newest(rises) !== before;
    }
    await wait(chance() * phase.within);
    await this.engine.kill();
    this.engine = this.#start();
    // Killed while starting, it never gets to answer.
    this.#started = Promise.race([this.#configure().catch(() => undefined), wait(startedWithin)]);
    return isReached ? phase.name : 'nothing went on';
  }

  #newest(column: string): number | null {
    return this.#database?.prepare<[], number>(`SELECT max(${column}) FROM save`).pluck().get() ?? null;
  }

  async filed(count: number): Promise<void> {
    const done = this.#database
      ?.prepare<[], number>(`SELECT count(*) FROM save WHERE state IN ('filed', 'kept')`)
      .pluck();
    const end = performance.now() + filedWithin;
    while (performance.now() < end && done?.get() !== count) {
      await this.#decide();
      await wait(100);
    }
  }

  /** The person compares each version that may be a save of theirs with it: nobody else files anything here. */
  async #decide(): Promise<void> {
    const { problems } = this.engine.client.engine;
    const open = await problems.list().catch(() => []);
    for (const { id, actions, conflict } of open) {
      const shown = conflict?.theirs.version ?? null;
      if (shown === null || !actions.includes('file-on-top')) continue;
      const isMine = actions.includes('already-there') && this.#bytesOf(shown) === this.#bytesOfSave(id);
      const action = isMine ? 'already-there' : 'file-on-top';
      await problems.act({ id, action, shown }).then(
        () => {
          this.#agreed.add(this.#versionOf(shown) ?? '');
          if (isMine) this.#said += 1;
        },
        // Decided already, or killed meanwhile.
        () => {},
      );
    }
  }

  /** The person at home, or a colleague, files a version of a document that the service has. */
  #fileElsewhere({ matterId, name }: Document, chance: Chance): void {
    const file = this.#service.filesOf(matterId).find(({ fileName }) => fileName === name);
    if (!file) return;
    const who = chance() < 0.5 ? this.#service.elsewhere : this.#service.colleague;
    const content = `from elsewhere ${this.#elsewhere.size}`;
    this.#elsewhere.add(sha256(Buffer.from(content)));
    who.addVersion(file.fileId, content);
  }

  /** The service’s version that an entry of its history shows. */
  #versionOf(entryId: string): string | undefined {
    for (const { matterId } of this.#documents) {
      for (const entry of this.#service.historyOf(matterId) as { id: string; documentVersionId?: string }[])
        if (entry.id === entryId) return entry.documentVersionId;
    }
    return undefined;
  }

  #bytesOf(entryId: string): string | undefined {
    const version = this.#versionOf(entryId);
    return this.#allVersions().find(({ documentVersionId }) => documentVersionId === version)?.sha256;
  }

  #bytesOfSave(problemId: string): string | undefined {
    return this.#database
      ?.prepare<[number], string>('SELECT sha256 FROM save WHERE id = ?')
      .pluck()
      .get(Number(problemId.slice('save:'.length)));
  }

  #allVersions() {
    return this.#documents.flatMap((document) => this.#keptVersions(document));
  }

  versions(): number {
    return this.#documents.reduce((sum, document) => sum + this.#versionsOf(document).length, 0);
  }

  broken(): string[] {
    const states = this.#database
      ?.prepare<[], { state: string; count: number }>(
        'SELECT state, count(*) AS count FROM save GROUP BY state',
      )
      .all();
    const unfiled =
      states?.filter(
        ({ state, count }) => state !== 'filed' && !(state === 'kept' && count === this.#said),
      ) ?? [];
    return [
      ...unfiled.map(({ state, count }) => `${count} saves are still ${state}`),
      ...this.#documents.flatMap((document) => {
        const all = this.#keptVersions(document);
        const buried = all.filter((version, at) => this.#isBuried(version, all[at + 1]));
        if (buried.length > 0)
          return [`${document.path}: ${buried.length} versions from elsewhere are buried`];
        const there = this.#versionsOf(document);
        if (there.join() === document.saved.join()) return [];
        const lost = document.saved.filter((hash) => !there.includes(hash)).length;
        const twice = there.length - new Set(there).size;
        return [`${document.path}: ${lost} saves lost, ${twice} filed twice, or out of order`];
      }),
    ];
  }

  close(): void {
    this.#database?.close();
  }

  /** Of what was saved here, oldest first. */
  #versionsOf(document: Document): string[] {
    return this.#keptVersions(document)
      .map((version) => version.sha256)
      .filter((hash) => !this.#elsewhere.has(hash));
  }

  #keptVersions({ matterId, name }: Document) {
    return this.#service
      .filesOf(matterId)
      .filter(({ fileName }) => fileName === name)
      .flatMap(({ fileId }) => this.#service.contentOf(matterId, fileId));
  }

  /** Something from elsewhere, under a version of ours that came long after it, and that nobody was asked about. */
  #isBuried(version: KeptVersion, next: KeptVersion | undefined): boolean {
    if (!next || !this.#elsewhere.has(version.sha256) || this.#elsewhere.has(next.sha256)) return false;
    const isRace = next.createdAt - version.createdAt < raceWindow;
    return !isRace && !this.#agreed.has(version.documentVersionId);
  }

  /** What the engine committed since the last look. */
  #look(): void {
    const rows =
      this.#database
        ?.prepare<[number], { id: number; sha256: string }>('SELECT id, sha256 FROM save WHERE id > ?')
        .all(this.#lastSeen) ?? [];
    for (const { id, sha256: hash } of rows) {
      this.#captured.add(hash);
      this.#lastSeen = Math.max(this.#lastSeen, id);
    }
    for (const [document, hash] of this.#uncaptured) {
      if (this.#captured.has(hash)) this.#uncaptured.delete(document);
    }
  }

  #start(): EngineProcess {
    return startEngineProcess(join(this.#directory, 'engine'), this.#token);
  }

  async #configure(): Promise<void> {
    const { baseUrl, apiKey } = this.#service;
    await this.engine.client.configure({
      connection: { baseUrl, apiKey },
      signedIn: true,
      rootFolder: join(this.#directory, 'matters'),
      requestLimit: { perSecond: 200, burst: 200 },
    });
    // So many changes at once would wait for somebody's decision.
    await this.engine.client.engine.massChange.setLimits({
      documents: 100_000,
      percent: 100,
      ofMoreThan: 100_000,
      withinSeconds: 1,
    });
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(50);
}
