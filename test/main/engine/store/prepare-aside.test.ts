import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, prepareDatabase } from '../../../../main/engine/store/database.ts';
import { type Prepared, prepareAside } from '../../../../main/engine/store/prepare-aside.ts';
import { migrations } from '../../../../main/engine/store/schema.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  file = join(directory, 'matterline.db');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('an older database is migrated in a thread of its own', async () => {
  prepareDatabase(new Database(file), migrations.slice(0, -1)).close();
  let signs = 0;
  await prepareAside(file, systemClock, () => (signs += 1));
  expect(signs).toBeGreaterThan(0);
  const database = openDatabase(file);
  expect(database.pragma('user_version', { simple: true })).toBe(migrations.length);
  database.close();
});

test('it says that it is at it as long as it takes', async () => {
  prepareDatabase(new Database(file), migrations.slice(0, -1)).close();
  const clock = new FakeClock();
  let signs = 0;
  let done: (prepared: Prepared) => void = () => {};
  const slowly = () => new Promise<Prepared>((resolve) => (done = resolve));
  const preparing = prepareAside(file, clock, () => (signs += 1), slowly);
  for (let minutes = 0; minutes < 5; minutes += 1) await clock.advance(60_000);
  expect(signs).toBeGreaterThanOrEqual(30);
  done({ failure: null });
  await preparing;
});

test('what the disk does not take is told with its code', async () => {
  prepareDatabase(new Database(file), migrations.slice(0, -1)).close();
  const full = async () => ({ failure: { code: 'ENOSPC', message: 'no space left' } });
  await expect(prepareAside(file, new FakeClock(), () => {}, full)).rejects.toMatchObject({ code: 'ENOSPC' });
});

test('a database that is ready, and a first start, need no thread', async () => {
  const never = () => Promise.reject(new Error('a thread was started'));
  await prepareAside(file, new FakeClock(), () => {}, never);
  openDatabase(file).close();
  await prepareAside(file, new FakeClock(), () => {}, never);
  writeFileSync(`${file}.damaged`, '');
  await expect(prepareAside(file, new FakeClock(), () => {}, never)).rejects.toThrow('a thread');
});
