import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts';
import type { Bar } from './bar.ts';
import { median } from './figures.ts';
import type { PracticeAddress } from './practice-process.ts';
import { configureSyncthing, isSyncthingHere, runSyncthing } from './syncthing.ts';
import { filesInTree, makeTree } from './tree.ts';
import { usageOf } from './usage.ts';

const firstRounds = 3;
const restartRounds = 5;
/** Milliseconds after which memory is looked at: everything that a start leaves behind is over. */
const quiet = 3_000;
/** Longer than this, in milliseconds, and a first run counts as not done. */
const patience = 15 * 60_000;

interface Start {
  /** Seconds from the start of the process. */
  readonly sinceStart: number;
  /** Seconds from being told of the service, or of the folder, for the first run. */
  readonly sinceTold: number;
  readonly engine: EngineProcess;
}

/** A computer with one matter folder of 100,000 files, on which the engine can be started again and again. */
export class BigMatter implements AsyncDisposable {
  readonly directory: string;
  readonly tree: string;
  readonly #service: ChildProcess;
  readonly #address: PracticeAddress;

  private constructor(directory: string, service: ChildProcess, address: PracticeAddress) {
    this.directory = directory;
    this.tree = join(directory, 'tree');
    this.#service = service;
    this.#address = address;
  }

  static async make(): Promise<BigMatter> {
    const directory = mkdtempSync(join(tmpdir(), 'matterline-bench-'));
    mkdirSync(join(directory, 'matters'));
    const service = fork(new URL('./practice-process.ts', import.meta.url), ['1']);
    const [address] = (await once(service, 'message')) as [PracticeAddress];
    const matter = new BigMatter(directory, service, address);
    makeTree(matter.tree);
    return matter;
  }

  /** Links the folder on a new computer; over when every file is in vault and outbox. */
  async firstRun(name: string): Promise<Start> {
    const { engine, startedAt } = await this.#start(name);
    // Sending 100,000 files at five requests a second would take half a day.
    await engine.client.engine.pause({ paused: true });
    let rows: { id: string }[] = [];
    while (rows.length === 0) {
      ({ rows } = await engine.client.engine.matters.list({ show: 'all' }));
      await sleep(20);
    }
    const toldAt = performance.now();
    const matterId = rows[0]?.id as Parameters<typeof engine.client.folders.link>[0]['matterId'];
    await engine.client.folders.link({ matterId, path: this.tree });
    await until(engine, ({ waiting, looking }) => looking === 0 && waiting === filesInTree);
    return times(engine, startedAt, toldAt);
  }

  /** Starts it again on the same computer; over when it watches and knows that nothing changed. */
  async restart(name: string): Promise<Start> {
    const { engine, startedAt, toldAt } = await this.#start(name);
    let looked = false;
    await until(engine, ({ looking }) => {
      looked ||= looking > 0;
      return looked && looking === 0;
    });
    return times(engine, startedAt, toldAt);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#service.disconnect();
    await once(this.#service, 'exit');
    rmSync(this.directory, { recursive: true, force: true });
  }

  async #start(name: string) {
    const { baseUrl, apiKey, token } = this.#address;
    const startedAt = performance.now();
    const engine = startEngineProcess(join(this.directory, name), token);
    // Answered once the process runs and nothing is open yet.
    await engine.client.configure({ connection: null, signedIn: false, rootFolder: null });
    const toldAt = performance.now();
    await engine.client.configure({
      connection: { baseUrl, apiKey },
      signedIn: true,
      rootFolder: join(this.directory, 'matters'),
    });
    return { engine, startedAt, toldAt };
  }
}

const times = (engine: EngineProcess, startedAt: number, toldAt: number): Start => {
  const now = performance.now();
  return { sinceStart: (now - startedAt) / 1000, sinceTold: (now - toldAt) / 1000, engine };
};

async function until(
  { client }: EngineProcess,
  isThere: (status: { waiting: number; looking: number }) => boolean,
): Promise<void> {
  const signal = AbortSignal.timeout(patience);
  for await (const status of await client.engine.status(undefined, { signal })) if (isThere(status)) return;
  throw new Error(`it was not done after ${patience / 60_000} minutes`);
}

const memoryOf = (process: ChildProcess): number => usageOf(process.pid ?? 0).memory;

/** A linked folder of 100,000 files: its first run, the next start, and memory after it, each against a peer. */
export async function scan(): Promise<Bar[]> {
  await using matter = await BigMatter.make();
  const peer = await syncthingOn(matter);
  const ours = await oursOn(matter);
  const bare = ours.bare;
  const captured = median(ours.first);
  const againstFirst = peer ? `syncthing's first scan: ${seconds(median(peer.first))}` : noPeer;
  const againstRestart = peer ? `syncthing's restart: ${seconds(median(peer.restart))}` : noPeer;
  const firstRatio = peer ? ratio(captured, median(peer.first)) : Number.NaN;
  const restartRatio = peer ? ratio(median(ours.restart), median(peer.restart)) : Number.NaN;
  const readyRatio = ratio(median(ours.reconciled), median(bare.ready));
  const memoryRatio = ratio(median(ours.memory), median(bare.memory));
  return [
    {
      bench: 'scan',
      what: `first run: ${filesInTree} files captured`,
      value: round(captured),
      unit: 's',
      against: againstFirst,
      ratio: firstRatio,
      limit: 'at most 0.5',
      holds: firstRatio <= 0.5,
    },
    {
      bench: 'scan',
      what: 'restart on the unchanged folder, from the start of the process',
      value: round(median(ours.restart)),
      unit: 's',
      against: againstRestart,
      ratio: restartRatio,
      limit: 'below 1',
      holds: restartRatio < 1,
    },
    {
      bench: 'scan',
      what: 'restart on the unchanged folder, from opening the workspace to all compared',
      value: round(median(ours.reconciled)),
      unit: 's',
      against: `bare chokidar ready: ${seconds(median(bare.ready))}`,
      ratio: readyRatio,
      limit: 'at most 1.3',
      holds: readyRatio <= 1.3,
    },
    {
      bench: 'scan',
      what: 'resident memory after that',
      value: Math.round(median(ours.memory)),
      unit: 'MB',
      against: `bare chokidar: ${Math.round(median(bare.memory))} MB`,
      ratio: memoryRatio,
      limit: 'at most 1.25',
      holds: memoryRatio <= 1.25,
    },
  ];
}

const noPeer = 'syncthing, which is NOT INSTALLED here (Debian package syncthing)';

async function syncthingOn(matter: BigMatter): Promise<{ first: number[]; restart: number[] } | null> {
  if (!isSyncthingHere()) {
    console.error('scan: syncthing is not installed, so nothing can be said against it.');
    return null;
  }
  // It puts a marker of its own into the folder.
  const tree = join(matter.directory, 'tree of syncthing');
  makeTree(tree);
  mkdirSync(join(tree, '.stfolder'));
  const first: number[] = [];
  const restart: number[] = [];
  for (let round = 0; round < firstRounds; round += 1) {
    const home = join(matter.directory, `syncthing ${round}`);
    await configureSyncthing(home, tree);
    const run = await runSyncthing(home);
    first.push(run.scan);
    await run.stop();
    const again = await runSyncthing(home);
    restart.push(again.untilScanned);
    await again.stop();
  }
  return { first, restart };
}

async function oursOn(matter: BigMatter) {
  const first: number[] = [];
  const restart: number[] = [];
  const reconciled: number[] = [];
  const memory: number[] = [];
  const bare = { ready: [] as number[], memory: [] as number[] };
  for (let round = 0; round < firstRounds; round += 1) {
    const { sinceTold, engine } = await matter.firstRun(`engine ${round}`);
    first.push(sinceTold);
    await engine.stop();
    if (round > 0) rmSync(join(matter.directory, `engine ${round}`), { recursive: true, force: true });
  }
  for (let round = 0; round < restartRounds; round += 1) {
    const chokidar = await bareChokidar(matter.tree);
    bare.ready.push(chokidar.ready);
    bare.memory.push(chokidar.memory);
    const again = await matter.restart('engine 0');
    restart.push(again.sinceStart);
    reconciled.push(again.sinceTold);
    await sleep(quiet);
    memory.push(memoryOf(again.engine.process));
    await again.engine.stop();
  }
  return { first, restart, reconciled, memory, bare };
}

async function bareChokidar(tree: string): Promise<{ ready: number; memory: number }> {
  const child = fork(new URL('./bare-chokidar.ts', import.meta.url), [tree], { execArgv: [] });
  const [milliseconds] = (await once(child, 'message')) as [number];
  await sleep(quiet);
  const memory = memoryOf(child);
  child.disconnect();
  await once(child, 'exit');
  return { ready: milliseconds / 1000, memory };
}

const round = (value: number): number => Number(value.toFixed(2));
const ratio = (ours: number, theirs: number): number => Number((ours / theirs).toFixed(3));
const seconds = (value: number): string => `${value.toFixed(2)} s`;
