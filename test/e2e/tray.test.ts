import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { Office } from './support/office.ts';
import { eventually } from './support/patience.ts';
import { chooseInTray, shownTray, watchTray } from './support/tray.ts';

/** What a lawyer sees and does without opening the window. */
describe('the tray tells how things stand, and does what is wanted at once', () => {
  let office: Office;
  let folder: string;

  beforeAll(async () => {
    office = await Office.open();
    await office.startApp();
    await watchTray(office.computer.app.electron);
    await office.signIn();
    folder = await office.openLinked(hartley);
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const shown = () => shownTray(office.computer.app.electron);
  const choose = (label: string) => chooseInTray(office.computer.app.electron, label);

  test('it pauses filing, says so in words, and lists the documents saved lately', async () => {
    await expect.poll(async () => (await shown()).labels, eventually).toContain('Pause filing');
    await choose('Pause filing');
    await office.page.getByRole('button', { name: 'Resume filing', exact: true }).waitFor();
    await writeFile(join(folder, 'Costs & fees.docx'), 'Costs.');
    await office.window.documentIn('Waiting', 'Costs & fees.docx');
    await expect.poll(shown, eventually).toMatchObject({
      tooltip: 'Matterline: Filing is paused. 1 waiting',
      labels: [
        'Filing is paused',
        '1 waiting',
        'Open Matterline',
        'Resume filing',
        'Recent documents',
        'Quit Matterline',
      ],
      recent: ['Costs && fees.docx'],
      picture: { side: 16, densities: [1, 2] },
    });
  });

  test('it resumes, and says that everything is filed only then', async () => {
    expect((await shown()).tooltip).not.toContain('filed');
    await choose('Resume filing');
    await office.window.documentIn('Filed', 'Costs & fees.docx', 1);
    await expect
      .poll(async () => (await shown()).tooltip, eventually)
      .toBe('Matterline: All saves are filed');
  });

  test('a recent document opens with the system’s program for it', async () => {
    await office.computer.app.electron.evaluate(({ shell }) => {
      shell.openPath = async (path) => {
        Reflect.set(globalThis, 'openedPath', path);
        return '';
      };
    });
    await choose('Costs && fees.docx');
    const opened = () => office.computer.app.electron.evaluate(() => Reflect.get(globalThis, 'openedPath'));
    await expect.poll(opened, eventually).toBe(join(folder, 'Costs & fees.docx'));
  });

  test('what needs a person leads there', async () => {
    const refused = office.firm.service.faults.add({
      route: 'documents.putFile',
      kind: 'status',
      status: 403,
    });
    await writeFile(join(folder, 'Brief.docx'), 'A brief.');
    await expect.poll(async () => (await shown()).labels[0], eventually).toBe('1 problem needs you');
    await choose('1 problem needs you');
    await office.page.getByRole('heading', { name: 'Problems', level: 1 }).waitFor();
    await expect(
      office.page.getByRole('article').getByText('Brief.docx').first().waitFor(),
    ).resolves.toBeUndefined();
    refused();
  });

  test('without its window the program goes on filing, where that is wanted, and opens it again', async () => {
    const { electron } = office.computer.app;
    await office.window.goTo('Settings');
    await office.page
      .getByRole('checkbox', { name: 'Keep filing in the background when the window is closed' })
      .check();
    const closed = office.page.waitForEvent('close');
    await electron.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.close();
    });
    await closed;
    await writeFile(join(folder, 'Saved without the window.docx'), 'Filed all the same.');
    const matterId = office.matterOf('Costs & fees.docx');
    const names = () => office.firm.service.filesOf(matterId).map(({ fileName }) => fileName);
    await expect.poll(names, eventually).toContain('Saved without the window.docx');

    const opened = electron.waitForEvent('window');
    await choose('Open Matterline');
    const page = await opened;
    await expect(
      page.getByRole('row', { name: /^Saved without the window\.docx.*Filed/ }).waitFor(),
    ).resolves.toBeUndefined();
  });

  test('it quits the program', async () => {
    const closed = new Promise<string>((resolve) => {
      office.computer.app.electron.once('close', () => resolve('closed'));
    });
    await choose('Quit Matterline').catch(() => undefined);
    await expect(closed).resolves.toBe('closed');
  });
});
