import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { Office } from './support/office.ts';
import { eventually } from './support/patience.ts';
import { picture } from './support/pictures.ts';

describe('a lawyer opens what a colleague filed', () => {
  let office: Office;
  const name = 'Letter from the other side.docx';
  const contents = ['Without prejudice, one.', 'Without prejudice, two.'] as const;
  const large = Buffer.alloc(3_000_000, 'A bundle of exhibits. ');

  beforeAll(async () => {
    office = await Office.open({ variants: { documentFiles: 'offered' } });
    await office.startSignedIn();
    await office.window.openMatter(hartley);
    await office.computer.app.electron.evaluate(({ shell }) => {
      shell.openPath = async (path) => {
        Reflect.set(globalThis, 'openedPath', path);
        return '';
      };
    });
    const { service } = office.firm;
    const matterId = matterIdOf();
    const fileId = service.colleague.createFile(matterId, name, contents[0]);
    service.colleague.addVersion(fileId, contents[1]);
    service.colleague.createFile(matterId, 'Exhibits.pdf', large);
    service.colleague.createFile(matterId, 'Invoice.docx', Buffer.from('MZ\x90\0 a program', 'latin1'));
    await office.window.documentIn('Not on this computer', 'Invoice.docx', 1);
  });
  afterAll(() => office[Symbol.asyncDispose]());

  /** The matter that is open. */
  const matterIdOf = (): string => {
    const [, id = ''] = /\/matter\/([^/]+)/.exec(new URL(office.page.url()).hash) ?? [];
    return decodeURIComponent(id);
  };
  const opened = () =>
    office.computer.app.electron.evaluate((): string => Reflect.get(globalThis, 'openedPath') ?? '');

  test('Enter opens a read-only copy of the newest version, and says that changes to it are not filed', async () => {
    await office.window.document(name).click();
    await office.page.keyboard.press('Enter');
    await office.page.getByText('This is a view copy, read only: changes to it are not filed.').waitFor();
    const path = await opened();
    expect(await readFile(path, 'utf8')).toBe(contents[1]);
    expect((await stat(path)).mode & 0o222).toBe(0);
    expect(basename(path)).toMatch(/^Letter from the other side \(.*\)\.docx$/);
    await picture(office.page, 'colleague document open');
  });

  test('every version opens from the list of versions', async () => {
    await office.window.document(name).click();
    await office.page.keyboard.press('Control+h');
    const versions = office.page.getByRole('list', { name: 'Versions' });
    await versions
      .getByText(/fetched from the service when you open it/)
      .first()
      .waitFor();
    await picture(office.page, 'colleague versions');
    await versions
      .getByRole('button', { name: /^Open a copy/ })
      .last()
      .click();
    await expect.poll(async () => readFile(await opened(), 'utf8'), eventually).toBe(contents[0]);
  });

  test('any version can be read without opening it: what is not here is fetched, and a program is none', async () => {
    const before = await opened();
    office.firm.service.colleague.createFile(matterIdOf(), 'Terms.txt', 'The terms of the other side.');
    await office.window.documentIn('Not on this computer', 'Terms.txt', 1);
    await office.window.document('Terms.txt').click();
    await office.page.keyboard.press('Alt+p');
    const pane = office.page.getByRole('complementary', { name: 'Preview' });
    await pane.getByRole('button', { name: 'Fetch it and show it' }).click();
    await pane.getByText('The terms of the other side.').waitFor();
    await office.window.document('Invoice.docx').click();
    await pane.getByRole('button', { name: 'Fetch it and show it' }).click();
    await pane.getByText('What is in it is not what its name says.').waitFor();
    await office.page.keyboard.press('Escape');
    await pane.getByRole('button', { name: 'Close the preview' }).click();
    expect(await opened()).toBe(before);
  });

  test('a large one shows how far it is and can be cancelled', async () => {
    const { faults } = office.firm.service;
    const hits = faults.hits;
    faults.add({ route: 'storage.get', kind: 'stall' });
    const before = await opened();
    await office.window.document('Exhibits.pdf').dblclick();
    await office.page.getByText('Fetching “Exhibits.pdf” from the service…').waitFor();
    await expect.poll(() => faults.hits, eventually).toBe(hits + 1);
    await office.page.getByRole('button', { name: 'Cancel' }).click();
    await office.page.getByText('Fetching “Exhibits.pdf” from the service…').waitFor({ state: 'detached' });
    expect(await opened()).toBe(before);
    await office.window.document('Exhibits.pdf').dblclick();
    await expect.poll(opened, eventually).not.toBe(before);
    expect((await readFile(await opened())).equals(large)).toBe(true);
  });

  test('a program under the name of a document is not opened', async () => {
    const before = await opened();
    await office.window.document('Invoice.docx').dblclick();
    await office.page.getByRole('alert').getByText('It is a program or script, not a document.').waitFor();
    expect(await opened()).toBe(before);
  });

  test('what came is not opened when it is not what the service has', async () => {
    const before = await opened();
    office.firm.service.colleague.createFile(matterIdOf(), 'Schedule.pdf', 'A schedule.');
    office.firm.service.faults.add({ route: 'storage.get', kind: 'wrongBytes' });
    await office.window.documentIn('Not on this computer', 'Schedule.pdf', 1);
    await office.window.document('Schedule.pdf').dblclick();
    await office.page.getByRole('alert').getByText('What came is not what the service has').waitFor();
    expect(await opened()).toBe(before);
  });

  test('a copy is saved where the lawyer wants it', async () => {
    const to = join(office.computer.directory, 'home', 'Letter.docx');
    await office.computer.app.electron.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
    }, to);
    await office.window.document(name).click({ button: 'right' });
    await office.page.getByRole('menuitem', { name: 'Save a copy as…' }).click();
    await office.page.getByText('Saved a copy as “Letter.docx”').waitFor();
    expect(await readFile(to, 'utf8')).toBe(contents[1]);
  });

  test('a service that offers no downloads is said to offer none', async () => {
    office.firm.service.variants.documentFiles = 'notOffered';
    await office.window.document('Schedule.pdf').dblclick();
    await expect(
      office.page
        .getByRole('alert')
        .getByText(/it offers no way to fetch it/)
        .waitFor(),
    ).resolves.toBeUndefined();
    await picture(office.page, 'colleague document not offered');
  });
});
