import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { RotatingLog } from '../../../main/logging/rotating-log.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const folder = () => path.join(mkdtempSync(path.join(tmpdir(), 'matterline-log-')), 'logs');
const textOf = (file = '') => (existsSync(file) ? readFileSync(file, 'utf8') : '');

test('each line has its time and whose it is, and is there the moment it is written', () => {
  const log = new RotatingLog(folder(), new FakeClock());
  log.own('one\ntwo');
  log.engine("Error: open '/m/Smith v Jones.docx'");
  log.engine('  ');
  const lines = textOf(log.files[0]).trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z main: one$/);
  expect(lines[2]).toMatch(/engine: Error \[\d+ characters left out\]$/);
});

test('the log never grows beyond its files, the oldest lines go first, and a restart goes on with it', () => {
  const directory = folder();
  const limits = { bytes: 400, files: 3 };
  for (let run = 0; run < 4; run += 1) {
    const log = new RotatingLog(directory, new FakeClock(), limits);
    for (let line = 0; line < 10; line += 1) log.own(`run ${run} line ${line}`);
  }
  const { files } = new RotatingLog(directory, new FakeClock(), limits);
  for (const file of files) expect(statSync(file).size).toBeLessThanOrEqual(400);
  expect(existsSync(path.join(directory, 'matterline.3.log'))).toBe(false);
  const all = files.toReversed().map(textOf).join('').trimEnd().split('\n');
  expect(all.at(-1)).toContain('run 3 line 9');
  expect(all).toEqual(all.toSorted());
  expect(all.map((line) => line.replace(/.*main: /, ''))).toEqual(
    all.map((_line, at) => {
      const number = 40 - all.length + at;
      return `run ${Math.floor(number / 10)} line ${number % 10}`;
    }),
  );
});

test('a log that cannot be written stops nothing, and goes on when it can be', () => {
  const directory = folder();
  writeFileSync(directory, 'in the way');
  const log = new RotatingLog(directory, new FakeClock());
  expect(() => log.own('lost')).not.toThrow();
});

test.skipIf(process.platform === 'win32')('nobody else on this computer may read it', () => {
  const log = new RotatingLog(folder(), new FakeClock());
  log.own('one');
  expect(statSync(log.files[0] ?? '').mode & 0o077).toBe(0);
});
