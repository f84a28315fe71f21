import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, signInOperations } from '../../main/engine/service/operations.ts';
import { askForMatter } from '../app/new-matter.ts';
import { Office } from './support/office.ts';
import { eventually } from './support/patience.ts';
import { Reached } from './support/reached.ts';

const client = 'Marguerite Fontaine';
const description = 'Lease of the mill at Ashby';

/** Somebody at a firm does all that the service offers, in the window, by keyboard where it is filled in. */
describe('every operation of the specification has a user', () => {
  let office: Office;
  let reached: Reached;

  beforeAll(async () => {
    office = await Office.open({ variants: { matterStageSet: 'stated' } });
    reached = new Reached(office.firm.service.faults);
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const button = (name: string | RegExp) => office.page.getByRole('button', { name });
  const dialog = () => office.page.getByRole('dialog');
  const gone = () => dialog().waitFor({ state: 'detached' });
  const field = (name: string) =>
    dialog()
      .locator('input, textarea')
      .and(dialog().getByLabel(new RegExp(`^${name}\\W*$`, 'u')));
  const firm = async (part: string) => {
    await office.window.goTo('Firm');
    await office.page.getByRole('tab', { name: part }).click();
  };
  /** Waits until nothing that was asked for waits or is sent, and none needs the person. */
  const allDone = async () => {
    await firm('Requests');
    const open = office.page.getByRole('heading', { name: /^(Needs you|Waiting and sent)$/ });
    await office.page.getByRole('heading', { name: 'Done and cancelled' }).waitFor();
    // What is still open is said, and why.
    const left = async () =>
      (await open.count()) === 0 ? [] : [await office.page.locator('main').innerText()];
    await expect.poll(left, eventually).toEqual([]);
    return open.allTextContents();
  };

  test('somebody signs in, and stays so when the access ends', async () => {
    await office.startSignedIn();
    office.firm.service.expireAccessTokens();
    await office.page.keyboard.press('F5');
    await expect.poll(() => reached.times('POST', /^\/oauth2\/token$/u), eventually).toBeGreaterThan(1);
  });

  test('makes a matter for a new client by keyboard alone, and goes on to link a folder', async () => {
    await askForMatter(office.page, { client, number: '2026-0417', description });
    await button('Open it and link a folder').click();
    const folder = await office.computer.makeFolder('Mill');
    await office.window.linkFolder(folder);
    await button('Show folder').waitFor();
    await writeFile(join(folder, 'Engagement letter.docx'), 'We are instructed.');
    await office.window.documentIn('Filed', 'Engagement letter.docx', 1);
    expect(reached.times('POST', /\/contacts$/u)).toBe(1);
    expect(reached.times('POST', /\/matters$/u)).toBe(1);
  });

  test('asks the client to sign the document, and completes the task later', async () => {
    await office.window.document('Engagement letter.docx').click({ button: 'right' });
    await office.page.getByRole('menuitem', { name: 'Ask the client…' }).click();
    await dialog().getByLabel('Title').fill('Sign the engagement letter');
    await dialog().getByLabel('External user ID').fill('mf-1');
    await dialog().getByLabel('Address shown in the task').fill('http://sign.example');
    await dialog().getByRole('button', { name: 'Ask the client' }).click();
    await dialog().getByText('Must be an address that begins with https://.').waitFor();
    await dialog().getByLabel('Address shown in the task').fill('https://sign.example/letter');
    await dialog().getByRole('button', { name: 'Ask the client' }).click();
    await gone();
    await office.window.openTab('Client tasks');
    await office.page.getByText(/^Last set here: Asked/).waitFor();
    await button('Complete Sign the engagement letter').click();
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await gone();
    await office.page.getByText(/^Last set here: Completed/).waitFor();
    expect(reached.times('POST', /\/portal\/tasks$/u)).toBe(1);
  });

  test('edits the matter', async () => {
    await button('More actions for this matter').click();
    await office.page.getByRole('menuitem', { name: 'Edit…' }).click();
    await field('Number').fill('2026-0418');
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await gone();
    expect(await allDone()).toEqual([]);
  });

  test('changes a relationship of a matter, and looks at its layouts, stages and billing', async () => {
    const { matterId } = office.firm.service.sample();
    await office.page.evaluate(`window.location.hash = '#/matter/${matterId}/people'`);
    await office.page.getByRole('heading', { name: 'Billing', level: 2 }).waitFor();
    await office.page.getByRole('heading', { name: /^Stages: / }).waitFor();
    await button(/^Edit the relationship/)
      .first()
      .click();
    await dialog().getByLabel('Name shown').fill('Guarantor of the tenant');
    await dialog().getByLabel('It has no representatives').click();
    await dialog().getByRole('radio', { name: 'Not required' }).check();
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await gone();
    expect(await allDone()).toEqual([]);
  });

  test('changes an activity code', async () => {
    await firm('Activity codes');
    await office.page.getByRole('grid', { name: 'Activity codes' }).focus();
    await office.page.keyboard.press('Enter');
    await dialog().getByLabel('Description').fill('Attending the client');
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await gone();
    await firm('Layouts');
    await office.page.getByRole('grid', { name: 'Layouts' }).waitFor();
    await firm('Staff');
    await office.page.getByRole('grid', { name: 'Staff' }).getByText('Eleanor Ashdown').waitFor();
    expect(await allDone()).toEqual([]);
  });

  test('sets up a plugin and a webhook subscription once the settings say so', async () => {
    await office.window.goTo('Settings');
    await office.page.getByLabel('I set up plugins and webhook subscriptions').click();
    await firm('Plugins');
    await button('New plugin').click();
    await dialog().getByLabel('Plugin ID').fill(String(office.firm.service.sample().pluginId));
    await field('Name').fill('Calculator');
    await dialog().getByRole('button', { name: 'Create plugin' }).click();
    await gone();
    await firm('Webhooks');
    await button('New subscription').click();
    await field('Name').fill('Filing room');
    await dialog().getByLabel('Events').fill('matter.updated');
    await dialog().getByLabel('Address that is notified').fill('http://127.0.0.1:9/events');
    await dialog().getByRole('button', { name: 'Make a signing key' }).click();
    await dialog().getByRole('button', { name: 'Copy the key' }).waitFor();
    await dialog().getByRole('button', { name: 'Create subscription' }).click();
    await gone();
    expect(await allDone()).toEqual([]);
    await firm('Webhooks');
    await expect(
      office.page.getByRole('article', { name: 'Subscription Filing room' }).waitFor(),
    ).resolves.toBe(undefined);
  });

  test.each(operations.filter(({ path }) => path.startsWith('/')))('$id was reached', ({ method, path }) => {
    const form = new RegExp(`^(/[^/]+)?${path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u');
    expect(reached.times(method, form)).toBeGreaterThan(0);
  });

  test('what is sent elsewhere was reached: the document’s content, and the sign-in', () => {
    const elsewhere = operations.filter(({ path }) => !path.startsWith('/')).map(({ id }) => id);
    expect([...elsewhere, ...signInOperations.map(({ id }) => id)]).toEqual([
      'documents.putContent',
      'signIn.authorize',
      'signIn.exchange',
      'signIn.refresh',
    ]);
    expect(reached.times('PUT', /^\/upload/u)).toBeGreaterThan(0);
    expect(reached.times('GET', /^\/oauth2\/authorize$/u)).toBeGreaterThan(0);
  });
});
