import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eleanor, hartley } from '../app/firm.ts';
import { inaccessible } from './support/axe.ts';
import { Office } from './support/office.ts';
import { lookNow } from './support/page-faults.ts';
import { eventually } from './support/patience.ts';
import { picture } from './support/pictures.ts';

const looks = ['light', 'dark', 'contrast'] as const;
/** Every main screen, in every look, as assistive technology finds it. */
describe('nothing on screen is out of reach', () => {
  let office: Office;

  beforeAll(async () => {
    office = await Office.open();
  });
  afterAll(() => office[Symbol.asyncDispose]());

  /** What axe finds wrong with what is shown now, in each look. */
  const faults = async (name: string): Promise<string[]> => {
    const found: string[] = [];
    for (const look of looks) {
      await office.page.emulateMedia({
        colorScheme: look === 'light' ? 'light' : 'dark',
        forcedColors: look === 'contrast' ? 'active' : 'none',
        reducedMotion: 'reduce',
      });
      await expect.poll(() => office.page.evaluate(lookNow), eventually).toBe(look);
      await picture(office.page, `${name}-${look}`);
      found.push(...(await inaccessible(office.page)).map((fault) => `${look}: ${fault}`));
    }
    return found;
  };

  test('on the connection form', async () => {
    await office.computer.startApp(null);
    await office.page.getByRole('button', { name: 'Connect', exact: true }).click();
    await office.page.getByText('Enter the API key your firm was given.').waitFor();
    expect(await faults('connection')).toEqual([]);
    await office.computer.closeApp();
  });

  test('on the sign-in', async () => {
    await office.computer.startApp(office.firm.connection());
    await office.page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await faults('sign-in')).toEqual([]);
    await office.page.getByRole('button', { name: 'Sign in' }).click();
    await office.page.getByRole('heading', { name: 'Continue in your browser' }).waitFor();
    expect(await faults('in-browser')).toEqual([]);
    await office.computer.finishSignIn(eleanor.userName, eleanor.password);
  });

  test('on the list of matters', async () => {
    await office.window.matter('Northgate Rail plc v Sable Hotels Group plc').waitFor();
    expect(await faults('matters')).toEqual([]);
  });

  test('on the documents of a matter, with a folder and a save that waits', async () => {
    const folder = await office.openLinked(hartley);
    await office.page.getByRole('button', { name: 'Pause filing', exact: true }).click();
    await writeFile(join(folder, 'Brief.docx'), 'A brief.');
    await office.window.documentIn('Waiting', 'Brief.docx');
    expect(await faults('documents')).toEqual([]);
  });

  test('on what can be done with a document, and its versions', async () => {
    const row = office.window.document('Brief.docx');
    await row.click({ button: 'right' });
    await office.page.getByRole('menuitem', { name: 'Versions…' }).waitFor();
    expect(await faults('document-menu')).toEqual([]);
    await office.page.getByRole('menuitem', { name: 'Rename…' }).click();
    await office.page.getByLabel('New name').waitFor();
    expect(await faults('document-rename')).toEqual([]);
    await office.page.keyboard.press('Escape');
    await row.click();
    await office.page.keyboard.press('Control+h');
    await office.page.getByText('In the folder now').waitFor();
    expect(await faults('document-versions')).toEqual([]);
    await office.page.keyboard.press('Escape');
  });

  test('on what can be done with a matter, and what is left out of it', async () => {
    await office.page.getByRole('button', { name: 'More actions for this matter' }).click();
    await office.page.getByRole('menuitem', { name: 'Excluded files…' }).waitFor();
    expect(await faults('matter-menu')).toEqual([]);
    await office.page.getByRole('menuitem', { name: 'Excluded files…' }).click();
    await office.page.getByText('Currently excluded').waitFor();
    expect(await faults('matter-left-out')).toEqual([]);
    await office.page.keyboard.press('Escape');
    await office.window.openTab('Details');
    expect(await faults('details')).toEqual([]);
  });

  test('on what goes on, the box that goes anywhere, and the shortcuts', async () => {
    const back = office.page.url();
    await office.window.goTo('Activity');
    await office.page.getByRole('list', { name: 'Saves' }).getByText('Brief.docx').waitFor();
    expect(await faults('activity')).toEqual([]);
    await office.page.keyboard.press('Control+k');
    await office.page.getByRole('option').first().waitFor();
    expect(await faults('command-box')).toEqual([]);
    await office.page.keyboard.press('Escape');
    await office.page.keyboard.press('F1');
    await office.page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await faults('shortcuts')).toEqual([]);
    await office.page.keyboard.press('Escape');
    await office.page.goto(back);
  });

  test('on the timeline', async () => {
    await office.window.openTab('Timeline');
    await office.window.timeline.getByText('Brief.docx').waitFor();
    expect(await faults('timeline')).toEqual([]);
  });

  test('on the problems, with and without one', async () => {
    await office.window.goTo('Problems');
    await office.page.getByRole('heading', { name: 'No problems' }).waitFor();
    expect(await faults('no-problems')).toEqual([]);
    office.firm.service.faults.add({ route: 'documents.putFile', kind: 'status', status: 403 });
    await office.page.getByRole('button', { name: 'Resume filing', exact: true }).click();
    await office.page.getByRole('article').getByText('Brief.docx').first().waitFor();
    expect(await faults('problems')).toEqual([]);
  });

  test('on the settings', async () => {
    await office.window.goTo('Settings');
    expect(await faults('settings')).toEqual([]);
  });
});
