import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eleanor, hartley } from '../app/firm.ts';
import { Ledger } from '../app/ledger.ts';
import { wordDocument } from '../documents/documents.ts';
import { openInWord } from '../documents/saving.ts';
import { Office } from './support/office.ts';

describe('without the service', () => {
  let office: Office;
  let folder: string;
  const ledger = new Ledger();

  beforeAll(async () => {
    ({ office, folder } = await Office.linked(hartley));
    await save('Brief.docx', 1);
    await office.window.documentIn('Filed', 'Brief.docx', 1);
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const save = async (name: string, seed: number): Promise<void> => {
    const path = join(folder, name);
    await writeFile(path, await wordDocument({ title: name, paragraphs: 8, seed }));
    await ledger.note(path);
  };
  const different = () => office.different(ledger, 'Brief.docx');

  test('saves are kept one by one, and go out by themselves when it is back', async () => {
    await office.firm.stop();
    await office.window.status.getByText('Offline').waitFor();
    const path = join(folder, 'Attendance note.docx');
    const word = await openInWord(path);
    for (const version of [1, 2]) {
      await word.save(await wordDocument({ title: 'Attendance note', paragraphs: 8, seed: version }));
      await ledger.note(path);
      await office.window.status.getByText(`${version} waiting`).waitFor();
    }
    await word.close();
    await office.window.documentIn('Waiting', 'Attendance note.docx');

    await office.firm.startAgain();
    await office.window.online();
    await office.window.documentIn('Filed', 'Attendance note.docx', 2);
    expect(await different()).toEqual([]);
  });

  test('the program can be started and shows the matters, documents and timeline it has kept', async () => {
    await office.firm.stop();
    await office.computer.closeApp();
    await office.computer.startApp(office.firm.connection());
    await office.window.openMatter(hartley);
    await office.window.documentIn('Filed', 'Attendance note.docx', 2);
    await office.page.getByRole('treeitem', { name: /Correspondence/ }).waitFor();
    await office.window.openTab('Timeline');
    await expect(
      office.window.timeline.getByText('saved version 2 of “Attendance note.docx”').waitFor(),
    ).resolves.toBeUndefined();
    await office.window.openTab('Documents');
  });

  test('a save made while signed out is kept, said to wait for the sign-in, and filed after it', async () => {
    await save('Closing speech.docx', 4);
    await office.window.documentIn('Waiting', 'Closing speech.docx');
    await office.window.status
      .getByText('Signed out. What you save is kept, and filed once you sign in.')
      .waitFor();
    await office.firm.startAgain();
    await office.window.status.getByRole('button', { name: 'Sign in' }).click();
    await office.computer.finishSignIn(eleanor.userName, eleanor.password);
    await office.window.openMatter(hartley);
    await office.window.documentIn('Filed', 'Closing speech.docx', 1);
    expect(await different()).toEqual([]);
  });

  test('an access token that expires is renewed without a word', async () => {
    office.firm.service.expireAccessTokens();
    await save('Brief.docx', 5);
    await office.window.documentIn('Filed', 'Brief.docx', 2);
    expect(await different()).toEqual([]);
  });

  test('a sign-in that is withdrawn is said to be over, nothing is lost, and a new one goes on', async () => {
    office.firm.service.revokeRefreshTokens();
    office.firm.service.expireAccessTokens();
    await save('Brief.docx', 6);
    await office.window.status
      .getByText('Signed out. What you save is kept, and filed once you sign in.')
      .waitFor();
    await office.window.documentIn('Waiting', 'Brief.docx');
    await office.window.status.getByRole('button', { name: 'Sign in' }).click();
    await office.computer.finishSignIn(eleanor.userName, eleanor.password);
    await office.window.openMatter(hartley);
    await office.window.documentIn('Filed', 'Brief.docx', 3);
    expect(await different()).toEqual([]);
  });
});
