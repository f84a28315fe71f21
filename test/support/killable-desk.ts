import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { MatterId } from '../../shared/model/index.ts';
import { type PracticeService, startPracticeService, type Variants } from '../service/index.ts';
import { type EngineProcess, startEngineProcess } from './engine-process.ts';
import { eventually } from './workplace.ts';

/** A service, and an engine in a process of its own that can be killed and started again. */
export interface KillableDesk extends AsyncDisposable {
  readonly service: PracticeService;
  readonly matterId: MatterId;
  readonly folder: string;
  /** The vault's room for copies that are not whole yet. */
  readonly unfinished: string;
  engine: EngineProcess;
  start(): Promise<void>;
  versions(fileName: string): string[];
}

export async function openKillableDesk(variants: Partial<Variants> = {}): Promise<KillableDesk> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  mkdirSync(join(directory, 'matters'));
  const service = await startPracticeService({
    directory: join(directory, 'service'),
    applyDelayMs: 50,
    variants,
  });
  const { accessToken } = service.tokensFor();
  const matterId = service.matterIds()[0] as MatterId;
  const start = async () => {
    desk.engine = startEngineProcess(join(directory, 'engine'), accessToken);
    await desk.engine.client.configure({
      connection: { baseUrl: service.baseUrl, apiKey: service.apiKey },
      signedIn: true,
      rootFolder: join(directory, 'matters'),
    });
  };
  const desk = {
    service,
    matterId,
    folder: '',
    unfinished: '',
    engine: undefined as unknown as EngineProcess,
    start,
    versions: (fileName: string) =>
      service
        .filesOf(matterId)
        .filter((file) => file.fileName === fileName)
        .flatMap((file) => service.contentOf(matterId, file.fileId).map((version) => version.sha256)),
    async [Symbol.asyncDispose]() {
      await desk.engine.kill();
      await service.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await start();
  await expect
    .poll(() => desk.engine.client.engine.matters.get({ matterId }).catch(() => null), eventually)
    .not.toBeNull();
  desk.folder = (await desk.engine.client.folders.link({ matterId, path: null })).path;
  const [workspace] = readdirSync(join(directory, 'engine'));
  desk.unfinished = join(directory, 'engine', workspace ?? '', 'vault', 'unfinished');
  return desk;
}
