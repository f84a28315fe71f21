import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { Office } from './support/office.ts';

describe('a connection that cannot work', () => {
  let office: Office;

  beforeEach(async () => {
    office = await Office.open();
  });
  afterEach(() => office[Symbol.asyncDispose]());

  test('a wrong API key is said to be refused, with what to do', async () => {
    await office.computer.startApp({ ...office.firm.connection(), apiKey: 'wrong' });
    await office.signIn();
    await office.window.goTo('Problems');
    await office.page.getByText('The list of matters could not be brought up to date').waitFor();
    await expect(
      office.page.getByText('The x-api-key header is missing or not a known key.').waitFor(),
    ).resolves.toBeUndefined();
  });

  test('an unreachable service is said to be offline, with the next try', async () => {
    // Port 9 (discard) is not listened on.
    await office.computer.startApp({ ...office.firm.connection(), baseUrl: 'http://127.0.0.1:9' });
    await office.signIn();
    await office.window.status.getByText('Offline: The practice service is not answering.').waitFor();
    await expect(office.window.status.getByText('Next try').waitFor()).resolves.toBeUndefined();
  });

  test('an unreachable sign-in server is shown by the browser, and the sign-in can be cancelled', async () => {
    await office.computer.startApp({ ...office.firm.connection(), authUrl: 'http://127.0.0.1:9' });
    await office.page.getByRole('button', { name: 'Sign in' }).click();
    await expect(office.computer.signInPage()).rejects.toThrow('ERR_');
    await office.page.getByRole('button', { name: 'Cancel' }).click();
    await office.page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  test('a connection file with a mistake names the file and the mistake', async () => {
    await office.computer.startApp({ ...office.firm.connection(), baseUrl: 'http://practice.example' });
    const alert = office.page.getByRole('alert');
    await alert.getByText('connection.json cannot be used').waitFor();
    await expect(alert.getByText('does not begin with https://').waitFor()).resolves.toBeUndefined();
  });

  test('without a connection file the connection is typed, checked, and used', async () => {
    await office.computer.startApp(null);
    const { baseUrl, authUrl, clientId, apiKey } = office.firm.connection();
    const type = (label: string, text = '') => office.page.getByLabel(label).fill(text);
    await type('Service address', 'http://practice.example');
    await type('Sign-in address', authUrl);
    await type('Client ID', clientId);
    await type('API key', apiKey);
    await office.page.getByRole('button', { name: 'Connect', exact: true }).click();
    await office.page.getByText('This address is not secure.').waitFor();
    await type('Service address', baseUrl);
    await office.page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(office.signIn()).resolves.toBeUndefined();
  });
});

describe('a folder or file that cannot be taken', () => {
  let office: Office;
  let folder: string;

  beforeAll(async () => {
    ({ office, folder } = await Office.linked(hartley));
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const notice = (words: string) => office.page.getByRole('alert').getByText(words);

  test('a folder already linked to another matter is refused, naming that matter', async () => {
    await office.window.openMatter('Finch v Fenwick Dairy Co-operative');
    await office.window.linkFolder(folder);
    await notice(`already belongs to 2024/0317 ${hartley}`).waitFor();
    await expect(
      office.page.getByRole('button', { name: 'Link folder' }).first().waitFor(),
    ).resolves.toBeUndefined();
  });

  test('a folder inside the folder of another matter is refused, naming that matter', async () => {
    const inside = await office.computer.makeFolder(join(hartley, 'Finch'));
    await office.window.linkFolder(inside);
    await expect(
      notice(`overlaps with the folder of 2024/0317 ${hartley}`).waitFor(),
    ).resolves.toBeUndefined();
  });

  test('a folder nobody may write to is refused, with the reason', async () => {
    // Nobody can make files there, not even the administrator.
    await office.window.linkFolder('/sys/kernel');
    await notice('Nothing can be saved in “kernel”').waitFor();
    await expect(notice('The system does not allow writing there').waitFor()).resolves.toBeUndefined();
  });

  test('a file whose name is longer than 256 characters is refused, with the limit', async () => {
    await office.window.openMatter(hartley);
    const name = `${'n'.repeat(253)}.pdf`;
    await office.window.dropFiles(office.page.getByRole('grid', { name: 'Documents' }), [`/${name}`]);
    await notice('1 document not added').waitFor();
    await expect(
      notice('names of up to 256 characters; this one has 257').waitFor(),
    ).resolves.toBeUndefined();
  });

  test('a program’s temporary file is refused, and the document dropped with it is added', async () => {
    const elsewhere = await office.computer.makeFolder('Downloads');
    const files = ['~$Letter.docx', 'Letter.docx'].map((name) => join(elsewhere, name));
    for (const file of files) await writeFile(file, 'A letter.');
    await office.window.dropFiles(office.page.getByRole('grid', { name: 'Documents' }), files);
    await office.page.getByText('Added “Letter.docx” to Matter folder, 1 document not added').waitFor();
    await expect(office.window.documentIn('Filed', 'Letter.docx', 1)).resolves.toBeDefined();
  });
});
