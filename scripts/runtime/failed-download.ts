import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Remembers, per Electron version, when its download last failed. */
export type FailedDownload = {
  /** Milliseconds since the epoch, or undefined when none is remembered. */
  readonly read: () => Promise<number | undefined>;
  readonly record: (time: number) => Promise<void>;
  readonly forget: () => Promise<void>;
};

export function failedDownloadOf(version: string, cacheFolder: string): FailedDownload {
  const file = join(cacheFolder, `official-${version}-failed-at`);
  return {
    read: async () => {
      const text = await readFile(file, 'utf8').catch(() => undefined);
      const time = text === undefined ? Number.NaN : Date.parse(text);
      return Number.isNaN(time) ? undefined : time;
    },
    record: async (time) => {
      await mkdir(cacheFolder, { recursive: true });
      await writeFile(file, new Date(time).toISOString());
    },
    forget: () => rm(file, { force: true }),
  };
}
