import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { Office } from './support/office.ts';
import { eventually } from './support/patience.ts';

/** What a lawyer decides about the program, and finds again. */
describe('settings hold, also over a restart', () => {
  let office: Office;
  let folder: string;

  beforeAll(async () => {
    ({ office, folder } = await Office.linked(hartley));
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const checkbox = (name: RegExp) => office.page.getByRole('checkbox', { name });
  const autostart = () =>
    readFile(
      join(office.computer.directory, 'home/.config/autostart/com.matterline.desktop.desktop'),
      'utf8',
    );

  test('the program can start with the session, in the background', async () => {
    await office.window.goTo('Settings');
    await checkbox(/^Start Matterline in the background/).check();
    await expect.poll(() => autostart().catch(() => ''), eventually).toMatch(/^Exec=.*"--background"$/m);
  });

  test('filing waits on battery if wanted, says so, and goes on when told or plugged in', async () => {
    const { electron } = office.computer.app;
    await checkbox(/^Pause filing while this computer runs on battery/).check();
    await electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('on-battery'));
    await office.window.status.getByText(/^On battery, paused/).waitFor();
    await writeFile(join(folder, 'Note on costs.docx'), 'Costs.');
    await office.window.goTo('Activity');
    await office.page.getByText('Goes once this computer is plugged in').waitFor();
    await office.page.getByRole('button', { name: 'File on battery' }).click();
    await office.window.status.getByText('All saves filed').waitFor();
    await electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('on-ac'));
    await expect(
      office.page.getByRole('button', { name: 'File on battery' }).waitFor({ state: 'detached' }),
    ).resolves.toBeUndefined();
  });

  test('dates are written as chosen, and limits of many changes take only what makes sense', async () => {
    await office.window.goTo('Settings');
    await office.page.getByLabel('Format').selectOption('de-DE');
    await office.page.getByText(/5\. März 2026/).waitFor();
    await office.page.getByLabel('More documents than', { exact: true }).fill('0');
    await office.page.getByText('A whole number from 1 to 100000.').waitFor();
    await office.page.getByLabel('More documents than', { exact: true }).fill('75');
    const save = office.page.getByRole('region', { name: 'Many changes at once' }).getByRole('button');
    await save.click();
    await expect(office.page.getByText('Thresholds saved').waitFor()).resolves.toBeUndefined();
  });

  test('the diagnosis finds all well, and its report can be read before anybody else does', async () => {
    await office.page.getByRole('button', { name: 'Run diagnostics' }).click();
    await office.page.getByText('Folder watching').waitFor();
    const looked = office.page.getByRole('list', { name: 'Checks' });
    expect(await looked.getByRole('listitem').count()).toBe(10);
    await office.page.getByRole('button', { name: 'Report for IT support…' }).click();
    const report = await office.page.getByLabel('The report').innerText();
    expect(report).toContain('End of the log');
    expect(report).not.toContain(hartley);
    for (const secret of office.issued) expect(report).not.toContain(secret);
    const file = join(await office.computer.makeFolder('For IT'), 'Report.txt');
    await office.computer.app.electron.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, file);
    await office.page.getByRole('button', { name: 'Save…' }).click();
    await office.page.getByText('Report saved').waitFor();
    expect(await readFile(file, 'utf8')).toContain('Checks');
  });

  test('everything is as it was left when the program starts again', async () => {
    await office.computer.closeApp();
    await office.startApp();
    await office.signIn();
    await office.window.goTo('Settings');
    await office.page.getByText(/5\. März 2026/).waitFor();
    expect(await checkbox(/^Start Matterline in the background/).isChecked()).toBe(true);
    expect(await checkbox(/^Pause filing while/).isChecked()).toBe(true);
    const limit = office.page.getByLabel('More documents than', { exact: true });
    expect(await limit.inputValue()).toBe('75');
    await checkbox(/^Start Matterline in the background/).uncheck();
    await expect.poll(() => autostart().catch(() => 'gone'), eventually).toBe('gone');
  });
});
