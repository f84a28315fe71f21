import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import type { FolderId } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, problemsOf } from '../saving/desk.ts';

const withClaims = (options: Parameters<typeof openWorkplace>[0] = {}): Promise<Workplace> =>
  openWorkplace({
    before: (service, matterId) => service.colleague.createFolder(matterId, 'Claims'),
    ...options,
  });

const mappings = ({ workspace, matterId }: Workplace) =>
  new Map(workspace.stores.links.folders(matterId).map(({ folderId, path }) => [folderId, path]));

const claimsOf = ({ service, matterId }: Workplace) =>
  service.foldersOf(matterId).find(({ name }) => name === 'Claims')?.folderId as FolderId;

/** The folder's directory is there, with filed documents in it and beside it. */
async function withFiled(place: Workplace): Promise<void> {
  const allMade = () =>
    mappings(place).size === place.workspace.stores.documents.folders(place.matterId).length;
  await expect.poll(() => allMade() && existsSync(join(place.folder, 'Claims')), eventually).toBe(true);
  for (const name of ['One.docx', 'Two.docx']) writeFileSync(join(place.folder, 'Claims', name), name);
  writeFileSync(join(place.folder, 'Three.docx'), 'three');
  await place.allFiled(3);
}

const healthIssues = ({ workspace }: Workplace) => workspace.healthIssues.all().map(({ issue }) => issue);

/** A folder is made in the service, and this computer has read of it and done what it does about it. */
async function folderMade(place: Workplace, name: string): Promise<void> {
  const { service, workspace, matterId } = place;
  service.colleague.createFolder(matterId, name);
  workspace.poller.look(matterId);
  const known = () => workspace.stores.documents.folders(matterId).map((folder) => folder.name);
  await expect.poll(known, eventually).toContain(name);
  await workspace.watches.mirror(matterId);
}

test('in a matter folder that was emptied, or lost its drive, no directory is made, and what stood for a folder goes on doing so', async () => {
  await using place = await withClaims();
  await withFiled(place);
  const before = mappings(place);
  const away = join(place.directory, 'The drive');
  renameSync(place.folder, away);
  mkdirSync(place.folder);
  await expect.poll(() => healthIssues(place), eventually).toEqual(['emptied']);
  await folderMade(place, 'Counsel’s notes');
  expect(readdirSync(place.folder)).toEqual([]);
  expect(mappings(place)).toEqual(before);
  expect(healthIssues(place)).toEqual(['emptied']);

  rmSync(place.folder, { recursive: true });
  renameSync(away, place.folder);
  await expect.poll(() => healthIssues(place), eventually).toEqual([]);
  await place.workspace.watches.mirror(place.matterId);
  expect(new Map([...mappings(place)].filter(([id]) => before.has(id)))).toEqual(before);
  expect(readdirSync(place.folder)).toContain('Counsel’s notes');
  writeFileSync(join(place.folder, 'Claims', 'One.docx'), 'one, again');
  await place.allFiled(4);
  expect(filedAs(place, 'One.docx')).toMatchObject([{ folderId: claimsOf(place) }]);
});

test.each(['as it was', 'as a copy'])(
  'a directory that was deleted is not made again, and put back %s it is its folder: its documents stay in it',
  async (how) => {
    await using place = await withClaims();
    await withFiled(place);
    const before = mappings(place);
    const bin = join(place.directory, 'Bin');
    renameSync(join(place.folder, 'Claims'), bin);
    await folderMade(place, 'Counsel’s notes');
    expect(readdirSync(place.folder).filter((name) => name.startsWith('Claims'))).toEqual([]);
    expect(mappings(place).get(claimsOf(place))).toBe('Claims');

    if (how === 'as it was') renameSync(bin, join(place.folder, 'Claims'));
    else {
      mkdirSync(join(place.folder, 'Claims'));
      for (const name of ['One.docx', 'Two.docx']) writeFileSync(join(place.folder, 'Claims', name), name);
    }
    await place.workspace.watches.mirror(place.matterId);
    expect(new Map([...mappings(place)].filter(([id]) => before.has(id)))).toEqual(before);
    writeFileSync(join(place.folder, 'Claims', 'One.docx'), 'one, again');
    await calm(place);
    expect(filedAs(place, 'One.docx')).toMatchObject([
      { folderId: claimsOf(place), versions: [sha256('One.docx'), sha256('one, again')] },
    ]);
    expect(filedAs(place, 'Two.docx')).toMatchObject([{ folderId: claimsOf(place) }]);
    expect(problemsOf(place)).toEqual([]);
  },
);

/** A drive that tells of nothing: what changes there is noticed when it is looked through. */
const slowDrive = (ports: EnginePorts): EnginePorts => ({
  ...ports,
  files: { ...ports.files, isShared: async (path) => !path.endsWith('Outside.docx') },
});

test('what is added to a folder whose directory was renamed a moment ago goes into that directory', async () => {
  await using place = await withClaims({ ports: slowDrive, speedUp: 10 });
  await withFiled(place);
  renameSync(join(place.folder, 'Claims'), join(place.folder, 'Our claims'));
  const outside = join(place.directory, 'Outside.docx');
  writeFileSync(outside, 'from outside');
  const added = await place.workspace.adder.add(place.matterId, claimsOf(place), [outside]);
  expect(added).toMatchObject({ ok: true, value: [{ outcome: 'added' }] });
  expect(existsSync(join(place.folder, 'Claims'))).toBe(false);
  expect(readdirSync(join(place.folder, 'Our claims')).toSorted()).toEqual([
    'One.docx',
    'Outside.docx',
    'Two.docx',
  ]);
  writeFileSync(join(place.folder, 'Our claims', 'One.docx'), 'one, again');
  await calm(place);
  for (const name of ['One.docx', 'Two.docx', 'Outside.docx'])
    await expect.poll(() => filedAs(place, name), eventually).toMatchObject([{ folderId: claimsOf(place) }]);
});

test('a version restored into a directory that was renamed a moment ago is restored there', async () => {
  await using place = await withClaims({ ports: slowDrive, speedUp: 10 });
  await withFiled(place);
  const { workspace, matterId, folder } = place;
  const fileId = workspace.stores.links.file(matterId, 'Claims/One.docx')?.fileId;
  if (fileId === undefined) throw new Error('it is not known');
  const [version] = workspace.stores.saves.versionsOf(matterId, fileId);
  rmSync(join(folder, 'Claims', 'One.docx'));
  await expect
    .poll(() => workspace.stores.links.file(matterId, 'Claims/One.docx')?.removed, eventually)
    .toBe(true);
  renameSync(join(folder, 'Claims'), join(folder, 'Our claims'));
  const restored = await workspace.restorer.restore(matterId, fileId, `save:${version?.id}`);
  expect(restored).toMatchObject({ ok: true });
  expect(existsSync(join(folder, 'Claims'))).toBe(false);
  expect(readdirSync(join(folder, 'Our claims')).toSorted()).toEqual(['One.docx', 'Two.docx']);
  await calm(place);
  for (const name of ['One.docx', 'Two.docx'])
    expect(filedAs(place, name)).toMatchObject([{ folderId: claimsOf(place) }]);
});

test('a directory renamed while another one took its old name is still its folder', async () => {
  await using place = await withClaims();
  await withFiled(place);
  renameSync(join(place.folder, 'Claims'), join(place.folder, 'Our claims'));
  mkdirSync(join(place.folder, 'Claims'));
  writeFileSync(join(place.folder, 'Claims', 'New.docx'), 'new');
  await calm(place);
  await place.workspace.watches.mirror(place.matterId);
  expect(mappings(place).get(claimsOf(place))).toBe('Our claims');
  for (const name of ['One.docx', 'Two.docx'])
    expect(filedAs(place, name)).toMatchObject([{ folderId: claimsOf(place) }]);
});

test('nothing is added to or restored into the place of a drive that is not connected', async () => {
  let isConnected = true;
  await using place = await withClaims({
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        // Where the drive was is a directory of another one.
        async facts(path) {
          const facts = await ports.files.facts(path);
          return facts && !isConnected ? { ...facts, inode: `9${facts.inode}` } : facts;
        },
      },
    }),
  });
  await withFiled(place);
  const { workspace, matterId, folder } = place;
  const fileId = workspace.stores.links.file(matterId, 'Claims/One.docx')?.fileId;
  if (fileId === undefined) throw new Error('it is not known');
  const [version] = workspace.stores.saves.versionsOf(matterId, fileId);
  renameSync(folder, join(place.directory, 'The drive'));
  mkdirSync(folder);
  isConnected = false;
  const outside = join(place.directory, 'Outside.docx');
  writeFileSync(outside, 'from outside');
  for (const into of [null, claimsOf(place)])
    expect(await workspace.adder.add(matterId, into, [outside])).toMatchObject({
      ok: false,
      error: { code: 'folder-missing' },
    });
  expect(await workspace.restorer.restore(matterId, fileId, `save:${version?.id}`)).toMatchObject({
    ok: false,
    error: { code: 'folder-missing' },
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('one folder that cannot be made here stops no other, is told, and is made once it can be', async () => {
  let allowed = false;
  await using place = await openWorkplace({
    speedUp: 10,
    before(service, matterId) {
      const claims = service.colleague.createFolder(matterId, 'Claims');
      service.colleague.createFolder(matterId, 'Drafts', claims);
      service.colleague.createFolder(matterId, 'Zoning');
    },
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        makeDirectory: (path) =>
          path.endsWith('Claims') && !allowed
            ? Promise.reject(Object.assign(new Error('not permitted'), { code: 'EACCES' }))
            : ports.files.makeDirectory(path),
      },
    }),
  });
  await expect.poll(() => existsSync(join(place.folder, 'Zoning')), eventually).toBe(true);
  await expect
    .poll(() => problemsOf(place), eventually)
    .toMatchObject([
      {
        subject: 'Claims',
        what: 'The folder “Claims” cannot be made here',
        why: expect.stringContaining('EACCES'),
      },
    ]);
  writeFileSync(join(place.folder, 'Zoning', 'Plan.pdf'), 'plan');
  await place.allFiled();
  const outside = join(place.directory, 'Outside.docx');
  writeFileSync(outside, 'from outside');
  const claims = claimsOf(place);
  expect(await place.workspace.adder.add(place.matterId, claims, [outside])).toMatchObject({ ok: false });
  allowed = true;
  await expect.poll(() => existsSync(join(place.folder, 'Claims', 'Drafts')), eventually).toBe(true);
  await expect.poll(() => problemsOf(place), eventually).toEqual([]);
});
