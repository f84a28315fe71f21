import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { Office } from './support/office.ts';

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

/** Characters that hide or reorder others, anywhere in what is shown, told or announced. */
const deceptions = `(() => {
  const deceptive = /[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u200B\\u202A-\\u202E\\u2066-\\u2069]|\\u{E0041}/u;
  const found = [];
  for (const element of document.querySelectorAll('*')) {
    if (element instanceof HTMLInputElement) continue;
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE && deceptive.test(node.data)) found.push(node.data);
    }
    for (const name of ['title', 'aria-label', 'aria-description', 'alt', 'placeholder']) {
      if (deceptive.test(element.getAttribute(name) ?? '')) found.push(name + ': ' + element.getAttribute(name));
    }
  }
  if (document.querySelector('img[src=x]') || 'hostile' in window) found.push('markup ran');
  return found;
})()`;

describe('names made to deceive', () => {
  let office: Office;

  beforeAll(async () => {
    office = await Office.open();
    await office.startSignedIn();
    const folder = await office.openLinked(hartley);
    const matterId = decodeURIComponent(new URL(office.page.url()).hash.split('/')[2] ?? '');
    for (const name of Object.values(names)) office.firm.service.colleague.createFile(matterId, name, 'x');
    await office.page.getByRole('button', { name: 'Pause filing' }).click();
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
    await office.page.getByRole('button', { name: 'Resume filing' }).click();
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
});
