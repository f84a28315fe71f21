import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eleanor, Firm, hartley } from '../app/firm.ts';
import { Office } from './support/office.ts';
import { eventually } from './support/patience.ts';
import { foundIn, writtenBelow } from './support/written.ts';

/** As hostile as a name can be that a person can see. */
const hostile = '../../<img src=x onerror=alert(1)>';

describe('two profiles on one computer', () => {
  let office: Office;
  let other: Firm;
  let folder: string;

  beforeAll(async () => {
    office = await Office.open();
    other = await Firm.start({ directory: join(office.computer.directory, 'other-service') });
    await office.startSignedIn();
    folder = await office.openLinked(hartley);
    await writeFile(join(folder, 'Brief.docx'), 'For the first firm alone.');
    await office.window.documentIn('Filed', 'Brief.docx');
  });
  afterAll(async () => {
    await office[Symbol.asyncDispose]();
    await other.stop();
  });

  const filedAt = (firm: Firm): string[] =>
    firm.service.matterIds().flatMap((id) => firm.service.filesOf(id).map(({ fileName }) => fileName));
  const switchTo = async (from: string, to: string) => {
    await office.page.getByRole('button', { name: `Profile: ${from}` }).click();
    await office.page.getByRole('menuitemradio', { name: to }).click();
    await office.page.getByRole('button', { name: `Profile: ${to}` }).waitFor();
  };

  test('a new one starts with nothing of the other, and is connected and signed in by itself', async () => {
    await office.window.goTo('Settings');
    await office.page.getByRole('button', { name: 'Add profile…' }).click();
    await office.page.getByRole('textbox', { name: 'Name', exact: true }).fill(hostile);
    await office.page.keyboard.press('Enter');
    await office.page.getByRole('heading', { name: 'Connect Matterline to your firm' }).waitFor();
    expect(await office.page.content()).not.toContain('Hartley');
    const { baseUrl = '', authUrl = '', clientId = '', apiKey = '' } = other.connection();
    await office.page.getByLabel('Service address').fill(baseUrl);
    await office.page.getByLabel('Sign-in address').fill(authUrl);
    await office.page.getByLabel('Client ID').fill(clientId);
    await office.page.getByLabel('API key').fill(apiKey);
    await office.page.getByRole('button', { name: 'Connect', exact: true }).click();
    await office.page.getByRole('button', { name: 'Sign in' }).click();
    await office.computer.finishSignIn(eleanor.userName, eleanor.password);
    await office.window.goTo('Matters');
    await expect(
      office.page.getByRole('button', { name: `Profile: ${hostile}` }).waitFor(),
    ).resolves.toBeUndefined();
  });

  test('a folder of the one cannot be linked in the other', async () => {
    await office.window.openMatter(hartley);
    await office.window.linkFolder(folder);
    await expect(office.page.getByText('belongs to another profile').waitFor()).resolves.toBeUndefined();
  });

  test('what is saved goes to the service of its own profile, whichever is shown', async () => {
    const theirs = await office.computer.makeFolder('Other Hartley');
    await office.window.linkFolder(theirs);
    await office.page.getByRole('button', { name: 'Show folder' }).waitFor();
    await writeFile(join(theirs, 'Theirs.docx'), 'For the second firm alone.');
    await writeFile(join(folder, 'Note.docx'), 'Also for the first firm alone.');
    await expect.poll(() => filedAt(other), eventually).toContain('Theirs.docx');
    await expect.poll(() => filedAt(office.firm), eventually).toContain('Note.docx');
    expect(filedAt(other)).not.toContain('Note.docx');
    expect(filedAt(other)).not.toContain('Brief.docx');
    expect(filedAt(office.firm)).not.toContain('Theirs.docx');
  });

  test('the window shows nothing of the other after switching, nor after a restart', async () => {
    await switchTo(hostile, 'Profile 1');
    await office.window.goTo('Matters');
    await office.window.openMatter(hartley);
    await office.window.documentIn('Filed', 'Note.docx');
    expect(await office.page.content()).not.toContain('Theirs.docx');
    await office.computer.closeApp();
    await office.startApp();
    await office.page.getByRole('button', { name: 'Profile: Profile 1' }).waitFor();
    await switchTo('Profile 1', hostile);
    expect(await office.page.content()).not.toContain('Brief.docx');
  });

  test('nothing of the one is on disk where the other keeps what it has', async () => {
    const data = office.computer.appData;
    const [id = ''] = await readdir(join(data, 'profiles'));
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    const second = await writtenBelow(join(data, 'profiles', id));
    const first = await writtenBelow(join(data, 'engine'));
    expect(foundIn(second, ['Brief.docx', 'Note.docx', office.firm.service.baseUrl])).toEqual([]);
    expect(foundIn(first, ['Theirs.docx', other.service.baseUrl])).toEqual([]);
  });
});
