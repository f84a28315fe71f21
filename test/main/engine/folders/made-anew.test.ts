import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FolderId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import {
  directoriesOnceTried,
  fileAt,
  openQuickly,
  renamedInService,
  serviceFolder,
  withFiled,
} from './mirrored.ts';

test('a folder that a colleague deletes and makes anew has the directory that is there, with what is saved in it', async () => {
  await using place = await openQuickly({
    before: (service, matterId) => service.colleague.createFolder(matterId, 'Claims'),
  });
  await withFiled(place, 'Claims');
  const { service, workspace, matterId } = place;
  const before = serviceFolder(place, 'Claims') as FolderId;
  service.colleague.deleteFolder(before);
  const known = () => workspace.stores.documents.folders(matterId).map(({ id }) => id);
  workspace.poller.look(matterId);
  await expect.poll(known, eventually).not.toContain(before);
  await workspace.watches.mirror(matterId);
  const anew = service.colleague.createFolder(matterId, 'Claims') as FolderId;
  workspace.poller.look(matterId);
  await expect.poll(known, eventually).toContain(anew);
  expect(await directoriesOnceTried(place)).toEqual(['Claims']);

  writeFileSync(join(place.folder, 'Claims', 'Reply.docx'), 'reply');
  await expect.poll(() => fileAt(place, 'Claims/Reply.docx'), eventually).toBeDefined();
  await place.allFiled(2);
  expect(service.filesOf(matterId).find(({ fileName }) => fileName === 'Reply.docx')?.folderId).toBe(anew);
  expect(workspace.stores.links.folders(matterId).some(({ folderId }) => folderId === before)).toBe(false);
});

test('a folder in one that was deleted and made anew has its directory too, and none is made in the root', async () => {
  await using place = await openQuickly({
    before: (service, matterId) =>
      service.colleague.createFolder(matterId, 'Photos', service.colleague.createFolder(matterId, 'Scene')),
  });
  await withFiled(place, 'Scene/Photos', 'One.jpg');
  const { service, workspace, matterId } = place;
  const [outer, inner] = [serviceFolder(place, 'Scene'), serviceFolder(place, 'Photos')] as FolderId[];
  const deleted = () => [...workspace.stores.documents.deletedFolders(matterId)];
  service.colleague.deleteFolder(outer ?? '');
  workspace.poller.look(matterId);
  await expect.poll(deleted, eventually).toEqual(expect.arrayContaining([outer, inner]));
  await workspace.watches.mirror(matterId);
  const outerAnew = service.colleague.createFolder(matterId, 'Scene');
  const innerAnew = service.colleague.createFolder(matterId, 'Photos', outerAnew);
  workspace.poller.look(matterId);
  const folderAt = (path: string) =>
    workspace.stores.links.folders(matterId).find((one) => one.path === path)?.folderId;
  await expect.poll(() => folderAt('Scene/Photos'), eventually).toBe(innerAnew);
  expect(folderAt('Scene')).toBe(outerAnew);
  expect(await directoriesOnceTried(place)).toEqual(['Scene', 'Scene/Photos']);
});

test('a folder gets the name of a deleted one whose directory is gone', async () => {
  await using place = await openQuickly({
    before: (service, matterId) => {
      service.colleague.createFolder(matterId, 'Claims');
      service.colleague.createFolder(matterId, 'Statements');
    },
  });
  const fileId = await withFiled(place, 'Statements');
  const { service, workspace, matterId } = place;
  const before = serviceFolder(place, 'Claims') as FolderId;
  rmSync(join(place.folder, 'Claims'), { recursive: true });
  service.colleague.deleteFolder(before);
  await renamedInService(place, 'Statements', 'Claims');
  await expect.poll(() => directoriesOnceTried(place), eventually).toEqual(['Claims']);
  expect(fileAt(place, 'Claims/Claim.docx')?.fileId).toBe(fileId);
  expect(workspace.stores.links.folders(matterId).some(({ folderId }) => folderId === before)).toBe(false);
});
