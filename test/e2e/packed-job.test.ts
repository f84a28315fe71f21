import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eleanor, hartley } from '../app/firm.ts';
import { Ledger } from '../app/ledger.ts';
import { pdfDocument, wordDocument } from '../documents/documents.ts';
import { openInWord } from '../documents/saving.ts';
import { Office } from './support/office.ts';
import { packedLaunch, packingWithin } from './support/packed.ts';

/** The main job once more, in the program as it is installed. */
describe('in the packed program, a lawyer', () => {
  let office: Office;
  let folder: string;

  beforeAll(async () => {
    office = await Office.open({}, await packedLaunch('test'));
    await office.startApp();
  }, packingWithin);
  afterAll(() => office[Symbol.asyncDispose]());

  const different = async (ledger: Ledger, fileName: string) =>
    (await ledger.compare(office.firm.service, office.matterOf(fileName))).filter(({ holds }) => !holds);

  test('signs in through the system’s browser and comes back by the custom scheme', async () => {
    await office.signIn();
    expect(office.computer.appLinks).toHaveLength(1);
  });

  test('links a matter to a new folder and sees what the service has of it', async () => {
    folder = await office.openLinked(hartley);
    await expect(
      office.window.documentIn('Not on this computer', 'Schedule of loss 2.xlsx', 3),
    ).resolves.toBeDefined();
  });

  test('files a document by saving it twice in Word, with the bytes saved', async () => {
    const ledger = new Ledger();
    const name = 'Reply to the defence.docx';
    const path = join(folder, name);
    const word = await openInWord(path);
    for (const seed of [1, 2]) {
      await word.save(await wordDocument({ title: 'Reply', paragraphs: 20, seed }));
      await ledger.note(path);
      await office.window.documentIn('Filed', name, seed);
    }
    await word.close();
    expect(await different(ledger, name)).toEqual([]);
  });

  test('files a document by dropping it onto the window', async () => {
    const ledger = new Ledger();
    const name = 'Letter from the insurer.pdf';
    const file = join(await office.computer.makeFolder('Downloads'), name);
    await writeFile(file, await pdfDocument({ title: 'Letter', paragraphs: 4, seed: 3 }));
    await office.window.dropFiles(office.page.getByRole('grid', { name: 'Documents' }), [file]);
    await office.window.documentIn('Filed', name, 1);
    await ledger.note(join(folder, name));
    expect(await different(ledger, name)).toEqual([]);
  });

  test('sees on the timeline what was done', async () => {
    await office.window.openTab('Timeline');
    await expect(
      office.window.timeline
        .getByText(`${eleanor.name} saved a new version of “Reply to the defence.docx”`)
        .waitFor(),
    ).resolves.toBeUndefined();
  });
});
