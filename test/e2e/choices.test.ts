import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { Office } from './support/office.ts';
import { eventually } from './support/patience.ts';

/** What only a person can decide. */
describe('a lawyer decides about what is not filed by itself', () => {
  let office: Office;
  let folder: string;

  beforeAll(async () => {
    ({ office, folder } = await Office.linked(hartley));
    await office.computer.app.electron.evaluate(({ shell }) => {
      shell.openPath = async (path) => {
        Reflect.set(globalThis, 'openedPath', path);
        return '';
      };
    });
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const opened = () =>
    office.computer.app.electron.evaluate((): string => Reflect.get(globalThis, 'openedPath') ?? '');
  const versionsOf = (fileName: string) => office.firm.service.filesOf(office.matterOf(fileName));

  test('of two versions, both are shown with who and when, mine can be opened, and the choice is asked for once more', async () => {
    const name = 'Particulars.docx';
    await writeFile(join(folder, name), 'The first version.');
    await office.window.documentIn('Filed', name, 1);
    const fileId = versionsOf(name).find(({ fileName }) => fileName === name)?.fileId ?? '';
    await office.page.getByRole('button', { name: 'Pause filing', exact: true }).click();
    await writeFile(join(folder, name), 'Mine.');
    await office.window.documentIn('Waiting', name);
    office.firm.service.colleague.addVersion(fileId, 'Theirs.');
    await office.page.getByRole('button', { name: 'Resume filing', exact: true }).click();
    await office.window.goTo('Problems');
    const card = office.page.getByRole('article').filter({ hasText: name });
    const [mine, theirs] = [
      card.getByRole('region', { name: 'Yours' }),
      card.getByRole('region', { name: 'Theirs' }),
    ];
    await mine.getByText(/^Saved \d/).waitFor();
    await theirs.getByText(/^Filed \d.* by Tobias Vale/).waitFor();
    await theirs.getByText(/offers no way to fetch it/).waitFor();
    await mine.getByRole('button', { name: 'Open mine' }).click();
    // What the question is about: what stands in the folder may be a later save.
    await expect.poll(async () => basename(await opened()), eventually).toMatch(/^Particulars \(.*\)\.docx$/);
    expect(await readFile(await opened(), 'utf8')).toBe('Mine.');
    await card.getByRole('button', { name: /^File mine on top/ }).click();
    await office.page.getByRole('heading', { name: 'File your version on top?' }).waitFor();
    await office.page.getByRole('button', { name: 'File mine on top', exact: true }).click();
    await card.waitFor({ state: 'detached' });
    await office.window.status.getByText('All saves filed').waitFor();
    expect(await readFile(join(folder, name), 'utf8')).toBe('Mine.');
  });

  test('many changes at once wait until they are looked at: then all of them are filed', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `Exhibit ${index + 1}.docx`);
    const saveAll = (version: number) =>
      Promise.all(names.map((each) => writeFile(join(folder, each), `${each}, version ${version}.`)));
    const ids = office.firm.service.matterIds();
    const versions = () =>
      ids.flatMap((id) =>
        office.firm.service
          .filesOf(id)
          .filter(({ fileName }) => names.includes(fileName))
          .flatMap(({ fileId }) => office.firm.service.contentOf(id, fileId)),
      ).length;
    await saveAll(1);
    await expect.poll(versions, { ...eventually, timeout: 60_000 }).toBe(24);
    await office.window.status.getByText('All saves filed').waitFor();
    await saveAll(2);
    await office.window.goTo('Problems');
    await office.page.getByRole('button', { name: 'File all…' }).click();
    // Only what went before anybody could know that there would be many.
    expect(versions()).toBeLessThan(24 + 12);
    await office.page.getByRole('heading', { name: 'File all of these changes?' }).waitFor();
    await office.page
      .getByRole('dialog')
      .getByRole('button', { name: /^File all/ })
      .click();
    await expect.poll(versions, { ...eventually, timeout: 60_000 }).toBe(48);
    await expect(office.window.status.getByText('All saves filed').waitFor()).resolves.toBeUndefined();
  });
});
