import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

const fast = { speedUp: 5, requestLimit: { perSecond: 10_000, burst: 10_000 } };
const filed = (place: Workplace, name: string) =>
  place.service.filesOf(place.matterId).find((file) => file.fileName === name);

/** A document in a local folder that the service does not have, filed in the root. */
async function unplaced(place: Workplace, below: string): Promise<void> {
  mkdirSync(join(place.folder, below), { recursive: true });
  writeFileSync(join(place.folder, below, 'Opinion.pdf'), 'opinion');
  await place.allFiled();
  expect(filed(place, 'Opinion.pdf')).toMatchObject({
    folderId: null,
    additional: { relativePath: `${below}/Opinion.pdf` },
  });
}

test('a document whose folder appears in the service later is moved there, and its content is not sent again', async () => {
  await using place = await openWorkplace(fast);
  await unplaced(place, 'Counsel');
  const folderId = place.service.colleague.createFolder(place.matterId, 'Counsel');
  await expect.poll(() => filed(place, 'Opinion.pdf')?.folderId, eventually).toBe(folderId);
  await place.allFiled(2);
  expect(filed(place, 'Opinion.pdf')?.additional.relativePath).toBe('Opinion.pdf');
  expect(place.versionsOf('Opinion.pdf')).toEqual([sha256('opinion')]);
});

test('a document goes as far down as there are folders, and the rest of the way when there are more', async () => {
  await using place = await openWorkplace(fast);
  await unplaced(place, 'Counsel/Notes');
  const outer = place.service.colleague.createFolder(place.matterId, 'Counsel');
  await expect.poll(() => filed(place, 'Opinion.pdf')?.folderId, eventually).toBe(outer);
  expect(filed(place, 'Opinion.pdf')?.additional.relativePath).toBe('Notes/Opinion.pdf');
  const inner = place.service.colleague.createFolder(place.matterId, 'Notes', outer);
  await expect.poll(() => filed(place, 'Opinion.pdf')?.folderId, eventually).toBe(inner);
  expect(place.versionsOf('Opinion.pdf')).toEqual([sha256('opinion')]);
});

test('a document that a colleague moved meanwhile stays where the colleague put it', async () => {
  await using place = await openWorkplace(fast);
  await unplaced(place, 'Counsel');
  const elsewhere = place.service.colleague.createFolder(place.matterId, 'Received');
  place.service.colleague.moveFile(filed(place, 'Opinion.pdf')?.fileId ?? '', { folderId: elsewhere });
  await expect.poll(() => existsSync(join(place.folder, 'Received')), eventually).toBe(true);
  place.service.colleague.createFolder(place.matterId, 'Counsel');
  const { links, unplaced: waiting } = place.workspace.stores;
  await expect
    .poll(() => links.folders(place.matterId).map((folder) => folder.path), eventually)
    .toContain('Counsel');
  await expect.poll(() => waiting.all(place.matterId), eventually).toEqual([]);
  expect(filed(place, 'Opinion.pdf')?.folderId).toBe(elsewhere);
  expect(place.states()).toEqual(['filed']);
});

test('new content and a new name leave a document in the folder a colleague moved it to', async () => {
  await using place = await openWorkplace(fast);
  writeFileSync(join(place.folder, 'Brief.docx'), 'one');
  await place.allFiled();
  const folderId = place.service.colleague.createFolder(place.matterId, 'Received');
  const fileId = filed(place, 'Brief.docx')?.fileId as FileId;
  place.service.colleague.moveFile(fileId, { folderId });
  const { documents } = place.workspace.stores;
  await expect.poll(() => documents.document(place.matterId, fileId)?.folderId, eventually).toBe(folderId);
  writeFileSync(join(place.folder, 'Brief.docx'), 'two');
  await place.allFiled(2);
  expect(filed(place, 'Brief.docx')?.folderId).toBe(folderId);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two'].map(sha256));
});

test('a document renamed within its folder is announced with that folder, and sends no content', async () => {
  await using place = await openWorkplace({
    ...fast,
    before: (service, matterId) => service.colleague.createFolder(matterId, 'Pleadings (new)'),
  });
  const { links } = place.workspace.stores;
  const folder = () => links.folders(place.matterId).find(({ path }) => path === 'Pleadings (new)');
  await expect.poll(folder, eventually).toBeDefined();
  writeFileSync(join(place.folder, 'Pleadings (new)', 'Claim.docx'), 'claim');
  await place.allFiled();
  // A content PUT would be refused, and the save would not be filed.
  place.service.faults.add({ route: 'storage.put', kind: 'status', status: 422, count: 'always' });
  renameSync(
    join(place.folder, 'Pleadings (new)', 'Claim.docx'),
    join(place.folder, 'Pleadings (new)', 'Final.docx'),
  );
  await place.allFiled(2);
  expect(filed(place, 'Final.docx')?.folderId).toBe(folder()?.folderId);
  expect(place.versionsOf('Final.docx')).toEqual([sha256('claim')]);
  expect(place.service.faults.hits).toBe(0);
});

test.each(['deleted itself', 'in a folder that was deleted'])(
  'a new document saved in a folder that was deleted in the service (%s) goes as into one that the service does not have',
  async (how) => {
    let [outer, inner] = ['', ''];
    await using place = await openWorkplace({
      ...fast,
      before(service, matterId) {
        outer = service.colleague.createFolder(matterId, 'Counsel');
        inner = service.colleague.createFolder(matterId, 'Notes', outer);
      },
    });
    const { documents } = place.workspace.stores;
    const directory = join(place.folder, 'Counsel', 'Notes');
    await expect.poll(() => existsSync(directory), eventually).toBe(true);
    const isInner = how === 'deleted itself';
    place.service.colleague.deleteFolder(isInner ? inner : outer);
    place.workspace.poller.look(place.matterId);
    const deleted = () => [...documents.deletedFolders(place.matterId)];
    await expect.poll(deleted, eventually).toContain(inner);
    writeFileSync(join(directory, 'Opinion.pdf'), 'opinion');
    await place.allFiled();
    expect(filed(place, 'Opinion.pdf')).toMatchObject({
      folderId: isInner ? outer : null,
      additional: { relativePath: isInner ? 'Notes/Opinion.pdf' : 'Counsel/Notes/Opinion.pdf' },
    });
    writeFileSync(join(directory, 'Opinion.pdf'), 'opinion, again');
    await place.allFiled(2);
    expect(place.versionsOf('Opinion.pdf')).toEqual(['opinion', 'opinion, again'].map(sha256));
  },
);
