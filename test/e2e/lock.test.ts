import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eleanor, hartley } from '../app/firm.ts';
import { Office } from './support/office.ts';
import { eventually } from './support/patience.ts';
import { placeIsRemembered } from './support/remembered-place.ts';

describe('a window that locks when nobody is there', () => {
  let office: Office;
  let folder: string;

  beforeAll(async () => {
    ({ office, folder } = await Office.linked(hartley));
    await idleFor(0);
    await office.window.goTo('Settings');
    await office.page.getByLabel('Lock the window after').selectOption('5 minutes without use');
    await office.window.goTo('Matters');
    await office.window.openMatter(hartley);
  });
  afterAll(() => office[Symbol.asyncDispose]());

  /** How long nobody used the computer: a screen without a keyboard would count from its own start. */
  const idleFor = (seconds: number) =>
    office.computer.app.electron.evaluate(({ powerMonitor }, idle) => {
      powerMonitor.getSystemIdleTime = () => idle;
    }, seconds);
  const lockedHeading = () => office.page.getByRole('heading', { name: 'Matterline is locked' });
  const leave = () =>
    office.computer.app.electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('lock-screen'));
  const signInAgain = async () => {
    await office.page.getByRole('button', { name: 'Sign in to continue' }).click();
    await office.computer.finishSignIn(eleanor.userName, eleanor.password);
  };

  test('shows nothing of the matters, in the window or its memory of where it was', async () => {
    // The document the keyboard is on belongs to the place.
    await expect.poll(() => office.page.url(), eventually).toMatch(/documents\/\/./u);
    await placeIsRemembered(office.page);
    await leave();
    await lockedHeading().waitFor();
    expect(await office.page.content()).not.toContain('Hartley');
    expect(office.page.url()).not.toContain('matter/');
    await office.page.goBack().catch(() => null);
    await lockedHeading().waitFor();
    expect(await office.page.evaluate('window.history.length')).toBe(1);
  });

  test('files meanwhile what is saved', async () => {
    await writeFile(join(folder, 'Brief.docx'), 'A brief.');
    const names = () =>
      office.firm.service
        .matterIds()
        .flatMap((id) => office.firm.service.filesOf(id).map((file) => file.fileName));
    await expect.poll(names, eventually).toContain('Brief.docx');
    await lockedHeading().waitFor();
  });

  test('is not opened by the tools of the page, by a second start, or by starting anew', async () => {
    await office.computer.startSecondApp();
    await lockedHeading().waitFor();
    await office.page.reload();
    await lockedHeading().waitFor();
    await office.computer.closeApp();
    await office.startApp();
    await idleFor(0);
    await expect(lockedHeading().waitFor()).resolves.toBeUndefined();
    expect(await office.page.content()).not.toContain('Hartley');
  });

  test('stays locked when the sign-in is cancelled, and opens where it was left with a finished one', async () => {
    await office.page.getByRole('button', { name: 'Sign in to continue' }).click();
    const browser = await office.computer.signInPage();
    await browser.cancel();
    await lockedHeading().waitFor();
    await signInAgain();
    await office.page.getByRole('heading', { level: 1 }).getByTitle(hartley, { exact: true }).waitFor();
    await expect(office.window.documentIn('Filed', 'Brief.docx')).resolves.toBeDefined();
  });

  test('locks once nobody used the computer for the minutes chosen', async () => {
    await idleFor(5 * 60);
    await expect(lockedHeading().waitFor()).resolves.toBeUndefined();
    expect(await office.page.content()).not.toContain('Hartley');
  });
});
