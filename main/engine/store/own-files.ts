import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** A database is up to three files. The log goes last: without its database it is nothing. */
export const parts = ['', '-wal', '-shm'] as const;

const isWindows = process.platform === 'win32';

/** Resolves nothing and waits: used only before the engine does anything else, in a thread of its own when it takes long. */
export function syncFile(path: string): void {
  const handle = openSync(path, isWindows ? 'r+' : 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The names in the directory of this path survive a power cut. Windows neither needs nor allows it. */
export function syncNames(path: string): void {
  if (!isWindows) syncFile(dirname(path));
}

/** Takes the place of what stands at `to`, and is on disk there. */
export function replaceFile(from: string, to: string): void {
  renameSync(from, to);
  syncNames(to);
}

export function removeFile(path: string): void {
  rmSync(path, { force: true });
  syncNames(path);
}

export function removeDatabase(file: string): void {
  for (const part of parts) rmSync(file + part, { force: true });
  rmSync(`${file}-journal`, { force: true });
}
