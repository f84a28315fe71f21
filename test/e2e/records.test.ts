import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '../../scripts/project-folder.ts';
import { hartley } from '../app/firm.ts';
import { appLaunch } from './support/launch.ts';
import { Office } from './support/office.ts';

/** From this size on, in bytes, a record is checked in a thread of its own. */
const long = 128 * 1024;
/** Documents with long names, of each of which the log has five entries. */
const documents = 60;
const nameOf = (index: number) => `Łódź – Договор № ${index} ${'on the sale of the land '.repeat(6)}.txt`;

/** The built program in a place of its own, in which something can be broken. */
async function builtElsewhere(): Promise<string> {
  const app = await mkdtemp(join(tmpdir(), 'matterline-built-'));
  await cp(join(projectFolder, 'out'), join(app, 'out'), { recursive: true });
  await cp(join(projectFolder, 'package.json'), join(app, 'package.json'));
  for (const part of ['node_modules', 'main']) await symlink(join(projectFolder, part), join(app, part));
  return app;
}

describe('the record of a matter with many documents', () => {
  let app: string;
  let office: Office;
  let records: string;

  beforeAll(async () => {
    app = await builtElsewhere();
    const launch = appLaunch();
    const args = launch.args.map((argument) => (argument === projectFolder ? app : argument));
    expect(args).toContain(app);
    const linked = await Office.linked(hartley, { ...launch, args });
    office = linked.office;
    // Away from the person’s documents, whose content must be nowhere else.
    records = join(office.computer.directory, 'Records');
    await mkdir(records);
    for (let index = 1; index <= documents; index += 1)
      await writeFile(
        join(linked.folder, nameOf(index)),
        `Purchase price ${index}: agreed between the parties.`,
      );
    await office.window.documentIn('Filed', nameOf(documents), 1);
    await office.window.status.getByText('All saves filed').waitFor();
  });
  afterAll(async () => {
    await office[Symbol.asyncDispose]();
    await rm(app, { recursive: true, force: true });
  });

  const saveAs = async (name: string): Promise<void> => {
    await office.computer.app.electron.evaluate(
      ({ dialog }, filePath) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath });
      },
      join(records, name),
    );
    await office.page.getByRole('button', { name: 'More actions for this matter' }).click();
    await office.page.getByRole('menuitem', { name: 'Save its record…' }).click();
  };

  test('is saved by the program as it is built, and holds by the check that everybody can make', async () => {
    await saveAs('Record.pdf');
    await office.page.getByText('Record saved').waitFor();
    const proofs = join(records, 'Record.json');
    const text = await readFile(proofs, 'utf8');
    expect(text.length).toBeGreaterThan(long);
    for (let index = 1; index <= documents; index += 1) expect(text).toContain(nameOf(index));
    const verifier = join(projectFolder, 'scripts/verify-log.ts');
    const given = [verifier, proofs, join(records, 'Record.pdf')];
    const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('is the page for reading that belongs to the record');
  });

  test('is not handed out where the thread that checks it says that it does not hold', async () => {
    const fault = { fault: 'altered', what: 'the record', why: 'The thread of the test says so.' };
    const says = `parentPort.postMessage(${JSON.stringify({ outcome: 'broken', fault })});`;
    await writeFile(
      join(app, 'out/main/record-worker.js'),
      `import { parentPort } from 'node:worker_threads'; ${says}`,
    );
    await saveAs('Another.pdf');
    await office.page.getByText('The record was not made: it would not hold').waitFor();
    await expect(office.page.getByText(/The thread of the test says so/).waitFor()).resolves.toBeUndefined();
    await expect(readFile(join(records, 'Another.json'))).rejects.toThrow('ENOENT');
  });
});
