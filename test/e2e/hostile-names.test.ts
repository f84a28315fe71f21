import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { Office } from './support/office.ts';
import { deceptions } from './support/page-faults.ts';
import { eventually } from './support/patience.ts';
import { chooseInTray, shownTray, watchTray } from './support/tray.ts';

const names = {
  markup: '<img src=x onerror="window.hostile=1"><script>window.hostile=1</script>.docx',
  reversed: 'Invoice \u202Efdp.exe\u202C.pdf',
  control: 'Two\u0007 lines\u001B[31m and\u0085 more.docx',
  emoji: `${'😀'.repeat(125)}.docx`,
  hidden: 'Inv\u200Boice\u{E0041}\u2066.docx',
};
/** What file systems here can keep of them. */
const local = [
  '<img src=x onerror="window.hostile=1">.docx',
  names.reversed,
  names.control,
  `${'😀'.repeat(61)}.docx`,
];

/** The same characters, where words go that are no page. */
const deceptive = /[\p{Cc}\p{Cf}]/u;

describe('names made to deceive', () => {
  let office: Office;

  beforeAll(async () => {
    office = await Office.open();
    await office.startApp();
    await watchTray(office.computer.app.electron);
    await office.signIn();
    const folder = await office.openLinked(hartley);
    const matterId = decodeURIComponent(new URL(office.page.url()).hash.split('/')[2] ?? '');
    for (const name of Object.values(names)) office.firm.service.colleague.createFile(matterId, name, 'x');
    await office.page.getByRole('button', { name: 'Pause filing', exact: true }).click();
    for (const name of local) await writeFile(join(folder, name), 'x');
    await office.page.getByText('[U+202E]').first().waitFor();
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const press = (key: string) => office.page.keyboard.press(key);
  const found = () => office.page.evaluate(deceptions);
  const documents = () => office.page.getByRole('grid', { name: 'Documents' });
  const rowOf = (name: RegExp) => documents().getByRole('row', { name }).first();

  test('are shown for what they are in the list of documents and its menu', async () => {
    await office.window.searchDocuments('Invoice');
    await rowOf(/fdp\.exe/).click({ button: 'right' });
    await office.page.getByRole('menu').waitFor();
    expect(await found()).toEqual([]);
    await press('Escape');
  });

  test('are shown for what they are where they are renamed, and among their versions', async () => {
    await office.window.searchDocuments('onerror');
    await rowOf(/onerror/).waitFor();
    for (const [key, heading] of [
      ['F2', /^Rename/],
      ['Control+h', /^Versions of/],
    ] as const) {
      await documents().locator('[data-row]').filter({ hasText: 'Waiting' }).first().click();
      await press(key);
      await office.page.getByRole('heading', { name: heading }).waitFor();
      expect(await found()).toEqual([]);
      await press('Escape');
    }
  });

  test('are shown for what they are in the timeline, also of one document', async () => {
    await office.window.searchDocuments('');
    await office.window.openTab('Timeline');
    await office.window.timeline.getByText('[U+202E]').first().waitFor();
    expect(await found()).toEqual([]);
    await office.window.timeline
      .getByRole('button', { name: /^Show only/ })
      .first()
      .click({ force: true });
    await office.page.getByRole('button', { name: 'Show everything' }).waitFor();
    expect(await found()).toEqual([]);
  });

  test('are shown for what they are in what goes on, and in problems', async () => {
    await office.window.goTo('Activity');
    await office.page.getByRole('list', { name: 'Saves' }).getByText('[U+202E]').first().waitFor();
    expect(await found()).toEqual([]);
    office.firm.service.faults.add({
      route: 'documents.putFile',
      kind: 'status',
      status: 403,
      count: 'always',
    });
    await office.page.getByRole('button', { name: 'Resume filing', exact: true }).click();
    await office.window.goTo('Problems');
    await office.page.getByRole('article').getByText('[U+202E]').first().waitFor();
    expect(await found()).toEqual([]);
  });

  test('are shown for what they are in the box that goes anywhere', async () => {
    await press('Control+k');
    await office.page.keyboard.type('Invoice');
    await office.page.getByRole('listbox').waitFor();
    expect(await found()).toEqual([]);
    await press('Escape');
  });

  test('are shown for what they are in the tray, and when it cannot open one', async () => {
    const { electron } = office.computer.app;
    const recent = async () => (await shownTray(electron)).recent;
    await expect.poll(recent, eventually).toHaveLength(local.length);
    expect((await recent()).filter((label) => deceptive.test(label))).toEqual([]);
    await electron.evaluate(({ dialog, shell }) => {
      shell.openPath = async () => 'No program takes it.';
      dialog.showMessageBox = async (box: unknown) => {
        Reflect.set(globalThis, 'shownBox', JSON.stringify(box));
        return { response: 0, checkboxChecked: false };
      };
    });
    const box = () => electron.evaluate((): string => Reflect.get(globalThis, 'shownBox') ?? '');
    // It was just found to be the service's document of that name: the menu follows within two seconds.
    const choose = async (): Promise<string> => {
      await chooseInTray(electron, (await recent()).find((label) => label.includes('fdp.exe')) ?? '');
      return box();
    };
    await expect.poll(choose, eventually).toContain('could not be opened');
    expect(deceptive.test(await box())).toBe(false);
  });

  test('are written for what they are into the custody log that is given away', async () => {
    // Away from the person’s documents, whose content must be nowhere else.
    const file = join(office.computer.directory, 'Custody log.csv');
    await office.computer.app.electron.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, file);
    await office.window.goTo('Settings');
    await office.page
      .getByRole('button', { name: /^Export/ })
      .first()
      .click();
    await office.page.getByText('Custody log exported').waitFor();
    const lines = (await readFile(file, 'utf8')).slice(1).split('\r\n');
    expect(lines.some((line) => line.includes('fdp.exe'))).toBe(true);
    expect(lines.filter((line) => deceptive.test(line))).toEqual([]);
  });
});
