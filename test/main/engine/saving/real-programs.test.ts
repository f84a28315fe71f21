import { execFile, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { sha256OfFile, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, openDesk, savedNames } from './desk.ts';

/** Programs start slowly on a busy computer. */
const patient = { timeout: 60_000, interval: 50 };
const here = (name: string): string => join(import.meta.dirname, name);

let place: Workplace;
beforeAll(async () => {
  place = await openDesk();
});
afterAll(() => place[Symbol.asyncDispose]());

/** Skips the test, aloud, where one of these commands does not succeed; fails it where they are required. */
function needs(context: TestContext, ...commands: readonly (readonly [string, ...string[]])[]): void {
  for (const [program, ...options] of commands) {
    if (spawnSync(program, options, { stdio: 'ignore', timeout: 30_000 }).status === 0) continue;
    const reason = `not installed: ${program} ${options.join(' ')}`;
    if (process.env['MATTERLINE_REAL_PROGRAMS'] === 'required') throw new Error(reason);
    console.warn(`SKIPPED “${context.task.name}”: ${reason}`);
    context.skip(reason);
  }
}

/** Runs a program that says `saved` after each save and goes on when it is told to; hashes of the file after each. */
async function drive(
  command: string,
  options: readonly string[],
  path: string,
  saves: number,
): Promise<string[]> {
  const program = spawn(command, options, { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => {
    program.once('exit', resolve);
  });
  let said = '';
  program.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const name = path.slice(path.lastIndexOf('/') + 1);
  const hashes: string[] = [];
  try {
    for (let save = 1; save <= saves; save += 1) {
      await expect.poll(() => said.match(/saved/g)?.length ?? 0, patient).toBe(save);
      await expect.poll(() => filedAs(place, name)[0]?.versions.length ?? 0, patient).toBe(save);
      hashes.push(sha256OfFile(path));
      program.stdin.write('\n');
    }
    await ended;
  } finally {
    program.kill();
  }
  return hashes;
}

/** The service has this one document with these versions, byte for byte, and nothing else came of it. */
async function expectFiled(name: string, hashes: readonly string[]): Promise<void> {
  await calm(place);
  expect(filedAs(place, name).map((one) => one.versions)).toEqual([hashes]);
  expect(new Set(hashes).size).toBe(hashes.length);
}

test('LibreOffice itself: a document written, stored and stored again is one document with a version for each', async (context) => {
  needs(context, ['soffice', '--version'], ['/usr/bin/python3', '-c', 'import uno']);
  const path = join(place.folder, 'Lease of the warehouse.odt');
  const profile = join(place.directory, 'libreoffice');
  const texts = ['The parties agree', 'to the lease', 'of the warehouse.'];
  const pipe = `matterline${process.pid}`;
  const hashes = await drive(
    '/usr/bin/python3',
    [here('libreoffice.py'), pipe, profile, path, ...texts],
    path,
    3,
  );
  expect(hashes).toHaveLength(texts.length);
  await expectFiled('Lease of the warehouse.odt', hashes);
});

test('vim itself: a file written again and again is one document with a version for each', async (context) => {
  needs(context, ['vim', '--version']);
  const path = join(place.folder, 'Note of the call.txt');
  writeFileSync(path, 'The client called.\n');
  const hashes: string[] = [];
  for (const line of ['', 'She asked about costs.', 'We sent the estimate.']) {
    const edit = ['-es', '-u', 'NONE', '-c', 'set writebackup', '-c', `$put ='${line}'`, '-c', 'wq', path];
    if (line !== '') await promisify(execFile)('vim', edit);
    await expect
      .poll(() => filedAs(place, 'Note of the call.txt')[0]?.versions.length, patient)
      .toBe(hashes.length + 1);
    hashes.push(sha256OfFile(path));
  }
  expect(readFileSync(path, 'utf8')).toContain('We sent the estimate.');
  await expectFiled('Note of the call.txt', hashes);
});

test('mousepad itself: a file typed into and saved is one document with a version for each', async (context) => {
  needs(
    context,
    ['sh', '-c', 'command -v mousepad'],
    ['sh', '-c', 'command -v xdotool'],
    ['sh', '-c', 'command -v xvfb-run'],
  );
  const path = join(place.folder, 'Telephone note.txt');
  writeFileSync(path, 'Called at nine.\n');
  await expect.poll(() => filedAs(place, 'Telephone note.txt').length, patient).toBe(1);
  const before = sha256OfFile(path);
  const program = spawn('xvfb-run', ['-a', 'sh', here('mousepad.sh'), path, 'First. ', 'Second. '], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise((resolve) => {
    program.once('exit', resolve);
  });
  const hashes = [before];
  for (const count of [2, 3]) {
    await expect.poll(() => filedAs(place, 'Telephone note.txt')[0]?.versions.length, patient).toBe(count);
    hashes.push(sha256OfFile(path));
    program.stdin.write('\n');
  }
  await ended;
  expect(readFileSync(path, 'utf8')).toBe('First. Second. Called at nine.\n');
  await expectFiled('Telephone note.txt', hashes);
});

test('nothing that these programs wrote for themselves was filed', () => {
  const documents = ['Lease of the warehouse.odt', 'Note of the call.txt', 'Telephone note.txt'];
  expect(savedNames(place).filter((name) => !documents.includes(name))).toEqual([]);
});
