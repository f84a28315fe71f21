import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryNow } from '../../../../main/engine/features/folders/renamed-directory.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, openDesk, problemsOf } from '../saving/desk.ts';

const bundles = ['Bundle A', 'Bundle B', 'Bundle C'];

const nameOfFolder = (place: Workplace, folderId: string | null): string =>
  place.service.foldersOf(place.matterId).find((folder) => folder.folderId === folderId)?.name ?? '(top)';

/** The name that the service has for the folder that each of these directories stands for. */
const mapped = (place: Workplace): Record<string, string> =>
  Object.fromEntries(
    place.workspace.stores.links
      .folders(place.matterId)
      .map(({ path, folderId }) => [path, nameOfFolder(place, folderId)] as const)
      .filter(([, name]) => bundles.includes(name)),
  );

/** Where the service has each document of this name, and with which contents. */
const filed = (place: Workplace, name: string) =>
  filedAs(place, name)
    .map(({ folderId, versions }) => ({ in: nameOfFolder(place, folderId), versions }))
    .toSorted((a, b) => a.in.localeCompare(b.in));

const bundlesHere = ({ folder }: Workplace): string[] =>
  readdirSync(folder).filter((name) => /^Bundle|^Set aside/.test(name));

/** Three folders of the service, each with a directory here, a document of its own, and one called as in the others. */
async function withBundles(): Promise<Workplace> {
  const place = await openDesk({
    before: (service, matterId) => {
      for (const name of bundles) service.colleague.createFolder(matterId, name);
    },
  });
  const ready = () => bundles.every((name) => existsSync(join(place.folder, name)) && name in mapped(place));
  await expect.poll(ready, eventually).toBe(true);
  for (const name of bundles) {
    writeFileSync(join(place.folder, name, `Of ${name}.docx`), `of ${name}`);
    writeFileSync(join(place.folder, name, 'Index.docx'), `index of ${name}`);
  }
  await place.allFiled(6);
  return place;
}

/** Everything was noticed, filed, and compared with the service's folders. */
async function atRest(place: Workplace): Promise<void> {
  await calm(place);
  await place.workspace.watches.mirror(place.matterId);
  await calm(place);
}

type Rename = (from: string, to: string) => void;
const ways: readonly (readonly [string, (rename: Rename) => void, Record<string, string>])[] = [
  [
    'one is set aside and another takes its name',
    (rename) => {
      rename('Bundle B', 'Set aside');
      rename('Bundle A', 'Bundle B');
    },
    { 'Bundle B': 'Bundle A', 'Bundle C': 'Bundle C', 'Set aside': 'Bundle B' },
  ],
  [
    'two change names',
    (rename) => {
      rename('Bundle B', 'x');
      rename('Bundle A', 'Bundle B');
      rename('x', 'Bundle A');
    },
    { 'Bundle A': 'Bundle B', 'Bundle B': 'Bundle A', 'Bundle C': 'Bundle C' },
  ],
  [
    'all three get the name of the next',
    (rename) => {
      rename('Bundle C', 'x');
      rename('Bundle B', 'Bundle C');
      rename('Bundle A', 'Bundle B');
      rename('x', 'Bundle A');
    },
    { 'Bundle A': 'Bundle C', 'Bundle B': 'Bundle A', 'Bundle C': 'Bundle B' },
  ],
];

const cases = ways.flatMap(([what, renameAll, expected]) =>
  (['open', 'closed'] as const).map((program) => ({ what, renameAll, expected, program })),
);

test.each(cases)(
  'directories that change names stay the folders they are, and their documents in them: $what, the program is $program',
  async ({ renameAll, expected, program }) => {
    await using place = await withBundles();
    if (program === 'closed') await place.engine.stop();
    renameAll((from, to) => renameSync(join(place.folder, from), join(place.folder, to)));
    if (program === 'closed') await place.restartEngine();
    await expect.poll(() => mapped(place), eventually).toEqual(expected);
    await atRest(place);
    expect(mapped(place)).toEqual(expected);
    expect(bundlesHere(place)).toEqual(Object.keys(expected));
    for (const name of bundles)
      expect(filed(place, `Of ${name}.docx`)).toEqual([{ in: name, versions: [sha256(`of ${name}`)] }]);
    expect(filed(place, 'Index.docx')).toEqual(
      bundles.map((name) => ({ in: name, versions: [sha256(`index of ${name}`)] })),
    );

    for (const [directory, name] of Object.entries(expected)) {
      writeFileSync(join(place.folder, directory, 'Index.docx'), `second index of ${name}`);
      writeFileSync(join(place.folder, directory, `New of ${name}.docx`), 'new');
    }
    await atRest(place);
    for (const name of bundles) expect(filed(place, `New of ${name}.docx`)).toMatchObject([{ in: name }]);
    expect(filed(place, 'Index.docx')).toEqual(
      bundles.map((name) => ({
        in: name,
        versions: [sha256(`index of ${name}`), sha256(`second index of ${name}`)],
      })),
    );
    expect(problemsOf(place)).toEqual([]);
  },
);

test('a document changed after its directory took another’s name is a version of itself, not of the one that was called so', async () => {
  await using place = await withBundles();
  await place.engine.stop();
  const at = (name: string) => join(place.folder, name);
  renameSync(at('Bundle B'), at('Set aside'));
  renameSync(at('Bundle A'), at('Bundle B'));
  // One written in place, one put in the place of the former, as many programs save.
  writeFileSync(at('Set aside/Index.docx'), 'index of Bundle B, changed');
  writeFileSync(at('Bundle B/Index.new'), 'index of Bundle A, changed');
  renameSync(at('Bundle B/Index.new'), at('Bundle B/Index.docx'));
  await place.restartEngine();
  await atRest(place);
  expect(filed(place, 'Index.docx')).toEqual([
    { in: 'Bundle A', versions: [sha256('index of Bundle A'), sha256('index of Bundle A, changed')] },
    { in: 'Bundle B', versions: [sha256('index of Bundle B'), sha256('index of Bundle B, changed')] },
    { in: 'Bundle C', versions: [sha256('index of Bundle C')] },
  ]);
});

test.each(['open', 'closed'])(
  'a directory that takes the name of one that was deleted stays its folder, and the deleted one is not made again: the program is %s',
  async (program) => {
    await using place = await withBundles();
    if (program === 'closed') await place.engine.stop();
    const bin = join(place.directory, 'Bin');
    renameSync(join(place.folder, 'Bundle B'), bin);
    renameSync(join(place.folder, 'Bundle A'), join(place.folder, 'Bundle B'));
    if (program === 'closed') await place.restartEngine();
    await expect.poll(() => mapped(place)['Bundle B'], eventually).toBe('Bundle A');
    await atRest(place);
    expect(bundlesHere(place)).toEqual(['Bundle B', 'Bundle C']);
    expect(filed(place, 'Index.docx')).toEqual(
      bundles.map((name) => ({ in: name, versions: [sha256(`index of ${name}`)] })),
    );

    renameSync(bin, join(place.folder, 'Set aside'));
    await expect.poll(() => mapped(place)['Set aside'], eventually).toBe('Bundle B');
    writeFileSync(join(place.folder, 'Set aside', 'Index.docx'), 'back');
    await atRest(place);
    expect(filed(place, 'Index.docx')[1]?.versions).toEqual([sha256('index of Bundle B'), sha256('back')]);
    expect(problemsOf(place)).toEqual([]);
  },
);

test('a rename that waits when the directories change names leaves its document in its folder', async () => {
  await using place = await withBundles();
  const { workspace, matterId } = place;
  const at = (name: string) => join(place.folder, name);
  workspace.stores.pauses.pauseMatter(matterId, true);
  renameSync(at('Bundle A/Index.docx'), at('Bundle A/Contents.docx'));
  renameSync(at('Bundle C/Of Bundle C.docx'), at('Bundle A/Of Bundle C.docx'));
  await expect.poll(() => place.states().filter((state) => state === 'waiting').length, eventually).toBe(2);
  renameSync(at('Bundle B'), at('x'));
  renameSync(at('Bundle A'), at('Bundle B'));
  renameSync(at('x'), at('Bundle A'));
  await expect.poll(() => mapped(place)['Bundle B'], eventually).toBe('Bundle A');
  workspace.stores.pauses.pauseMatter(matterId, false);
  workspace.pipeline.wake();
  await atRest(place);
  expect(filed(place, 'Contents.docx')).toMatchObject([{ in: 'Bundle A' }]);
  expect(filed(place, 'Of Bundle C.docx')).toMatchObject([{ in: 'Bundle A' }]);
  expect(filed(place, 'Index.docx').map((one) => one.in)).toEqual(['Bundle B', 'Bundle C']);
});

test('what is put into a folder goes into its own directory, though nobody noticed yet that it has another name', async () => {
  await using place = await withBundles();
  const { workspace, matterId, folder } = place;
  const { stores } = workspace;
  const matter = { matterId, path: folder };
  // Nothing is noticed from here on.
  await workspace.watches.stop();
  for (const [from, to] of [
    ['Bundle B', 'x'],
    ['Bundle A', 'Bundle B'],
    ['x', 'Bundle A'],
  ] as const)
    renameSync(join(folder, from), join(folder, to));
  mkdirSync(join(folder, 'Bundle A', 'Drafts'));
  const ports = { files: systemFiles, stores };
  expect(await directoryNow(ports, matter, 'Bundle B/Drafts')).toBe('Bundle A/Drafts');
  expect(mapped(place)).toEqual({ 'Bundle A': 'Bundle B', 'Bundle B': 'Bundle A', 'Bundle C': 'Bundle C' });
  expect(stores.links.file(matterId, 'Bundle A/Of Bundle B.docx')?.removed).toBe(false);
  expect(stores.links.file(matterId, 'Bundle A/Of Bundle A.docx')).toBeUndefined();
});

test('a document deleted from a directory that was then renamed is shown as removed', async () => {
  await using place = await withBundles();
  rmSync(join(place.folder, 'Bundle A', 'Index.docx'));
  renameSync(join(place.folder, 'Bundle A'), join(place.folder, 'Set aside'));
  writeFileSync(join(place.folder, 'Set aside', 'Of Bundle A.docx'), 'changed');
  const removed = () =>
    place.workspace.stores.links
      .files(place.matterId)
      .filter((file) => file.removed)
      .map(({ path }) => path);
  await expect.poll(removed, eventually).toEqual([expect.stringMatching(/Index\.docx$/)]);
  await atRest(place);
  expect(filed(place, 'Of Bundle A.docx')[0]?.versions).toHaveLength(2);
});

test('a folder’s directory that takes the name of one the service does not have keeps its documents, and the other one its own', async () => {
  await using place = await withBundles();
  const at = (name: string) => join(place.folder, name);
  mkdirSync(at('Drafts'));
  writeFileSync(at('Drafts/Index.docx'), 'index of drafts');
  await place.allFiled(7);
  await place.engine.stop();
  renameSync(at('Drafts'), at('Set aside'));
  renameSync(at('Bundle A'), at('Drafts'));
  await place.restartEngine();
  await atRest(place);
  expect(mapped(place)).toEqual({ Drafts: 'Bundle A', 'Bundle B': 'Bundle B', 'Bundle C': 'Bundle C' });
  expect(filed(place, 'Index.docx')).toEqual([
    { in: '(top)', versions: [sha256('index of drafts')] },
    ...bundles.map((name) => ({ in: name, versions: [sha256(`index of ${name}`)] })),
  ]);
});
