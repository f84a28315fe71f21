import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { EnginePorts, Workspace } from '../../main/engine/compose.ts';
import { Engine } from '../../main/engine/engine.ts';
import type { RateLimit } from '../../main/engine/service/budget/token-bucket.ts';
import { exchange } from '../../main/engine/service/exchange.ts';
import type { ServiceClientOptions } from '../../main/engine/service/transport.ts';
import { systemPorts } from '../../main/engine/system-ports.ts';
import { systemClock } from '../../shared/base/clock.ts';
import { ok } from '../../shared/base/result.ts';
import type { MatterId } from '../../shared/model/index.ts';
import { type PracticeService, type PracticeServiceOptions, startPracticeService } from '../service/index.ts';
import { fastClock } from './fast-clock.ts';
import { withNewDatabase } from './new-database.ts';

/** A firm's service and a computer with the engine on it, one matter linked to a folder. */
export interface Workplace extends AsyncDisposable {
  readonly directory: string;
  readonly service: PracticeService;
  readonly engine: Engine;
  readonly workspace: Workspace;
  readonly matterId: MatterId;
  /** The matter's folder. */
  readonly folder: string;
  /** What the engine signs in with. */
  readonly accessToken: string;
  /** Stops the service, keeping its state and addresses; `restartService` goes on with them. */
  stopService(): Promise<void>;
  restartService(): Promise<void>;
  /** The engine ends properly and starts again, as after closing and opening the program. */
  restartEngine(): Promise<void>;
  /** States of all saves, oldest first. */
  states(): string[];
  /** Hashes of every version that the service has under a file name, oldest first. */
  versionsOf(fileName: string): string[];
  /** Waits until every save is filed. */
  allFiled(count?: number): Promise<void>;
}

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');
export const sha256OfFile = (path: string): string => sha256(readFileSync(path));

/** Patience for things that happen by themselves: real files, real HTTP. */
export const eventually = { timeout: 30_000, interval: 20 };

export async function openWorkplace(
  options: Partial<PracticeServiceOptions> & {
    before?: (service: PracticeService, matterId: MatterId) => void;
    /** Stands between the engine and the real world. */
    ports?: (ports: EnginePorts) => EnginePorts;
    /** How many times faster the engine's clock goes than the real one. */
    speedUp?: number;
    /** Straight to the service unless said: proxies and the computer's authorities have tests of their own. */
    http?: ServiceClientOptions['http'];
    /** Opens the firm's hub before the service, and says where: the engine is given no key then. */
    hub?: (service: PracticeService) => Promise<string>;
    requestLimit?: RateLimit;
    /** What goes to the service itself while the hub is away: then the engine has a key too. */
    withoutHub?: RateLimit;
    /** Where the engine keeps what it knows, if not beside everything else. */
    engineDirectory?: string;
    /** False: nobody looks at the matter before its folder is linked, so that its history was never read. */
    looked?: boolean;
    /** Called in the moment before the folder is linked; `folder` is there already. */
    beforeLinking?: (service: PracticeService, folder: string) => Promise<void> | void;
  } = {},
): Promise<Workplace> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  mkdirSync(join(directory, 'matters'));
  const {
    before,
    ports: between = (ports) => ports,
    speedUp = 1,
    http,
    hub: openHub,
    requestLimit,
    withoutHub,
    engineDirectory = join(directory, 'engine'),
    looked = true,
    beforeLinking,
    ...serviceOptions
  } = options;
  const clock = speedUp === 1 ? systemClock : fastClock(speedUp);
  const start = () =>
    startPracticeService({ ...serviceOptions, directory: join(directory, 'service'), applyDelayMs: 20 });
  let service = await start();
  const matterId = service.matterIds()[0] as MatterId;
  before?.(service, matterId);
  const { accessToken } = service.tokensFor();
  const hub = await openHub?.(service);

  const open = async () => {
    const ports = between(
      withNewDatabase(
        systemPorts(
          () => Promise.resolve(ok(accessToken)),
          () => Promise.resolve([]),
          { clock, http: { exchange, ...http } },
        ),
      ),
    );
    const started = new Engine(ports, engineDirectory);
    const { baseUrl, apiKey } = service;
    const past = withoutHub ? { apiKey, withoutHub } : { apiKey: '' };
    const connection = hub === undefined ? { baseUrl, apiKey } : { baseUrl, ...past, hub };
    await started.configure({
      connection,
      signedIn: true,
      rootFolder: join(directory, 'matters'),
      requestLimit: requestLimit ?? null,
    });
    return started;
  };
  let engine = await open();
  const workspaceOf = (): Workspace => {
    if (!engine.workspace) throw new Error('no workspace is open');
    return engine.workspace;
  };
  // Not `expect.poll`, which works in tests only: a workplace may also be opened for a whole file of them.
  await vi.waitFor(() => expect(workspaceOf().stores.matters.get(matterId)).toBeDefined(), eventually);
  await vi.waitFor(() => expect(workspaceOf().refresher.checkedAt()).not.toBeNull(), eventually);
  if (looked) {
    workspaceOf().poller.look(matterId);
    await vi.waitFor(
      () => expect(workspaceOf().stores.history.checkedAt(matterId, null)).not.toBeNull(),
      eventually,
    );
  }
  const chosen = beforeLinking ? await workspaceOf().linker.suggest(matterId) : null;
  if (chosen !== null) {
    mkdirSync(chosen);
    await beforeLinking?.(service, chosen);
  }
  const linked = await workspaceOf().linker.link(matterId, chosen);
  if (!linked.ok) throw new Error(linked.error.what);
  workspaceOf().watches.add(matterId);

  const place: Workplace = {
    directory,
    get service() {
      return service;
    },
    get engine() {
      return engine;
    },
    get workspace() {
      return workspaceOf();
    },
    matterId,
    folder: linked.value,
    accessToken,
    stopService: () => service.stop(),
    async restartService() {
      service = await start();
    },
    async restartEngine() {
      await engine.stop();
      engine = await open();
    },
    states: () =>
      workspaceOf().stores.database.prepare<[], string>('SELECT state FROM save ORDER BY id').pluck().all(),
    versionsOf: (fileName) =>
      service
        .filesOf(matterId)
        .filter((file) => file.fileName === fileName)
        .flatMap((file) => service.contentOf(matterId, file.fileId))
        .map((version) => version.sha256),
    async allFiled(count) {
      await expect
        .poll(() => {
          const states = place.states();
          return states.length >= (count ?? 1) && states.every((state) => state === 'filed');
        }, eventually)
        .toBe(true);
    },
    async [Symbol.asyncDispose]() {
      await engine.stop();
      await service.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return place;
}
