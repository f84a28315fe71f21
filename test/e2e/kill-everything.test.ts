import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { Ledger } from '../app/ledger.ts';
import { pdfDocument, wordDocument, workbook } from '../documents/documents.ts';
import { openInWord, saveLikeExcel } from '../documents/saving.ts';
import { stream } from '../faults/noise.ts';
import { Office } from './support/office.ts';
import { packedLaunch, packingWithin } from './support/packed.ts';
import { eventually } from './support/patience.ts';

/** A matter that nothing was done with yet. */
const another = 'Northgate Rail plc v Sable Hotels Group plc';

/** Promise 5, for the whole program at once, as it is installed: at each step of the main job, and at random between. */
describe('every process of the packed program is killed', () => {
  let office: Office;
  let folder: string;
  const ledger = new Ledger();

  beforeAll(async () => {
    office = await Office.open({}, await packedLaunch('test'));
    await office.startApp();
  }, packingWithin);
  afterAll(() => office[Symbol.asyncDispose]());

  const save = async (name: string, seed: number): Promise<void> => {
    const path = join(folder, name);
    await writeFile(path, await wordDocument({ title: name, paragraphs: 30, seed }));
    await ledger.note(path);
  };

  /** Kills it and starts it again; this computer has no keyring, so that the sign-in ended with the program. */
  const killedAndStarted = async (): Promise<void> => {
    await office.computer.killApp();
    await office.startApp();
    await office.signIn();
  };

  /** What the window asks or complains of now. A place for warnings stands ready, empty. */
  const asked = async (): Promise<string[]> => {
    const words = await office.page.getByRole('dialog').or(office.page.getByRole('alert')).allInnerTexts();
    return words.filter((one) => one.trim() !== '');
  };

  /** What is not as it should be: everything filed once, with its bytes, and the person asked nothing. */
  const wrongWith = async (wanted: Readonly<Record<string, number>>): Promise<string[]> => {
    // A save that was being sent is looked for in the service for a while before it is sent again.
    office.page.setDefaultTimeout(45_000);
    await office.window.openMatter(hartley);
    for (const [name, versions] of Object.entries(wanted))
      await office.window.documentIn('Filed', name, versions);
    const questions = await asked();
    const different = await office.different(ledger, Object.keys(wanted)[0] ?? '');
    await office.window.goTo('Problems');
    await office.page.getByRole('heading', { name: 'No problems' }).waitFor();
    await office.window.goTo('Matters');
    return [...questions, ...different];
  };

  test('while the person signs in: another sign-in is begun, and nothing is said against it', async () => {
    await office.page.getByRole('button', { name: 'Sign in' }).click();
    await office.computer.signInPage();
    await office.computer.killApp();
    await office.startApp();
    await office.page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await asked()).toEqual([]);
    await office.signIn();
    expect(await asked()).toEqual([]);
  });

  test('while it reads the history of a matter for the first time: all of it is there after the next start', async () => {
    await office.window.openMatter(hartley);
    await killedAndStarted();
    await office.window.openMatter(hartley);
    await office.window.documentIn('Not on this computer', 'Schedule of loss 2.xlsx', 3);
    expect(await asked()).toEqual([]);
    await office.window.goTo('Matters');
  });

  test('while a matter is linked to a new folder: it is linked or can be, and files', async () => {
    await office.window.openMatter(another);
    await office.window.linkNewFolder();
    await killedAndStarted();
    await office.window.openMatter(another);
    const linked = office.page.getByRole('button', { name: 'Show folder' });
    const link = office.page.getByRole('button', { name: 'Link folder' }).first();
    await linked.or(link).first().waitFor();
    if (!(await linked.isVisible())) await office.window.linkNewFolder();
    await linked.waitFor();
    const root = await office.computer.makeFolder('Matters');
    const made = await readdir(root);
    expect(made).toHaveLength(1);
    await writeFile(join(root, made[0] ?? '', 'Linked.txt'), 'Linked.');
    await office.window.documentIn('Filed', 'Linked.txt', 1);
    expect(await asked()).toEqual([]);
    await office.window.goTo('Matters');
    folder = await office.openLinked(hartley);
  });

  test('before a save is captured: it is captured and filed by the next start', async () => {
    await office.computer.killApp();
    await save('Captured late.docx', 1);
    await office.startApp();
    await office.signIn();
    expect(await wrongWith({ 'Captured late.docx': 1 })).toEqual([]);
  });

  test('while a save waits', async () => {
    await office.window.openMatter(hartley);
    office.firm.service.faults.add({ route: 'documents.putFile', kind: 'latency', ms: 3_000 });
    await save('Waiting.docx', 2);
    await office.window.document('Waiting.docx').waitFor();
    await killedAndStarted();
    expect(await wrongWith({ 'Waiting.docx': 1 })).toEqual([]);
  });

  test('while a save is being sent', async () => {
    await office.window.openMatter(hartley);
    office.firm.service.faults.add({ route: 'storage.put', kind: 'latency', ms: 3_000 });
    await save('Interrupted.docx', 3);
    await office.window.documentIn('Sending', 'Interrupted.docx');
    await killedAndStarted();
    expect(await wrongWith({ 'Interrupted.docx': 1 })).toEqual([]);
  });

  test('after the service took a save, before it showed it', async () => {
    await office.window.openMatter(hartley);
    office.firm.service.setApplyDelay(4_000);
    await save('Accepted.docx', 4);
    await office.window.documentIn('Sent', 'Accepted.docx');
    await killedAndStarted();
    office.firm.service.setApplyDelay(150);
    expect(await wrongWith({ 'Accepted.docx': 1 })).toEqual([]);
  });

  test('while Word, Excel and others save: each document has all its versions', async () => {
    const word = await openInWord(join(folder, 'Open in Word.docx'));
    const saveInWord = async (seed: number) => {
      await word.save(await wordDocument({ title: 'Open in Word', paragraphs: 20, seed }));
      await ledger.note(join(folder, 'Open in Word.docx'));
    };
    await saveInWord(5);
    expect(await wrongWith({ 'Open in Word.docx': 1 })).toEqual([]);
    const costs = join(folder, 'Costs.xlsx');
    const saving = Promise.all([
      saveInWord(6),
      workbook({ title: 'Costs', paragraphs: 80, seed: 7 }).then((bytes) => saveLikeExcel(costs, bytes)),
      pdfDocument({ title: 'Opinion', paragraphs: 24, seed: 8 }).then((bytes) =>
        writeFile(join(folder, 'Opinion.pdf'), bytes),
      ),
    ]);
    await office.computer.killApp();
    await saving;
    for (const name of ['Costs.xlsx', 'Opinion.pdf']) await ledger.note(join(folder, name));
    await word.close();
    await office.startApp();
    await office.signIn();
    expect(await wrongWith({ 'Open in Word.docx': 2, 'Costs.xlsx': 1, 'Opinion.pdf': 1 })).toEqual([]);
  });

  test('while documents are dropped: what was copied is whole and filed, of what was not there is no trace', async () => {
    const elsewhere = await office.computer.makeFolder('Downloads');
    const originals = new Map<string, Buffer>();
    for (let count = 1; count <= 40; count += 1) {
      const content = Buffer.alloc(1_500_000, `Enclosure ${count}. `);
      originals.set(`Enclosure ${count}.txt`, content);
      await writeFile(join(elsewhere, `Enclosure ${count}.txt`), content);
    }
    await office.window.openMatter(hartley);
    const engine = await office.computer.app.engineProcessId();
    await office.window.dropFiles(
      office.page.getByRole('grid', { name: 'Documents' }),
      [...originals.keys()].map((name) => join(elsewhere, name)),
    );
    const copied = async () => (await readdir(folder)).filter((name) => originals.has(name));
    await expect.poll(async () => (await copied()).length, { ...eventually, interval: 1 }).toBeGreaterThan(2);
    // At once, in the middle of copying; the others follow.
    process.kill(engine, 'SIGKILL');
    await killedAndStarted();
    // What may not have been added is told until it is read.
    await office.page.getByText('Adding to Matter folder was interrupted').waitFor();
    await office.page.getByRole('button', { name: 'Dismiss message' }).click();
    const names = await copied();
    expect(names.length).toBeLessThan(originals.size);
    for (const name of names) {
      expect([name, originals.get(name)?.equals(await readFile(join(folder, name)))]).toEqual([name, true]);
      await ledger.note(join(folder, name));
    }
    expect(await wrongWith(once(names))).toEqual([]);
    const inService = office.firm.service.filesOf(office.matterOf('Captured late.docx'));
    const filed = inService.map(({ fileName }) => fileName).filter((name) => name.startsWith('Enclosure'));
    expect(filed.toSorted()).toEqual(names.toSorted());
  });

  test('while there is no service and saves wait: they are filed in order once it is back', async () => {
    await office.window.openMatter(hartley);
    await office.firm.stop();
    await office.window.status.getByText('Offline').waitFor();
    for (const seed of [9, 10]) {
      await save('Saved offline.docx', seed);
      await office.window.status.getByText(`${seed - 8} waiting`).waitFor();
    }
    await office.computer.killApp();
    await office.startApp();
    await office.window.openMatter(hartley);
    await office.window.documentIn('Waiting', 'Saved offline.docx');
    expect(await asked()).toEqual([]);
    await office.firm.startAgain();
    await killedAndStarted();
    expect(await wrongWith({ 'Saved offline.docx': 2 })).toEqual([]);
  });

  test('at random moments, also of its start, again and again while documents are saved', async () => {
    const chance = stream(1, 'kills of the whole program');
    const names: string[] = [];
    for (let kill = 1; kill <= 6; kill += 1) {
      const name = `Random ${kill}.docx`;
      names.push(name);
      await save(name, 10 + kill);
      await sleep(chance() * 2_500);
      await office.computer.killApp();
      await office.computer.startAndKill(200 + chance() * 1_800);
      await office.startApp();
      await office.signIn();
    }
    expect(await wrongWith(once(names))).toEqual([]);
  }, 180_000);
});

const once = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, 1]));
