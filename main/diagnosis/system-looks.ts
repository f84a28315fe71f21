import { lookup } from 'node:dns/promises';
import { watch } from 'node:fs';
import { mkdtemp, open, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DiagnosisPorts } from './diagnose.ts';

const sampleBytes = 8_000_000;
/** Time the system has to tell of a new file, in milliseconds. */
const tellsWithin = 3_000;

/** Looks at this computer, in a folder made below `folder` for it and removed again. */
export const systemLooks = (
  folder: string,
): Pick<DiagnosisPorts, 'lookup' | 'freeBytes' | 'diskSpeed' | 'watching'> => ({
  lookup,
  async freeBytes() {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  diskSpeed: () =>
    inFolder(folder, async (place) => {
      const sample = Buffer.alloc(sampleBytes, 'matterline');
      const started = performance.now();
      const file = await open(path.join(place, 'sample'), 'wx');
      await file.writeFile(sample);
      await file.sync();
      await file.close();
      return sampleBytes / ((performance.now() - started) / 1000);
    }),
  watching: () =>
    inFolder(folder, async (place) => {
      let resolve = (_heard: boolean): void => {};
      const promise = new Promise<boolean>((resolved) => (resolve = resolved));
      const watcher = watch(place, () => resolve(true)).on('error', () => resolve(false));
      const timer = setTimeout(() => resolve(false), tellsWithin);
      await writeFile(path.join(place, 'new'), '');
      const heard = await promise;
      clearTimeout(timer);
      watcher.close();
      return heard;
    }),
});

async function inFolder<Found>(folder: string, look: (place: string) => Promise<Found>): Promise<Found> {
  const place = await mkdtemp(path.join(folder, 'diagnosis-'));
  try {
    return await look(place);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
