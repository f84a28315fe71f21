import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { openInWord } from '../documents/saving.ts';
import { clickNotice, shownNotices, watchNotices } from './support/notices.ts';
import { Office } from './support/office.ts';
import { eventually } from './support/patience.ts';

/** What the system shows while a lawyer looks at something else. */
describe('a lawyer is told of what matters, and led to it', () => {
  let office: Office;
  let folder: string;

  beforeAll(async () => {
    office = await Office.open();
    await office.startSignedIn();
    await watchNotices(office.computer.app.electron);
    folder = await office.openLinked(hartley);
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const titles = async () => (await shownNotices(office.computer.app.electron)).map(({ title }) => title);
  const filed = async (name: string): Promise<string> => {
    await writeFile(join(folder, name), 'The first version.');
    await office.window.documentIn('Filed', name, 1);
    const matterId = office.matterOf(name);
    return office.firm.service.filesOf(matterId).find(({ fileName }) => fileName === name)?.fileId ?? '';
  };

  test('a colleague changes a document that is open here: a notice, and a warning wherever one is in the window', async () => {
    const name = 'Skeleton argument.docx';
    const fileId = await filed(name);
    const word = await openInWord(join(folder, name));
    await office.window.goTo('Matters');
    office.firm.service.colleague.addVersion(fileId, 'By Tobias.');
    const warning = office.page.getByRole('alert').getByText(`“${name}” was changed by someone else`);
    // The matter is not looked at: the history of an open document is read all the same.
    await warning.waitFor({ timeout: 30_000 });
    await office.page
      .getByText(/Tobias Vale filed a newer version/)
      .first()
      .waitFor();
    await expect.poll(titles, eventually).toEqual(['A document you have open was changed']);
    const [notice] = await shownNotices(office.computer.app.electron);
    expect(JSON.stringify(notice)).not.toContain('Skeleton');

    await clickNotice(office.computer.app.electron, 'A document you have open was changed');
    await office.page.getByRole('heading', { name: 'Problems', level: 1 }).waitFor();
    await office.page.getByRole('article').getByText(name).first().waitFor();

    await word.close();
    await warning.waitFor({ state: 'detached' });
  });

  test('two versions of one document are a notice of their own, and a click leads to the choice', async () => {
    const name = 'Particulars.docx';
    await office.window.goTo('Matters');
    await office.window.openMatter(hartley);
    const fileId = await filed(name);
    await office.page.getByRole('button', { name: 'Pause filing', exact: true }).click();
    await writeFile(join(folder, name), 'Mine.');
    await office.window.documentIn('Waiting', name);
    office.firm.service.colleague.addVersion(fileId, 'Theirs.');
    await office.page.getByRole('button', { name: 'Resume filing', exact: true }).click();
    await expect.poll(titles, eventually).toContain('The service has another version of a document');
    await clickNotice(office.computer.app.electron, 'The service has another version of a document');
    await expect(
      office.page
        .getByRole('button', { name: /File mine on top/ })
        .first()
        .waitFor(),
    ).resolves.toBeUndefined();
  });

  test('of many problems only a few are told in a day, and a restart does not begin anew', async () => {
    office.firm.service.faults.add({
      route: 'documents.putFile',
      kind: 'status',
      status: 403,
      count: 'always',
    });
    const fails = async (number: number): Promise<void> => {
      await writeFile(join(folder, `Note ${number}.docx`), `Note ${number}.`);
      // One is there from the test before.
      await office.page.getByRole('link', { name: `Problems, ${number + 1}` }).waitFor();
    };
    const before = await titles();
    await fails(1);
    await expect.poll(titles, eventually).toEqual([...before, 'A problem needs you']);
    for (const number of [2, 3, 4]) await fails(number);
    expect((await titles()).filter((title) => title === 'A problem needs you')).toHaveLength(1);
    await office.computer.closeApp();
    await office.startApp();
    await office.signIn();
    await watchNotices(office.computer.app.electron);
    await writeFile(join(folder, 'Note 5.docx'), 'Note 5.');
    await office.window.goTo('Problems');
    await office.page.getByRole('link', { name: 'Problems, 6' }).waitFor();
    expect(await titles()).toEqual([]);
  });
});
