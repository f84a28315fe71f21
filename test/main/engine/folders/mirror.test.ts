import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { followRenamedFolder } from '../../../../main/engine/features/folders/renamed-directory.ts';
import type { Files } from '../../../../main/engine/platform/files.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { eventually, openWorkplace, type Workplace } from '../../../support/workplace.ts';
import {
  directoriesIn,
  directoriesOnceTried,
  fileAt,
  openQuickly,
  renamedInService,
  sampleFolders,
  withFiled,
} from './mirrored.ts';

test('the folders of the service are there as directories once a matter is linked, one in the other', async () => {
  await using place = await openWorkplace({
    before: (service, matterId) => {
      const outer = service.colleague.createFolder(matterId, 'Evidence: originals');
      service.colleague.createFolder(matterId, 'Photographs', outer);
    },
  });
  await expect
    .poll(() => existsSync(join(place.folder, 'Evidence - originals', 'Photographs')), eventually)
    .toBe(true);
});

test('a directory the person renamed stays the same folder, and none is made beside it', async () => {
  await using place = await openWorkplace({
    before: (service, matterId) => service.colleague.createFolder(matterId, 'Claims'),
  });
  const { matterId, workspace, service } = place;
  const mapped = () => workspace.stores.links.folders(matterId).map(({ path }) => path);
  await expect.poll(mapped, eventually).toContain('Claims');
  renameSync(join(place.folder, 'Claims'), join(place.folder, 'Our claims'));
  await workspace.watches.mirror(matterId);
  expect(existsSync(join(place.folder, 'Claims'))).toBe(false);
  writeFileSync(join(place.folder, 'Our claims', 'Claim.docx'), 'claim');
  await place.allFiled();
  const folderId = service.foldersOf(matterId).find(({ name }) => name === 'Claims')?.folderId;
  expect(service.filesOf(matterId).find(({ fileName }) => fileName === 'Claim.docx')?.folderId).toBe(
    folderId,
  );
});

test('a directory renamed twice in a moment is known by the last of its names', async () => {
  const stores = storesOn(prepareDatabase(new Database(':memory:')), testAuditContext);
  const matter = { matterId: 'matter' as MatterId, path: '/matter' };
  const put = (path: string, inode: string) =>
    stores.links.putFolder(matter.matterId, { path, folderId: path as FolderId, inode, namedFor: path });
  put('Claims', '1:1:9');
  put('Claims/Old', '1:2:9');
  let name = 'Our claims';
  const facts: Files['facts'] = async (path) => {
    if (path === '/matter/Claims' && name === 'Our claims') {
      name = 'Their claims';
      await followRenamedFolder(ports, matter, name);
    }
    const directory = { kind: 'directory', size: 0, modified: '0', changed: '0', inode: '1:1:9' } as const;
    return path === `/matter/${name}` ? directory : null;
  };
  const ports = { files: { ...systemFiles, facts }, stores };
  await followRenamedFolder(ports, matter, name);
  expect(stores.links.folders(matter.matterId).map(({ path }) => path)).toEqual([
    'Their claims',
    'Their claims/Old',
  ]);
});

test('a folder deleted in the service keeps its directory and what is in it', async () => {
  await using place = await openWorkplace({
    before: (service, matterId) => service.colleague.createFolder(matterId, 'Old papers'),
  });
  const { matterId, workspace, service } = place;
  const inside = join(place.folder, 'Old papers', 'Note.docx');
  await expect.poll(() => existsSync(join(place.folder, 'Old papers')), eventually).toBe(true);
  const folderId = service.foldersOf(matterId).find(({ name }) => name === 'Old papers')?.folderId;
  writeFileSync(inside, 'note');
  await place.allFiled();
  service.colleague.deleteFolder(folderId ?? '');
  const known = () => workspace.stores.documents.folders(matterId).some(({ id }) => id === folderId);
  await expect.poll(known, eventually).toBe(false);
  await workspace.watches.mirror(matterId);
  expect(existsSync(inside)).toBe(true);
});

/**
 * Everything that happened in the folder is noticed. What must not be taken for a change leaves no sign to wait for: the
 * system, whose notices are real here, is given a moment to tell of it.
 */
const allNoticed = async ({ workspace }: Workplace) => {
  await expect.poll(() => workspace.watches.looking, eventually).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.poll(() => workspace.watches.unread, eventually).toBe(0);
};

test('a folder renamed in the service is renamed here, and its documents stay what they are', async () => {
  await using place = await openQuickly({
    before: (service, matterId) => service.colleague.createFolder(matterId, 'Claims'),
  });
  const fileId = await withFiled(place, 'Claims');
  await renamedInService(place, 'Claims', 'Statements: of case');
  await expect.poll(() => directoriesOnceTried(place), eventually).toEqual(['Statements - of case']);
  expect(fileAt(place, 'Statements - of case/Claim.docx')?.fileId).toBe(fileId);
  await allNoticed(place);
  expect(place.states()).toEqual(['filed']);
  expect(place.workspace.stores.massChanges.undecided()).toEqual([]);
  expect(place.workspace.healthIssues.all()).toEqual([]);
  expect(place.workspace.stores.links.files(place.matterId)).toMatchObject([{ fileId, removed: false }]);

  writeFileSync(join(place.folder, 'Statements - of case', 'Claim.docx'), 'a second version');
  await place.allFiled(2);
  expect(place.versionsOf('Claim.docx')).toHaveLength(2);
});

test('a directory that the person renamed keeps its name whatever the service calls its folder', async () => {
  await using place = await openQuickly({
    before: (service, matterId) => service.colleague.createFolder(matterId, 'Claims'),
  });
  await withFiled(place, 'Claims');
  renameSync(join(place.folder, 'Claims'), join(place.folder, 'Our claims'));
  await expect.poll(() => fileAt(place, 'Our claims/Claim.docx'), eventually).toBeDefined();
  await allNoticed(place);
  await renamedInService(place, 'Claims', 'Statements');
  expect(await directoriesOnceTried(place)).toEqual(['Our claims']);
});

test('a directory that the person had made before keeps its name', async () => {
  await using place = await openQuickly({});
  mkdirSync(join(place.folder, 'Mine'));
  const { service, workspace, matterId } = place;
  service.colleague.createFolder(matterId, 'Mine');
  workspace.poller.look(matterId);
  const mapped = () => workspace.stores.links.folders(matterId).map(({ path }) => path);
  await expect.poll(mapped, eventually).toContain('Mine');
  await renamedInService(place, 'Mine', 'Theirs');
  await allNoticed(place);
  expect(await directoriesOnceTried(place)).toEqual(['Mine']);
});

test.each(['~$aim.docx', '.~lock.Claim.docx#'])(
  'an open document keeps its directory until it is closed (%s)',
  async (owner) => {
    await using place = await openQuickly({
      before: (service, matterId) => service.colleague.createFolder(matterId, 'Claims'),
    });
    await withFiled(place, 'Claims');
    writeFileSync(join(place.folder, 'Claims', owner), 'Dana');
    await allNoticed(place);
    await renamedInService(place, 'Claims', 'Statements');
    expect(await directoriesOnceTried(place)).toEqual(['Claims']);

    rmSync(join(place.folder, 'Claims', owner));
    // By itself: nobody asks for it.
    await expect.poll(() => directoriesIn(place), eventually).toEqual(['Statements']);
  },
);

test('a save that is not filed yet keeps its directory until it is', async () => {
  await using place = await openQuickly({
    before: (service, matterId) => service.colleague.createFolder(matterId, 'Claims'),
  });
  await withFiled(place, 'Claims');
  const { workspace, matterId, folder } = place;
  workspace.stores.pauses.pauseMatter(matterId, true);
  writeFileSync(join(folder, 'Claims', 'Claim.docx'), 'not filed yet');
  await expect.poll(place.states, eventually).toEqual(['filed', 'waiting']);
  await renamedInService(place, 'Claims', 'Statements');
  await allNoticed(place);
  expect(await directoriesOnceTried(place)).toEqual(['Claims']);

  workspace.stores.pauses.pauseMatter(matterId, false);
  workspace.pipeline.wake();
  await place.allFiled(2);
  await expect.poll(() => directoriesOnceTried(place), eventually).toEqual(['Statements']);
});

test('a name that something else has gets a number, and what has it is untouched', async () => {
  await using place = await openQuickly({
    before: (service, matterId) => service.colleague.createFolder(matterId, 'Claims'),
  });
  const fileId = await withFiled(place, 'Claims');
  mkdirSync(join(place.folder, 'Statements'));
  await renamedInService(place, 'Claims', 'Statements');
  const expected = ['Statements', 'Statements (2)'];
  await expect.poll(() => directoriesOnceTried(place), eventually).toEqual(expected);
  expect(readdirSync(join(place.folder, 'Statements'))).toEqual([]);
  expect(fileAt(place, 'Statements (2)/Claim.docx')?.fileId).toBe(fileId);
});

test('a name that differs in case alone is followed too', async () => {
  await using place = await openQuickly({
    before: (service, matterId) => service.colleague.createFolder(matterId, 'claims'),
  });
  await withFiled(place, 'claims');
  await renamedInService(place, 'claims', 'Claims');
  await expect.poll(() => directoriesOnceTried(place), eventually).toEqual(['Claims']);
});

test('folders one in the other are renamed, the inner one where the outer one is by then', async () => {
  await using place = await openQuickly({
    before: (service, matterId) => {
      const outer = service.colleague.createFolder(matterId, 'Proof');
      service.colleague.createFolder(matterId, 'Scene photos', outer);
    },
  });
  const fileId = await withFiled(place, 'Proof/Scene photos', 'Scene.jpg');
  await renamedInService(place, 'Scene photos', 'Pictures');
  await renamedInService(place, 'Proof', 'Exhibits');
  const expected = ['Exhibits', 'Exhibits/Pictures'];
  await expect.poll(() => directoriesOnceTried(place), eventually).toEqual(expected);
  await allNoticed(place);
  expect(fileAt(place, 'Exhibits/Pictures/Scene.jpg')?.fileId).toBe(fileId);
  expect(place.states()).toEqual(['filed']);
});

test('a crash right after the directory got its name files nothing twice', async () => {
  let crashes = true;
  await using place = await openQuickly({
    before: (service, matterId) => service.colleague.createFolder(matterId, 'Claims'),
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        async renameDirectory(from, to) {
          await ports.files.renameDirectory(from, to);
          // What would have been written down next is not.
          if (crashes) throw new Error('crash');
        },
      },
    }),
  });
  const fileId = await withFiled(place, 'Claims');
  await renamedInService(place, 'Claims', 'Statements');
  await expect.poll(() => directoriesIn(place), eventually).toEqual(['Statements']);
  crashes = false;
  await place.restartEngine();
  await expect.poll(() => fileAt(place, 'Statements/Claim.docx')?.fileId, eventually).toBe(fileId);
  await allNoticed(place);
  expect(await directoriesOnceTried(place)).toEqual(['Statements']);
  expect(place.states()).toEqual(['filed']);
  const mapped = place.workspace.stores.links.folders(place.matterId).map(({ path }) => path);
  expect(mapped.filter((path) => !sampleFolders.test(path))).toEqual(['Statements']);
});
