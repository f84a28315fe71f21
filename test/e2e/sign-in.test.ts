import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eleanor } from '../app/firm.ts';
import type { Browser } from '../browser/browser.ts';
import { Office } from './support/office.ts';
import { eventually } from './support/patience.ts';

describe('sign-in through the custom scheme', () => {
  let office: Office;
  let browser: Browser;

  beforeAll(async () => {
    office = await Office.open();
    await office.computer.startApp(office.firm.connection('custom'));
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const begin = async () => {
    await office.page.getByRole('button', { name: 'Sign in' }).click();
    browser = await office.computer.signInPage();
  };
  const alert = (words: string) => office.page.getByRole('alert').getByText(words);

  test('a sign-in cancelled on the sign-in page is said to be cancelled, and another can be begun', async () => {
    await begin();
    await browser.cancel();
    await alert('The sign-in was cancelled.').waitFor();
    await expect(office.page.getByRole('button', { name: 'Sign in' }).waitFor()).resolves.toBeUndefined();
  });

  test('a sign-in cancelled in the window is over: its late answer is refused in plain words', async () => {
    await begin();
    await office.page.getByRole('button', { name: 'Cancel' }).click();
    await office.page.getByRole('heading', { name: 'Sign in to Matterline' }).waitFor();
    await browser.signIn(eleanor.userName, eleanor.password);
    await alert('This sign-in was cancelled in Matterline.').waitFor();
    await expect(office.page.getByRole('button', { name: 'Sign in' }).waitFor()).resolves.toBeUndefined();
  });

  test('a forged state is refused, and does not end the sign-in that is going on', async () => {
    await begin();
    await office.computer.startSecondApp('com.matterline.desktop:/oauth2/callback?code=stolen&state=forged');
    await alert('It does not belong to a sign-in that was started here.').waitFor();
    await expect(
      office.page.getByRole('heading', { name: 'Continue in your browser' }).waitFor(),
    ).resolves.toBeUndefined();
  });

  test('a callback to a foreign address is refused, and does not end the sign-in that is going on', async () => {
    const address = await office.page.getByLabel('Sign-in page').inputValue();
    const state = new URL(address).searchParams.get('state');
    await office.computer.startSecondApp(
      `com.matterline.desktop://elsewhere/oauth2/callback?code=x&state=${state}`,
    );
    await expect
      .poll(() => office.computer.app.output, eventually)
      .toContain('A link was refused: foreign-address.');
    await office.page.getByRole('heading', { name: 'Continue in your browser' }).waitFor();
  });

  test('after all that, the sign-in that is going on can be finished, at the second try of a password', async () => {
    office.computer.appLinks.length = 0;
    await browser.signIn(eleanor.userName, 'wrong');
    await browser.page.getByRole('alert').getByText('The user name or the password is wrong.').waitFor();
    await browser.signIn(eleanor.userName, eleanor.password);
    await expect(office.window.mattersHeading.waitFor()).resolves.toBeUndefined();
  });

  test('a callback that comes a second time is refused, and nobody is signed out by it', async () => {
    const link = await office.computer.nextAppLink();
    await office.computer.startSecondApp(link);
    await expect
      .poll(() => office.computer.app.output, eventually)
      .toContain('This sign-in was already used.');
    await office.page.getByRole('button', { name: 'Refresh matters' }).click();
    await office.window.status.getByText('Online').waitFor();
    await office.window.mattersHeading.waitFor();
  });

  test('starting the program a second time brings the window it has to the front', async () => {
    const { electron } = office.computer.app;
    const visible = () =>
      electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => window.isVisible()),
      );
    await electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().forEach((window) => window.hide()),
    );
    expect(await visible()).toEqual([false]);
    await office.computer.startSecondApp();
    await expect.poll(visible, eventually).toEqual([true]);
  });

  test('signing out asks first, then shows the sign-in again', async () => {
    await office.window.goTo('Settings');
    await office.page.getByRole('button', { name: 'Sign out…' }).click();
    await office.page.getByRole('dialog').getByText('Everything you saved is filed.').waitFor();
    await office.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(
      office.page.getByRole('heading', { name: 'Sign in to Matterline' }).waitFor(),
    ).resolves.toBeUndefined();
  });
});

describe('sign-in at a program that was not running or uses loopback', () => {
  let office: Office;

  beforeEach(async () => {
    office = await Office.open();
  });
  afterEach(() => office[Symbol.asyncDispose]());

  test('a program started by a callback nobody asked for refuses it and offers to sign in', async () => {
    const stray = 'com.matterline.desktop:/oauth2/callback?code=stolen&state=forged';
    await office.computer.startApp(office.firm.connection('custom'), stray);
    await office.page.getByText('It does not belong to a sign-in that was started here.').waitFor();
    await expect(office.page.getByRole('button', { name: 'Sign in' }).waitFor()).resolves.toBeUndefined();
  });

  test('through the custom scheme as macOS hands links over: hostile ones are refused, the honest one is taken', async () => {
    const { computer } = office;
    computer.handsLinksOver = 'as macOS';
    await computer.startApp(office.firm.connection('custom'));
    await office.page.getByRole('button', { name: 'Sign in' }).click();
    const browser = await computer.signInPage();
    for (const hostile of [
      'com.matterline.desktop:/elsewhere?code=x',
      'https://example.com/oauth2/callback',
    ]) {
      await computer.app.electron.evaluate(({ app }, url) => {
        app.emit('open-url', { preventDefault: () => {} }, url);
      }, hostile);
    }
    await expect
      .poll(() => computer.app.output, eventually)
      .toContain('A link was refused: foreign-address.');
    expect(computer.app.output).toContain('A link was refused: foreign-scheme.');
    await browser.signIn(eleanor.userName, eleanor.password);
    await expect(office.window.mattersHeading.waitFor()).resolves.toBeUndefined();
  });

  test('through a loopback address: the browser says so, and the window goes on', async () => {
    await office.computer.startApp(office.firm.connection('loopback'));
    await office.page.getByRole('button', { name: 'Sign in' }).click();
    const browser = await office.computer.signInPage();
    expect(new URL(browser.page.url()).searchParams.get('redirect_uri')).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/oauth2\/callback$/,
    );
    await browser.signIn(eleanor.userName, eleanor.password);
    await browser.page.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await office.window.mattersHeading.waitFor();
    const again = await browser.page.reload().catch(() => null);
    expect(again).toBeNull();
  });
});
