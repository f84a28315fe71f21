import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import type { EnginePorts } from '../../main/engine/compose.ts';
import { eventually, type Workplace } from './workplace.ts';

/** A disk on which there is no room to prepare the database, as long as `isFull`. */
export function fullDisk() {
  const disk = { isFull: false };
  const between = (ports: EnginePorts): EnginePorts => ({
    ...ports,
    openDatabase: (directory) => {
      if (disk.isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      return ports.openDatabase(directory);
    },
  });
  return { disk, between };
}

/** Paths of what was captured meanwhile, in order. */
export function captured(place: Workplace): string[] {
  const engine = join(place.directory, 'engine');
  const file = readdirSync(engine)
    .map((name) => join(engine, name, 'meanwhile.db'))
    .find((path) => existsSync(path));
  if (file === undefined) return [];
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare<[], string>('SELECT path FROM save ORDER BY id').pluck().all();
  } finally {
    database.close();
  }
}

export const isCaptured = (place: Workplace, count: number) =>
  expect.poll(() => captured(place), eventually).toHaveLength(count);

export async function captureWithin(
  place: Workplace,
  name: string,
  content: string,
  count: number,
): Promise<void> {
  writeFileSync(join(place.folder, name), content);
  await isCaptured(place, count);
}
