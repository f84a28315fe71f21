import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openOrRecover } from '../../../../main/engine/store/opening.ts';

const open = (file: string) =>
  openOrRecover(
    file,
    () => 0,
    () => {},
  );

test('what a killed program left in its log is in the database itself once the program has started again', () => {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const killed = join(directory, 'matterline.db');
  const before = open(killed);
  before.prepare("INSERT INTO setting (name, value) VALUES ('a', 'committed')").run();
  mkdirSync(join(directory, 'again'));
  const file = join(directory, 'again', 'matterline.db');
  for (const part of ['', '-wal']) copyFileSync(killed + part, file + part);
  before.close();
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);

  // The disk may have failed to keep the log, and told the killed program alone.
  const after = open(file);
  expect(statSync(`${file}-wal`).size).toBe(0);
  expect(after.prepare("SELECT value FROM setting WHERE name = 'a'").pluck().get()).toBe('committed');
  after.close();
});
