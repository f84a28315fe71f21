import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eleanor, hartley } from '../app/firm.ts';
import { Office } from './support/office.ts';
import { eventually } from './support/patience.ts';
import { placeIsRemembered } from './support/remembered-place.ts';
import { foundIn, writtenBelow } from './support/written.ts';

describe('whoever signs out', () => {
  let office: Office;
  let folder: string;

  beforeAll(async () => {
    ({ office, folder } = await Office.linked(hartley));
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const dialog = () => office.page.getByRole('dialog', { name: 'Sign out?' });
  const ask = async () => {
    await office.window.goTo('Settings');
    await office.page.getByRole('button', { name: 'Sign out…' }).click();
    await dialog().waitFor();
  };
  /** The list of excluded files and that of problems know nothing of what is filed. */
  const notSaidElsewhere = async () => {
    await office.page.getByRole('button', { name: 'More actions for this matter' }).click();
    await office.page.getByRole('menuitem', { name: 'Excluded files…' }).click();
    const excluded = office.page.getByRole('dialog', { name: 'Excluded files' });
    await excluded.getByText(/^None/u).waitFor();
    expect(await excluded.textContent()).not.toMatch(/(every|all) .*\bfiled\./iu);
    await excluded.getByRole('button', { name: 'Cancel' }).click();
    await office.window.goTo('Problems');
    const none = office.page.locator('main', { hasText: 'No problems' });
    await none.waitFor();
    expect(await none.textContent()).not.toMatch(/every save/iu);
  };
  const signInHeading = () => office.page.getByRole('heading', { name: 'Sign in to Matterline' });

  test('is never told that all is filed by what was so when they asked before', async () => {
    await ask();
    await dialog().getByText('Everything you saved is filed').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await office.page.getByRole('button', { name: 'Pause filing', exact: true }).click();
    await writeFile(join(folder, 'Outline.docx'), 'An outline.');
    await office.window.goTo('Matters');
    await office.window.openMatter(hartley);
    await office.window.documentIn('Waiting', 'Outline.docx');
    await notSaidElsewhere();
    await office.page.evaluate(`new MutationObserver(() => {
      if (document.querySelector('dialog')?.textContent.includes('Everything you saved is filed')) document.body.dataset.said = 'filed';
    }).observe(document.body, { subtree: true, childList: true })`);
    await ask();
    await dialog().getByText('1 version is not filed yet.').waitFor();
    expect(await office.page.evaluate('document.body.dataset.said ?? null')).toBeNull();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await office.page.getByRole('button', { name: 'Resume filing', exact: true }).click();
    await office.window.goTo('Matters');
    await office.window.openMatter(hartley);
    await office.window.documentIn('Filed', 'Outline.docx');
  });

  test('is shown what is not filed, and is signed out only once it is', async () => {
    await office.page.getByRole('button', { name: 'Pause filing', exact: true }).click();
    await writeFile(join(folder, 'Brief.docx'), 'A brief.');
    await office.window.documentIn('Waiting', 'Brief.docx');
    await ask();
    await dialog().getByText('1 version is not filed yet.').waitFor();
    await dialog().getByRole('list', { name: 'Not filed yet' }).getByText('Brief.docx').waitFor();
    await dialog().getByRole('button', { name: 'Wait, then sign out' }).click();
    await office.page.getByText('You will be signed out once everything is filed.').waitFor();
    await office.page.getByRole('button', { name: 'Resume filing', exact: true }).first().click();
    await signInHeading().waitFor();
    const matterId = office.matterOf('Brief.docx');
    const filed = office.firm.service.filesOf(matterId).find(({ fileName }) => fileName === 'Brief.docx');
    expect(office.firm.service.contentOf(matterId, filed?.fileId ?? '')).toHaveLength(1);
  });

  test('may leave at once: what is not filed stays, and goes after the next sign-in', async () => {
    await office.signIn();
    await office.page.getByRole('button', { name: 'Pause filing', exact: true }).click();
    await writeFile(join(folder, 'Note.docx'), 'A note.');
    await office.window.openMatter(hartley);
    await office.window.documentIn('Waiting', 'Note.docx');
    await ask();
    await dialog()
      .getByRole('radio', { name: /^Sign out now/ })
      .click();
    await dialog().getByRole('button', { name: 'Sign out', exact: true }).click();
    await signInHeading().waitFor();
    expect(await office.page.getByRole('button', { name: 'View offline copy' }).count()).toBe(0);
    await office.signIn();
    await office.page.getByRole('button', { name: 'Resume filing', exact: true }).click();
    await expect
      .poll(
        () => office.firm.service.filesOf(office.matterOf('Brief.docx')).map((file) => file.fileName),
        eventually,
      )
      .toContain('Note.docx');
  });

  test('removes nothing that is not filed without naming it in words', async () => {
    await office.page.getByRole('button', { name: 'Pause filing', exact: true }).click();
    await writeFile(join(folder, 'Draft.docx'), 'A draft.');
    await office.window.openMatter(hartley);
    await office.window.documentIn('Waiting', 'Draft.docx');
    await ask();
    await dialog()
      .getByRole('radio', { name: /^Sign out now/ })
      .click();
    await dialog()
      .getByRole('checkbox', { name: /^Remove what/ })
      .click();
    const leave = dialog().getByRole('button', { name: 'Sign out', exact: true });
    expect(await leave.getAttribute('aria-disabled')).toBe('true');
    await dialog().getByLabel('To continue, type: lose 1 version').fill('yes');
    expect(await leave.getAttribute('aria-disabled')).toBe('true');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await office.page.getByRole('button', { name: 'Resume filing', exact: true }).click();
    await office.window.goTo('Matters');
    await office.window.openMatter(hartley);
    await office.window.documentIn('Filed', 'Draft.docx');
  });

  test('can remove what is kept here: no word of a document is left but in the matter folder and the custody log', async () => {
    await ask();
    await dialog().getByText('Everything you saved is filed.').waitFor();
    await dialog()
      .getByRole('checkbox', { name: /^Remove what/ })
      .click();
    await dialog().getByRole('button', { name: 'Sign out', exact: true }).click();
    await signInHeading().waitFor();
    await office.page.getByRole('button', { name: 'View offline copy' }).waitFor({ state: 'detached' });
    expect(await readFile(join(folder, 'Brief.docx'), 'utf8')).toBe('A brief.');
    const engine = join(office.computer.appData, 'engine');
    expect(await readdir(join(engine, 'custody logs'))).toHaveLength(1);
    const written = foundIn(await writtenBelow(engine), ['A draft.', 'Draft.docx', 'Northgate']);
    expect(written.filter((where) => !where.includes('custody logs'))).toEqual([]);
    await office.computer.signIn(eleanor.userName, eleanor.password);
    await office.window.goTo('Matters');
    await office.window.openMatter(hartley);
  });
});

test('whoever signs in after somebody else begins with the list of matters, not where the other one was', async () => {
  const { office, folder } = await Office.linked(hartley);
  onTestFinished(() => office[Symbol.asyncDispose]());
  await office.page.getByRole('button', { name: 'Pause filing', exact: true }).click();
  await writeFile(join(folder, 'Brief.docx'), 'A brief.');
  await office.window.documentIn('Waiting', 'Brief.docx');
  await office.window.goTo('Settings');
  await office.page.getByRole('button', { name: 'Sign out…' }).click();
  await office.page.getByRole('button', { name: 'Wait, then sign out' }).click();
  await office.window.goTo('Matters');
  await office.window.openMatter(hartley);
  await placeIsRemembered(office.page);
  await office.page.getByRole('button', { name: 'Resume filing', exact: true }).first().click();
  await office.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const browser = await office.computer.signInPage();
  await browser.signIn(eleanor.userName, eleanor.password);
  await office.page.getByRole('button', { name: 'No, I am someone else' }).click();
  await office.window.mattersHeading.waitFor();
  await office.page.getByRole('tab', { name: 'Recent' }).click();
  await expect(office.page.getByText('No matters opened yet').waitFor()).resolves.toBeUndefined();
});
