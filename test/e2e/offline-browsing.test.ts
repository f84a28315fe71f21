import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { Office } from './support/office.ts';
import { eventually } from './support/patience.ts';
import { picture } from './support/pictures.ts';

describe('the program is started while the service is out of reach', () => {
  let office: Office;
  let folder: string;

  beforeAll(async () => {
    ({ office, folder } = await Office.linked(hartley));
    for (const version of [1, 2]) {
      await writeFile(join(folder, 'Zealous draft.docx'), `Draft ${version}.`);
      await office.window.documentIn('Filed', 'Zealous draft.docx', version);
    }
    // Details are kept of the matters somebody looked at.
    await office.window.openTab('Details');
    await keptDetails().waitFor();
    await office.firm.stop();
    await office.computer.closeApp();
    await office.computer.startApp(office.firm.connection());
    await office.window.goTo('Matters');
  });
  afterAll(() => office[Symbol.asyncDispose]());

  /** What the service said of the matter; where nothing is kept, another heading says so. */
  const keptDetails = () =>
    office.page
      .getByRole('region', { name: 'Details' })
      .getByRole('definition')
      .filter({ hasText: /\S/ })
      .first();
  const entries = () => office.window.timeline.getByRole('listitem');
  const filter = (name: string) =>
    office.page.getByRole('search', { name: 'Filter of the timeline' }).getByLabel(name, { exact: true });
  const box = () => office.window.search;
  const titles = async (): Promise<string[]> =>
    (await office.page.getByRole('grid', { name: 'Matters' }).getByRole('row').allTextContents()).slice(1);

  test('matters are there, say how old they are, and are searched, filtered and sorted', async () => {
    await office.page.getByText(/^as of /).waitFor();
    // It opens with those opened lately: who the person is, is not known without a sign-in.
    await office.page.getByRole('tab', { name: 'All open' }).click();
    await expect.poll(async () => (await titles()).length, eventually).toBeGreaterThan(5);
    const open = await titles();
    await office.page.getByRole('columnheader', { name: 'Matter' }).getByRole('button').click();
    await expect.poll(titles, eventually).not.toEqual(open);
    await picture(office.page, 'offline matters');
    await office.page.getByRole('tab', { name: 'Linked' }).click();
    await expect.poll(async () => (await titles()).length, eventually).toBe(1);
    await office.page.getByRole('tab', { name: 'Open' }).click();
    await office.window.searchMatters('hartl');
    await expect.poll(async () => (await titles()).length, eventually).toBe(1);
    await office.window.searchMatters('');
  });

  test('a matter shows its folders, its documents with their versions, and why one is not here', async () => {
    await office.window.openMatter(hartley);
    await office.window.documentIn('Filed', 'Zealous draft.docx', 2);
    await office.page.getByRole('treeitem', { name: /Correspondence/ }).click();
    const elsewhere = office.page
      .getByRole('grid', { name: 'Documents' })
      .getByRole('row')
      .filter({ hasText: 'Not on this computer' })
      .first();
    await elsewhere.waitFor();
    await picture(office.page, 'offline documents');
    await elsewhere.click();
    await office.page.keyboard.press('Enter');
    await expect(
      office.page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor(),
    ).resolves.toBeUndefined();
    await picture(office.page, 'offline document not here');
  });

  test('the versions of a document that were kept here are listed', async () => {
    await office.page.getByRole('treeitem').first().click();
    await office.page.getByRole('row', { name: /Zealous draft/ }).click();
    await office.page.keyboard.press('Control+h');
    const versions = office.page.getByRole('list', { name: 'Versions' });
    await expect(versions.getByText('In the folder now').waitFor()).resolves.toBeUndefined();
    expect(await versions.getByRole('listitem').count()).toBe(2);
    await picture(office.page, 'offline versions');
    await office.page.keyboard.press('Escape');
  });

  test('the details that were seen are there, and say from when they are', async () => {
    await office.window.openTab('Details');
    await expect(keptDetails().waitFor()).resolves.toBeUndefined();
    const region = office.page.getByRole('region', { name: 'Details' });
    await expect(region.getByText(/^As of /).waitFor()).resolves.toBeUndefined();
    await picture(office.page, 'offline details');
  });

  test('the timeline is filtered by words, kind and time, narrowed to one document, and written to a file', async () => {
    await office.window.openTab('Timeline');
    await entries().first().waitFor();
    const all = await entries().count();
    await filter('Find in the timeline').fill('zealous');
    await expect.poll(() => entries().count(), eventually).toBeLessThan(all);
    await office.window.timeline
      .getByText(/Zealous draft/)
      .first()
      .waitFor();
    await picture(office.page, 'offline timeline found');
    await office.page.getByRole('button', { name: 'Show only Zealous draft.docx' }).first().click();
    await filter('Find in the timeline').fill('');
    await office.page.getByText('Only', { exact: true }).waitFor();
    await expect
      .poll(
        async () => (await entries().allTextContents()).every((text) => text.includes('Zealous')),
        eventually,
      )
      .toBe(true);
    await picture(office.page, 'offline timeline of a document');

    await office.computer.app.electron.evaluate(
      ({ dialog }, path) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
      },
      join(office.computer.directory, 'home', 'Timeline.csv'),
    );
    await office.page.getByRole('button', { name: 'Save as CSV…' }).click();
    await expect
      .poll(
        () => readFile(join(office.computer.directory, 'home', 'Timeline.csv'), 'utf8').catch(() => ''),
        eventually,
      )
      .toContain('Zealous draft.docx');
    await office.page.getByRole('button', { name: 'Show everything' }).click();
    await filter('Kind of change').selectOption('Renamed, moved, copied');
    await expect.poll(() => entries().first().textContent(), eventually).toMatch(/renamed|moved|copied/);
    await picture(office.page, 'offline timeline by kind');
    const narrowed = await entries().count();
    await office.page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect.poll(() => entries().count(), eventually).toBeGreaterThan(narrowed);
  });

  test('the timeline is narrowed to a folder, to a person, and to a time', async () => {
    const chosen = async (name: string) => {
      const options = (await filter(name).getByRole('option').allTextContents()).slice(1);
      return options.find((option) => option.trim() !== 'Custom range…') ?? '';
    };
    // Only what can be seen of a long list is in the page; how long it is, its items say, or that more of it is to be read.
    const length = async (): Promise<number> => {
      const said = Number(await entries().first().getAttribute('aria-setsize'));
      return said === -1 ? Number.POSITIVE_INFINITY : said;
    };
    for (const name of ['Folder', 'Person', 'Time']) {
      const before = await length();
      await filter(name).selectOption({ label: await chosen(name) });
      await expect.poll(length, eventually).toBeLessThan(before);
      await entries().first().waitFor();
      await picture(office.page, `offline timeline by ${name.toLowerCase()}`);
      const narrowed = await length();
      await filter(name).selectOption({ index: 0 });
      await expect.poll(length, eventually).toBeGreaterThan(narrowed);
    }
  });

  test('a bar of the chart of activity leads to what happened on its days, and back', async () => {
    const bars = office.page.getByRole('group', { name: 'Activity over time' }).getByRole('button');
    const all = Number(await entries().first().getAttribute('aria-setsize'));
    const last = bars.last();
    await last.click();
    await expect.poll(() => last.getAttribute('aria-pressed'), eventually).toBe('true');
    await expect.poll(() => filter('Time').inputValue(), eventually).toBe('between');
    await expect
      .poll(async () => Number(await entries().first().getAttribute('aria-setsize')), eventually)
      .not.toBe(all);
    await picture(office.page, 'offline timeline of a bar');
    await last.click();
    await expect.poll(() => filter('Time').inputValue(), eventually).toBe('');
    await expect.poll(() => last.getAttribute('aria-pressed'), eventually).toBe('false');
  });

  test('one box finds documents and matters, whatever the order of the words', async () => {
    for (const text of ['draft zeal', 'northg hart']) {
      await office.page.keyboard.press('Control+k');
      await box().fill(text);
      await office.page
        .getByRole('option', { name: /Zealous draft|Hartley v Northgate/ })
        .first()
        .waitFor();
      await picture(office.page, `offline found ${text}`);
      await office.page.keyboard.press('Escape');
      await office.page
        .getByRole('listbox', { name: 'Found' })
        .getByRole('option')
        .first()
        .waitFor({ state: 'detached' });
      expect(await box().inputValue()).toBe('');
    }
    await office.page.keyboard.press('Control+k');
    await box().fill('draft zeal');
    await office.page
      .getByRole('option', { name: /Zealous draft/ })
      .first()
      .click();
    await expect(
      office.page.getByRole('row', { name: /Zealous draft/, selected: true }).waitFor(),
    ).resolves.toBeUndefined();
  });

  test('the box finds a person, and leads to the matters of that person', async () => {
    await office.page.keyboard.press('Control+k');
    await box().fill('ashd elea');
    await picture(office.page, 'offline found a person');
    await office.page.getByRole('option', { name: /Eleanor Ashdown/ }).click();
    await expect.poll(async () => (await titles()).length, eventually).toBeGreaterThan(0);
    expect((await titles()).every((row) => row.includes('Eleanor Ashdown'))).toBe(true);
    await picture(office.page, 'offline matters of a person');
    await office.window.searchMatters('');
  });

  test('what anyone did in any matter is there, and nothing claims to be up to date', async () => {
    await office.window.goTo('Activity');
    await office.page.getByRole('tab', { name: 'All matters' }).click();
    await entries().first().waitFor();
    await filter('Find in the timeline').fill('zealous');
    await office.window.timeline
      .getByText(/Zealous draft/)
      .first()
      .waitFor();
    await picture(office.page, 'offline activity');
    await expect(office.window.status.getByText(/Signed out|Offline/).waitFor()).resolves.toBeUndefined();
  });
});
