import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { EnginePorts } from '../../main/engine/compose.ts';

/** A wastebasket that is a directory on the disk of the matters' folders. */
export function wastebasket() {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-basket-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const state = { isThere: true, whileTaken: () => {} };
  const take = async (path: string) => {
    if (!state.isThere) throw new Error('no wastebasket');
    mkdirSync(directory, { recursive: true });
    state.whileTaken();
    renameSync(path, join(directory, basename(path)));
  };
  const ports = (real: EnginePorts): EnginePorts => ({
    ...real,
    toWastebasket: take,
  });
  return {
    state,
    ports,
    /** What is in it, by name. */
    get contents(): Readonly<Record<string, string>> {
      const names = existsSync(directory) ? readdirSync(directory) : [];
      return Object.fromEntries(names.map((name) => [name, readFileSync(join(directory, name), 'utf8')]));
    },
  };
}
