import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { MatterId } from '../../../../shared/model/index.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, openDesk, problemsOf, savedNames } from '../saving/desk.ts';

/** What lies in a directory is moved elsewhere, and a link left in its place, as when people's folders get a drive of their own. */
function moveAndLink(from: string, to: string): void {
  renameSync(from, to);
  symlinkSync(to, from, process.platform === 'win32' ? 'junction' : 'dir');
}

const refusalOf = async (place: Workplace, path: string) => {
  const linked = await place.workspace.linker.link(place.service.matterIds()[1] as MatterId, path);
  return linked.ok ? 'linked' : linked.error.code;
};

test.each(['while it is watched', 'before the program starts'])(
  'when a directory above a matter folder becomes a link %s, new documents are captured and known ones stay what they are',
  async (when) => {
    await using place = await openDesk();
    const { folder } = place;
    writeFileSync(join(folder, 'Known.docx'), 'known');
    await place.allFiled();
    if (when === 'before the program starts') await place.workspace.watches.stop();
    moveAndLink(dirname(folder), join(place.directory, 'New drive'));
    if (when === 'before the program starts') await place.restartEngine();
    writeFileSync(join(folder, 'New.docx'), 'new');
    await expect.poll(() => filedAs(place, 'New.docx'), eventually).toHaveLength(1);
    renameSync(join(folder, 'New.docx'), join(folder, 'NEW.docx'));
    writeFileSync(join(folder, 'Known.docx'), 'known, again');
    await calm(place);
    expect(filedAs(place, 'Known.docx')).toMatchObject([
      { versions: [sha256('known'), sha256('known, again')] },
    ]);
    await expect
      .poll(() => filedAs(place, 'NEW.docx'), eventually)
      .toMatchObject([{ versions: [sha256('new')] }]);
    expect(problemsOf(place)).toEqual([]);
  },
);

test('the program’s own directory, what is in it and what holds it cannot be linked under any other name', async () => {
  await using place = await openDesk();
  const own = join(place.directory, 'engine');
  const behind = join(place.directory, 'Behind a link');
  mkdirSync(behind);
  moveAndLink(own, join(behind, 'engine'));
  mkdirSync(join(own, 'Inside'));
  const alias = join(place.directory, 'Alias');
  symlinkSync(behind, alias);
  for (const path of [
    own,
    join(own, 'Inside'),
    behind,
    join(behind, 'engine'),
    alias,
    join(alias, 'engine', 'Inside'),
  ])
    expect([path, await refusalOf(place, path)]).toEqual([path, 'not-permitted']);
});

test('where case makes no difference, the program’s own directory and a linked folder are refused in any case', async () => {
  const anyCase = (path: string): string => {
    if (existsSync(path)) return path;
    const parent = anyCase(dirname(path));
    const name = basename(path).toLowerCase();
    return join(parent, readdirSync(parent).find((one) => one.toLowerCase() === name) ?? basename(path));
  };
  await using place = await openDesk({
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        facts: (path) => ports.files.facts(existsSync(dirname(anyCase(path))) ? anyCase(path) : path),
        // As it was asked for, if anything is there.
        real: async (path) => (await ports.files.real(anyCase(path)), path),
        writable: async () => null,
      },
    }),
  });
  expect(await refusalOf(place, join(place.directory, 'ENGINE'))).toBe('not-permitted');
  const other = join(dirname(place.folder), basename(place.folder).toUpperCase());
  expect(await refusalOf(place, other)).toBe('folder-inside-another');
});

test('a folder that is linked already is not linked a second time through a link that came later', async () => {
  await using place = await openDesk();
  moveAndLink(dirname(place.folder), join(place.directory, 'New drive'));
  const again = join(place.directory, 'New drive', basename(place.folder));
  expect(await refusalOf(place, again)).toBe('folder-inside-another');
  mkdirSync(join(again, 'Drafts'));
  expect(await refusalOf(place, join(again, 'Drafts'))).toBe('folder-inside-another');
});

test('neither the matter folder nor the program’s own data is copied into the matter folder under another name', async () => {
  await using place = await openDesk();
  const { workspace, matterId, folder, directory } = place;
  writeFileSync(join(folder, 'Brief.docx'), 'a brief');
  await place.allFiled();
  const made = () => workspace.stores.links.folders(matterId).length;
  await expect.poll(made, eventually).toBe(workspace.stores.documents.folders(matterId).length);
  const alias = join(directory, 'Alias');
  symlinkSync(directory, alias);
  const before = readdirSync(folder);
  const aliased = join(alias, 'matters', basename(folder));
  for (const path of [join(alias, 'matters'), aliased, join(aliased, 'Brief.docx')])
    expect(await workspace.adder.add(matterId, null, [path])).toMatchObject({
      value: [{ outcome: 'refused', refusal: { code: 'name-taken' } }],
    });
  for (const path of [join(directory, 'engine'), join(alias, 'engine')])
    expect(await workspace.adder.add(matterId, null, [path])).toMatchObject({
      value: [{ outcome: 'refused', refusal: { code: 'not-permitted' } }],
    });
  expect(readdirSync(folder)).toEqual(before);
});

test('a matter folder that came to lead to the program’s own data is a problem shown, and nothing in it is captured', async () => {
  await using place = await openDesk();
  writeFileSync(join(place.folder, 'Brief.docx'), 'a brief');
  await place.allFiled();
  await place.workspace.watches.stop();
  const matters = dirname(place.folder);
  rmSync(matters, { recursive: true });
  const inside = join(place.directory, 'engine', basename(place.folder));
  mkdirSync(inside);
  symlinkSync(join(place.directory, 'engine'), matters);
  writeFileSync(join(inside, 'Other.docx'), 'other');
  await place.restartEngine();
  const shown = () => problemsOf(place).map(({ what }) => what);
  await expect.poll(shown, eventually).toEqual(['The matter’s folder leads to Matterline’s own data']);
  expect(savedNames(place)).toEqual(['Brief.docx']);
});
