import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eleanor, hartley } from '../app/firm.ts';
import { Ledger } from '../app/ledger.ts';
import { pdfDocument, wordDocument, workbook } from '../documents/documents.ts';
import { saveLikeExcel } from '../documents/saving.ts';
import { dropDocuments, saveTwiceInWord } from './support/main-job.ts';
import { Office } from './support/office.ts';
import { packedLaunch, packingWithin } from './support/packed.ts';

/** The filing of documents from a folder of this computer, as a lawyer sees it. */
describe.each([
  ['a lawyer files documents by saving them', () => Office.open()],
  [
    'in the packed program, a lawyer files documents by saving them',
    async () => Office.open({}, await packedLaunch('test')),
  ],
])('%s', (_title, open) => {
  let office: Office;
  let folder: string;

  beforeAll(async () => {
    office = await open();
    await office.startSignedIn();
    folder = await office.openLinked(hartley);
  }, packingWithin);
  afterAll(() => office[Symbol.asyncDispose]());

  test('sign-in went through the system browser and back by the custom scheme', () => {
    expect(office.computer.appLinks).toHaveLength(1);
    expect(office.computer.appLinks[0]).toMatch(
      /^com\.matterline\.desktop:\/oauth2\/callback\?code=.+&state=/,
    );
  });

  test('the matter shows its folders and documents out of the service’s history', async () => {
    await office.page.getByRole('treeitem', { name: /Correspondence/ }).waitFor();
    await expect(
      office.window.documentIn('Not on this computer', 'Schedule of loss 2.xlsx', 3),
    ).resolves.toBeDefined();
  });

  test('a document saved twice in Word has two versions, both with the bytes saved', async () => {
    expect(await saveTwiceInWord(office, folder, 'Reply to the defence.docx')).toEqual([]);
  });

  test('a PDF written at once and a workbook saved through a temporary file are filed', async () => {
    const ledger = new Ledger();
    const opinion = join(folder, 'Opinion of counsel.pdf');
    await writeFile(opinion, await pdfDocument({ title: 'Opinion', paragraphs: 12, seed: 3 }));
    const costs = join(folder, 'Costs schedule.xlsx');
    await saveLikeExcel(costs, await workbook({ title: 'Costs', paragraphs: 40, seed: 4 }));
    await ledger.note(opinion);
    await ledger.note(costs);
    await office.window.documentIn('Filed', 'Opinion of counsel.pdf', 1);
    await office.window.documentIn('Filed', 'Costs schedule.xlsx', 1);
    expect(await office.different(ledger, 'Opinion of counsel.pdf')).toEqual([]);
  });

  test('a PDF is read beside the list, without opening it', async () => {
    await office.window.document('Opinion of counsel.pdf').click();
    await office.page.keyboard.press('Alt+p');
    const pane = office.page.getByRole('complementary', { name: 'Preview' });
    const page = pane.getByRole('img', { name: /^Page 1 of \d+$/ });
    await page.waitFor();
    const { width, text } = await page.evaluate((image) => {
      const { naturalWidth, closest } = image as unknown as {
        naturalWidth: number;
        closest: (of: string) => { textContent: string } | null;
      };
      return { width: naturalWidth, text: closest.call(image, 'li')?.textContent };
    });
    expect(width).toBe(1_200);
    expect(text).toContain('Opinion');
    await pane.getByRole('button', { name: 'Close the preview' }).click();
    await pane.waitFor({ state: 'detached' });
  });

  test('no owner, lock or temporary file of those programs is filed', () => {
    const { service } = office.firm;
    const names = service
      .filesOf(office.matterOf('Reply to the defence.docx'))
      .map(({ fileName }) => fileName);
    expect(names.filter((name) => /^~|\.tmp$|^[0-9A-F]{8}$/.test(name))).toEqual([]);
  });

  test('files dropped onto the window are copied into the matter folder and filed', async () => {
    const names = ['Letter from the insurer.pdf', 'Photograph list.pdf'] as const;
    const said = () => office.page.getByText('Add 2 documents to Matter folder').waitFor();
    expect(await dropDocuments(office, folder, names, said)).toEqual([]);
  });

  test('a file dropped onto a folder of the matter is filed in that folder', async () => {
    const name = 'Letter to counsel.pdf';
    const file = join(await office.computer.makeFolder('Downloads'), name);
    await writeFile(file, await pdfDocument({ title: 'Letter', paragraphs: 4, seed: 9 }));
    const correspondence = office.page.getByRole('treeitem', { name: /Correspondence/ });
    await office.window.dropFiles(correspondence, [file], async () => {
      await office.page.getByText('Add 1 document to Correspondence').waitFor();
    });
    await correspondence.click();
    await office.window.searchDocuments(name);
    await office.window.documentIn('Filed', name, 1);
    const { service } = office.firm;
    const matterId = office.matterOf(name);
    const filed = service.filesOf(matterId).find(({ fileName }) => fileName === name);
    const inFolder = service.foldersOf(matterId).find(({ folderId }) => folderId === filed?.folderId);
    expect(inFolder?.name).toBe('Correspondence');
    await office.window.searchDocuments('');
    await office.page.getByRole('treeitem', { name: /Matter folder/ }).click();
  });

  test('a save goes from waiting over sending and sent to filed before the person’s eyes', async () => {
    const { service } = office.firm;
    const name = 'Amended defence.docx';
    await office.page.getByRole('button', { name: 'Pause filing', exact: true }).click();
    await writeFile(
      join(folder, name),
      await wordDocument({ title: 'Amended defence', paragraphs: 40, seed: 5 }),
    );
    await office.window.documentIn('Waiting', name);
    expect(
      service.filesOf(office.matterOf('Opinion of counsel.pdf')).map((file) => file.fileName),
    ).not.toContain(name);

    const seen = await office.window.watchStates(name);
    service.faults.add({ route: 'storage.put', kind: 'latency', ms: 500 });
    service.setApplyDelay(500);
    await office.page.getByRole('button', { name: 'Resume filing', exact: true }).click();
    await office.window.documentIn('Filed', name, 1);
    service.setApplyDelay(150);
    expect(await seen()).toEqual(['Waiting', 'Sending', 'Sent', 'Filed']);
  });

  test('the timeline tells what anyone did, newest first', async () => {
    await office.window.openTab('Timeline');
    await office.window.timeline.getByText('Amended defence.docx').waitFor();
    const first = office.window.timeline.getByRole('listitem').first();
    expect(await first.innerText()).toMatch(/added \d+ documents\s+“Amended defence\.docx”, /);
    await first.getByRole('button', { name: /^added \d+ documents$/ }).click();
    await office.window.timeline.getByText(`${eleanor.name} added “Amended defence.docx”`).waitFor();
    const all = await office.window.timeline.innerText();
    expect(all).toContain(`${eleanor.name} saved version 2 of “Reply to the defence.docx”`);
    expect(all).toContain("Declan O'Rourke deleted the folder “New folder”");
  });

  test('what a colleague files meanwhile appears by itself', async () => {
    const { service } = office.firm;
    service.colleague.createFile(
      office.matterOf('Opinion of counsel.pdf'),
      'Brief to counsel.docx',
      'by Tobias',
    );
    await office.window.timeline.getByText('Tobias Vale added “Brief to counsel.docx”').waitFor();
    await office.window.openTab('Documents');
    await expect(
      office.window.documentIn('Not on this computer', 'Brief to counsel.docx', 1),
    ).resolves.toBeDefined();
  });

  test('the list of matters marks the matter as linked', async () => {
    await office.window.goTo('Matters');
    await office.page.getByRole('tab', { name: 'Linked' }).click();
    await expect(
      office.window.matter(hartley).getByRole('img', { name: 'Linked to a folder' }).waitFor(),
    ).resolves.toBeUndefined();
  });
});
