import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MatterId } from '../../shared/model/index.ts';
import { startPracticeService } from '../service/index.ts';
import { startEngineProcess } from '../support/engine-process.ts';
import type { Bar } from './bar.ts';

const saves = 30;
const bytes = 50 * 1024;
/** How often it is looked whether a save has arrived, in milliseconds: the error of each measurement. */
const look = 5;

/** From a 50 KB save on disk to its bytes in the service, and to the window being told that it is filed. */
export async function latency(): Promise<Bar[]> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-bench-'));
  mkdirSync(join(directory, 'matters'));
  const service = await startPracticeService({ directory: join(directory, 'service') });
  const matterId = service.matterIds()[0] as MatterId;
  const engine = startEngineProcess(join(directory, 'engine'), service.tokensFor().accessToken);
  try {
    const { client } = engine;
    const { baseUrl, apiKey } = service;
    const rootFolder = join(directory, 'matters');
    await client.configure({ connection: { baseUrl, apiKey }, signedIn: true, rootFolder });
    while (!(await client.engine.matters.get({ matterId }).catch(() => null))) await sleep(50);
    const folder = (await client.folders.link({ matterId, path: null })).path;

    const inService: number[] = [];
    const filed: number[] = [];
    for (let save = 0; save < saves; save += 1) {
      const name = `Letter ${save}.docx`;
      const startedAt = performance.now();
      writeFileSync(join(folder, name), randomBytes(bytes));
      while (!service.filesOf(matterId).some((file) => file.fileName === name)) await sleep(look);
      inService.push(performance.now() - startedAt);
      const isFiled = async () =>
        (await client.documents.list({ matterId })).documents.some(
          (row) => row.name === name && row.state === 'filed',
        );
      while (!(await isFiled())) await sleep(look);
      filed.push(performance.now() - startedAt);
      // The service takes five requests a second; a person saves less often than that.
      await sleep(1500);
    }
    return [
      bar('50 KB save to bytes in the service, p95', percentile(inService, 0.95), 1000),
      bar('50 KB save to filed, median', percentile(filed, 0.5), 2000),
    ];
  } finally {
    await engine.kill();
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

const bar = (what: string, value: number, limit: number): Bar => ({
  bench: 'latency',
  what,
  value: Math.round(value),
  unit: 'ms',
  against: `the promise of ${limit} ms`,
  ratio: Number((value / limit).toFixed(3)),
  limit: 'below 1',
  holds: value < limit,
});
