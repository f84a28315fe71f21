import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPracticeService } from '../service/index.ts';

/** What a practice service in a process of its own tells whoever forked it. */
export interface PracticeAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly token: string;
}

async function serve(matters: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-bench-service-'));
  const service = await startPracticeService({ directory, seed: 'empty' });
  if (matters > 0) service.seedMatters(matters);
  const stop = async () => {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  process.once('disconnect', () => void stop());
  const { baseUrl, apiKey } = service;
  const address: PracticeAddress = { baseUrl, apiKey, token: service.tokensFor().accessToken };
  process.send?.(address);
}

await serve(Number(process.argv[2] ?? 0));
