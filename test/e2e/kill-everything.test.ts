import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { Ledger } from '../app/ledger.ts';
import { wordDocument } from '../documents/documents.ts';
import { Office } from './support/office.ts';
import { packedLaunch, packingWithin } from './support/packed.ts';

/** Promise 5, for the whole program at once, as it is installed. */
describe('every process of the packed program is killed', () => {
  let office: Office;
  let folder: string;
  const ledger = new Ledger();

  beforeAll(async () => {
    office = await Office.open({}, await packedLaunch('test'));
    await office.startSignedIn();
    folder = await office.openLinked(hartley);
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

  /** What is not as it should be: everything filed once, with its bytes, and the person asked nothing. */
  const wrongWith = async (name: string): Promise<string[]> => {
    // A save that was being sent is looked for in the service for a while before it is sent again.
    office.page.setDefaultTimeout(45_000);
    await office.window.openMatter(hartley);
    await office.window.documentIn('Filed', name, 1);
    const asked = await office.page.getByRole('dialog').or(office.page.getByRole('alert')).allInnerTexts();
    const different = await office.different(ledger, name);
    await office.window.goTo('Problems');
    await office.page.getByRole('heading', { name: 'No problems' }).waitFor();
    await office.window.goTo('Matters');
    // A place for warnings stands ready, empty.
    return [...asked.filter((words) => words.trim() !== ''), ...different];
  };

  test('before a save is captured: it is captured and filed by the next start', async () => {
    await office.computer.killApp();
    await save('Captured late.docx', 1);
    await office.startApp();
    await office.signIn();
    expect(await wrongWith('Captured late.docx')).toEqual([]);
  });

  test('while a save waits', async () => {
    await office.window.openMatter(hartley);
    office.firm.service.faults.add({ route: 'documents.putFile', kind: 'latency', ms: 3_000 });
    await save('Waiting.docx', 2);
    await office.window.document('Waiting.docx').waitFor();
    await killedAndStarted();
    expect(await wrongWith('Waiting.docx')).toEqual([]);
  });

  test('while a save is being sent', async () => {
    await office.window.openMatter(hartley);
    office.firm.service.faults.add({ route: 'storage.put', kind: 'latency', ms: 3_000 });
    await save('Interrupted.docx', 3);
    await office.window.documentIn('Sending', 'Interrupted.docx');
    await killedAndStarted();
    expect(await wrongWith('Interrupted.docx')).toEqual([]);
  });

  test('after the service took a save, before it showed it', async () => {
    await office.window.openMatter(hartley);
    office.firm.service.setApplyDelay(4_000);
    await save('Accepted.docx', 4);
    await office.window.documentIn('Sent', 'Accepted.docx');
    await killedAndStarted();
    office.firm.service.setApplyDelay(150);
    expect(await wrongWith('Accepted.docx')).toEqual([]);
  });
});
