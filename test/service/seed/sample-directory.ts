import { copyFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createJobs } from '../jobs.ts';
import { defaultVariants } from '../options.ts';
import { databaseName, openStore, sampleContents } from '../store/database.ts';
import { createWorld } from '../world.ts';
import { seedOnce } from './seed.ts';

/** Names a directory that has the sample firm of the UK, for services that would only make it once more. */
const variable = 'MATTERLINE_SAMPLE_FIRM';

/** Makes the sample firm in a new directory, for all services that are started from now on in this process and its children. */
export function provideSample(directory: string): void {
  const store = openStore(directory);
  const jobs = createJobs(store, 0);
  const random = (): Uint8Array => {
    throw new Error('the sample firm is the same each time');
  };
  const parts = { store, jobs, directory, clock: { now: () => Date.now() }, random } as const;
  seedOnce(createWorld({ ...parts, variants: defaultVariants, region: 'UK', uploadLifetimeMs: 0 }), 'firm');
  store.close();
  process.env[variable] = resolve(directory);
}

/** Begins a new directory with the firm that was provided, if one was: making it anew takes a third of a second. */
export function takeSample(directory: string): void {
  const sample = process.env[variable];
  if (sample === undefined || existsSync(join(directory, databaseName))) return;
  mkdirSync(join(directory, 'content'), { recursive: true });
  symlinkSync(join(sample, sampleContents), join(directory, sampleContents), 'junction');
  copyFileSync(join(sample, databaseName), join(directory, databaseName));
}
