import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eleanor, hartley } from '../app/firm.ts';
import { dropDocuments, saveTwiceInWord } from './support/main-job.ts';
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
    expect(await saveTwiceInWord(office, folder, 'Reply to the defence.docx')).toEqual([]);
  });

  test('files a document by dropping it onto the window', async () => {
    expect(await dropDocuments(office, folder, ['Letter from the insurer.pdf'])).toEqual([]);
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
