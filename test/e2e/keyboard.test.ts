import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Office } from './support/office.ts';
import { eventually } from './support/patience.ts';
import { placeIsRemembered } from './support/remembered-place.ts';

/** Most stops between any two things in the window. */
const mostStops = 60;

describe('a lawyer who uses no mouse', () => {
  let office: Office;
  let folder: string;

  beforeAll(async () => {
    office = await Office.open();
    await office.startSignedIn();
    folder = await office.computer.makeFolder('Hartley');
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => office.page.keyboard.press(key)), Promise.resolve());
  const type = (text: string) => office.page.keyboard.type(text);
  /** Role and name of what has the keyboard. */
  const focused = (): Promise<string> =>
    office.page.evaluate(`(() => {
      const at = document.activeElement;
      const name = at?.getAttribute('aria-label') ?? at?.textContent ?? '';
      return (at?.getAttribute('role') ?? at?.localName ?? '') + ' ' + name;
    })()`);
  const address = (): Promise<string> => office.page.evaluate('window.location.hash');
  const isDark = (): Promise<boolean> =>
    office.computer.app.electron.evaluate(({ nativeTheme }) => nativeTheme.shouldUseDarkColors);
  /** Presses Tab until the keyboard is on what is called so. */
  const tabTo = async (name: string): Promise<void> => {
    for (let stop = 0; stop < mostStops; stop += 1) {
      if ((await focused()) === name) return;
      await press('Tab');
    }
    throw new Error(`The Tab key does not lead to ${name}.`);
  };

  test('finds a matter by typing, opens it, and links a folder', async () => {
    await office.window.answerFolderDialog(folder);
    await press('Control+f');
    await type('Hartley');
    await press('Enter');
    await office.page.getByRole('button', { name: 'Link folder' }).first().waitFor();
    await tabTo('button Link folder');
    await press('Enter');
    await office.page.getByRole('menuitem', { name: 'Choose a folder…' }).waitFor();
    await press('ArrowDown', 'Enter');
    await expect(office.page.getByRole('button', { name: 'Show folder' }).waitFor()).resolves.toBeUndefined();
  });

  test('sees a save filed, goes to it by its first letters, and renames it', async () => {
    await writeFile(join(folder, 'Zealous draft.docx'), 'A draft.');
    await office.window.documentIn('Filed', 'Zealous draft.docx', 1);
    await tabTo('grid Documents');
    await type('zea');
    await press('F2');
    await office.page.getByLabel('New name').waitFor();
    await type('Zealous final');
    await press('Enter');
    await office.window.documentIn('Filed', 'Zealous final.docx');
    expect(await readdir(folder)).toContain('Zealous final.docx');
    await expect.poll(focused, eventually).toBe('grid Documents');
  });

  test('takes a rename back', async () => {
    await type('zea');
    await press('F2');
    await office.page.getByLabel('New name').waitFor();
    await type('Zealous mistake');
    await press('Enter');
    await office.window.documentIn('Filed', 'Zealous mistake.docx');
    await tabTo('button Undo');
    await press('Enter');
    await office.window.documentIn('Filed', 'Zealous final.docx');
    expect(await readdir(folder)).toContain('Zealous final.docx');
    await tabTo('grid Documents');
  });

  test('looks at its versions and comes back to where it was', async () => {
    await type('zea');
    await press('Control+h');
    await office.page.getByRole('list', { name: 'Versions' }).getByText('In the folder now').waitFor();
    await press('Escape');
    await expect.poll(focused, eventually).toBe('grid Documents');
  });

  test('selects several documents and copies their paths', async () => {
    await writeFile(join(folder, 'Zeta.docx'), 'Another.');
    await office.window.documentIn('Filed', 'Zeta.docx', 1);
    await press('Control+a', 'Control+Shift+C');
    await office.page.getByText('2 paths copied').waitFor();
    const copied = await office.computer.app.electron.evaluate(({ clipboard }) => clipboard.readText());
    expect(copied.split('\n').toSorted()).toEqual(
      ['Zealous final.docx', 'Zeta.docx'].map((name) => join(folder, name)),
    );
  });

  test('gets to another place though the window notes in that instant which document the keyboard was on', async () => {
    await tabTo('grid Documents');
    const before = await address();
    await office.page.evaluate(`(() => {
      window.due = [];
      const { setTimeout } = window;
      window.setTimeout = (...timer) => (window.due.push(timer[0]), setTimeout(...timer));
      window.restore = () => { window.setTimeout = setTimeout; };
    })()`);
    await press('Home', 'ArrowDown');
    // What the window waits for is over before it hears that it is to be at another place.
    await office.page.evaluate(`(() => {
      window.restore();
      window.location.hash = '#/settings';
      for (const end of window.due) end();
    })()`);
    await office.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await office.page.goBack();
    await expect.poll(address, eventually).toBe(before);
    await tabTo('grid Documents');
  });

  test('goes anywhere and does anything from one box', async () => {
    await press('Control+k');
    await type('dark');
    await office.page.getByRole('option', { name: /Use the dark theme/ }).waitFor();
    await press('Enter');
    await expect.poll(isDark, eventually).toBe(true);
    await press('Control+2');
    await office.page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    await office.page.getByRole('list', { name: 'Saves' }).getByText('Zealous final.docx').first().waitFor();
    await press('F1');
    await office.page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await press('Escape', 'Control+3');
    await office.page.getByRole('heading', { name: 'Problems', level: 1 }).waitFor();
    await press('Alt+ArrowLeft');
    await expect(
      office.page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor(),
    ).resolves.toBeUndefined();
  });

  test('opens the box again however soon after leaving it, and finds it empty and the keyboard where it was', async () => {
    const found = office.page.getByRole('listbox', { name: 'Found' }).getByRole('option');
    const before = await focused();
    for (let time = 0; time < 20; time += 1) {
      await press('Control+k', 'Escape', 'Control+k');
      await found.first().waitFor();
      await type('hart');
      await press('Escape');
      await found.first().waitFor({ state: 'detached' });
      expect(await office.window.search.inputValue()).toBe('');
    }
    expect(await focused()).toBe(before);
  });

  test('goes to a setting by other words for it, and signs out from the box', async () => {
    await press('Control+k');
    await type('ransomware');
    await office.page.getByRole('option', { name: /Many changes at once/ }).waitFor();
    await press('Enter');
    await office.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await office.page.getByRole('heading', { name: 'Many changes at once' }).waitFor();
    expect(await address()).toBe('#/settings/changes');
    await press('Control+k');
    await type('sign out');
    await office.page.getByRole('option', { name: 'Sign out…' }).waitFor();
    await press('Enter');
    await office.page
      .getByRole('dialog')
      .getByRole('heading', { name: /^Sign out/ })
      .waitFor();
    await press('Escape', 'Control+3');
  });

  test('finds the window as it was left after closing and opening the program', async () => {
    await press('Control+k');
    await type('Hartley');
    await office.page
      .getByRole('option', { name: /Hartley v Northgate/ })
      .first()
      .waitFor();
    await press('Enter');
    await tabTo('grid Documents');
    await type('zea');
    const name = 'Zealous final.docx';
    const files = office.firm.service.filesOf(office.matterOf(name));
    const { fileId } = files.find(({ fileName }) => fileName === name) ?? {};
    await expect.poll(address, eventually).toMatch(new RegExp(`/documents//${fileId}$`, 'u'));
    const place = await address();
    await placeIsRemembered(office.page);
    await office.computer.closeApp();
    await office.computer.startApp(office.firm.connection());
    await office.page.getByRole('row', { name: /Zealous final/, selected: true }).waitFor();
    expect(await address()).toBe(place);
    expect(await isDark()).toBe(true);
  });
});
