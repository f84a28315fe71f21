import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eleanor, hartley } from '../app/firm.ts';
import { Office } from './support/office.ts';

/** What a person has to do from the first start to the first document filed: typing and pressing, each counted once. */
const mostActs = 14;

describe('a lawyer starts Matterline for the first time', () => {
  let office: Office;
  let acts = 0;

  beforeAll(async () => {
    office = await Office.open();
    await office.computer.startApp(null);
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const fill = async (label: string, text: string): Promise<void> => {
    acts += 1;
    await office.page.getByLabel(label).fill(text);
  };
  const press = async (name: string): Promise<void> => {
    acts += 1;
    await office.page.getByRole('button', { name, exact: true }).first().click();
  };

  test('the connection is asked for in one sentence, and a mistake in it is said where it was made', async () => {
    const { baseUrl, authUrl, clientId, apiKey } = office.firm.connection();
    const form = office.page.getByRole('main');
    await form
      .getByText(/^Matterline files what you save into your firm’s practice-management service/)
      .waitFor();
    await office.page.getByLabel('Service address').fill('http://api.firm.example');
    await office.page.getByRole('button', { name: 'Connect', exact: true }).click();
    await office.page.getByText('This address is not secure. Use one that starts with https://.').waitFor();
    await fill('Service address', baseUrl ?? '');
    await fill('Sign-in address', authUrl ?? '');
    await fill('Client ID', clientId ?? '');
    await fill('API key', apiKey ?? '');
    await press('Connect');
    await expect(office.page.getByRole('button', { name: 'Sign in' }).waitFor()).resolves.toBeUndefined();
  });

  test('after signing in, a root folder is chosen on the way to the first matter, and what is saved there is filed', async () => {
    const root = await office.computer.makeFolder('Matters');
    acts += 4; // "Sign in" here; name, password and "Sign in" in the browser.
    await office.computer.signIn(eleanor.userName, eleanor.password);
    acts += 2; // A few letters of its title, and the matter.
    await office.window.openMatter(hartley);
    await office.window.answerFolderDialog(root);
    await press('Link folder');
    acts += 2; // What to link, and the root folder in the system's own dialog.
    await office.page.getByRole('menuitem', { name: /Choose a root folder first/ }).click();
    await office.page.getByRole('button', { name: 'Show folder' }).waitFor();
    const [folder = ''] = await readdir(root);
    await writeFile(join(root, folder, 'First letter.docx'), 'Dear Sirs,');
    await office.window.documentIn('Filed', 'First letter.docx', 1);
    expect(acts).toBeLessThanOrEqual(mostActs);
    expect(await readFile(join(root, folder, 'First letter.docx'), 'utf8')).toBe('Dear Sirs,');
  });
});
