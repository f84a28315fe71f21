import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemList } from '../../../../main/engine/view/problem-list.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, openDesk, problemsOf, rowOf, savedNames } from '../saving/desk.ts';

async function link(place: Workplace, folder = place.folder, matterId = place.matterId): Promise<void> {
  const linked = await place.workspace.linker.link(matterId, folder);
  expect(linked).toMatchObject({ ok: true });
  place.workspace.watches.add(matterId);
  place.workspace.poller.wake();
}

/** Everything that is to be seen in the linked folders is seen and filed. */
async function settled(place: Workplace, folder = place.folder, matterId = place.matterId): Promise<void> {
  await expect.poll(() => place.workspace.watches.looking, eventually).toBe(0);
  await calm(place, matterId, folder);
}

const idAt = ({ workspace, matterId }: Workplace, path: string) =>
  workspace.stores.links.file(matterId, path)?.fileId;

/** Two filed documents of the same bytes, and one that waits. */
async function worked(place: Workplace): Promise<{ ids: () => (string | undefined)[] }> {
  const { folder, workspace, matterId } = place;
  mkdirSync(join(folder, 'Drafts'), { recursive: true });
  writeFileSync(join(folder, 'Blank.docx'), 'the same bytes');
  writeFileSync(join(folder, 'Drafts', 'Blank too.docx'), 'the same bytes');
  await settled(place);
  workspace.stores.pauses.pauseMatter(matterId, true);
  writeFileSync(join(folder, 'Waiting.docx'), 'not filed yet');
  await expect.poll(() => idAt(place, 'Waiting.docx'), eventually).toBeDefined();
  return {
    ids: () => ['Blank.docx', 'Drafts/Blank too.docx', 'Waiting.docx'].map((path) => idAt(place, path)),
  };
}

function resume({ workspace, matterId }: Workplace): void {
  workspace.stores.pauses.pauseMatter(matterId, false);
  workspace.pipeline.wake();
}

test('unlinking a folder and taking that back changes nothing: no document is filed twice, and none is asked about', async () => {
  await using place = await openDesk();
  const { ids } = await worked(place);
  const before = ids();
  await place.workspace.unlink(place.matterId);
  expect(rowOf(place, 'Blank.docx')).toMatchObject({ onDisk: false, state: 'not-here' });
  await link(place);
  await expect.poll(() => place.workspace.watches.looking, eventually).toBe(0);
  expect(ids()).toEqual(before);
  writeFileSync(join(place.folder, 'Waiting.docx'), 'edited later');
  await expect.poll(() => place.states().filter((state) => state === 'waiting'), eventually).toHaveLength(2);
  resume(place);
  await settled(place);
  expect(problemsOf(place)).toEqual([]);
  expect(ids()).toEqual(before);
  expect(savedNames(place)).toEqual(['Blank too.docx', 'Blank.docx', 'Waiting.docx']);
  expect(filedAs(place, 'Waiting.docx')).toMatchObject([
    { fileId: before[2], versions: [sha256('not filed yet'), sha256('edited later')] },
  ]);
  expect(filedAs(place, 'Blank.docx')).toMatchObject([{ versions: [sha256('the same bytes')] }]);
});

test('what waits is filed in its own folder while its matter is unlinked', async () => {
  await using place = await openDesk({
    before: (service, matterId) => service.colleague.createFolder(matterId, 'Claims'),
  });
  const { workspace, service, matterId, folder } = place;
  const mapped = () => workspace.stores.links.folders(matterId).map(({ path }) => path);
  await expect.poll(mapped, eventually).toContain('Claims');
  workspace.stores.pauses.pauseMatter(matterId, true);
  writeFileSync(join(folder, 'Claims', 'Claim.docx'), 'claim');
  await expect.poll(place.states, eventually).toEqual(['waiting']);
  await workspace.unlink(matterId);
  resume(place);
  await place.allFiled();
  const claims = service.foldersOf(matterId).find(({ name }) => name === 'Claims')?.folderId;
  expect(filedAs(place, 'Claim.docx')).toMatchObject([{ folderId: claims }]);
});

test('what was changed, renamed, made and removed while the folder was unlinked is what it would have been without', async () => {
  await using place = await openDesk();
  const { folder } = place;
  const { ids } = await worked(place);
  resume(place);
  await settled(place);
  const [blank, , waiting] = ids();
  await place.workspace.unlink(place.matterId);
  writeFileSync(join(folder, 'Blank.docx'), 'no longer blank');
  renameSync(join(folder, 'Waiting.docx'), join(folder, 'Sent.docx'));
  rmSync(join(folder, 'Drafts', 'Blank too.docx'));
  writeFileSync(join(folder, 'New.docx'), 'new');
  await place.restartEngine();
  await link(place);
  await settled(place);
  expect(problemsOf(place)).toEqual([]);
  expect(filedAs(place, 'Blank.docx')).toMatchObject([
    { fileId: blank, versions: [sha256('the same bytes'), sha256('no longer blank')] },
  ]);
  expect(filedAs(place, 'Sent.docx')).toMatchObject([{ fileId: waiting }]);
  expect(filedAs(place, 'New.docx')).toHaveLength(1);
  await expect.poll(() => rowOf(place, 'Blank too.docx')?.state, eventually).toBe('removed-here');
});

test('a colleague’s newer version is asked about after the folder was unlinked for a while, as ever', async () => {
  await using place = await openDesk();
  await worked(place);
  resume(place);
  await settled(place);
  const [theirs] = filedAs(place, 'Blank.docx');
  await place.workspace.unlink(place.matterId);
  place.service.colleague.addVersion(theirs?.fileId ?? '', 'a colleague’s');
  writeFileSync(join(place.folder, 'Blank.docx'), 'mine');
  await link(place);
  await expect
    .poll(() => problemsOf(place).map(({ subject }) => subject), eventually)
    .toEqual(['Blank.docx']);
  expect(filedAs(place, 'Blank.docx')[0]?.versions.at(-1)).toBe(sha256('a colleague’s'));
});

test('the matter folder renamed or moved while it was unlinked is the same folder', async () => {
  await using place = await openDesk();
  const { ids } = await worked(place);
  resume(place);
  await settled(place);
  const before = ids();
  await place.workspace.unlink(place.matterId);
  const moved = join(place.directory, 'Elsewhere');
  renameSync(place.folder, moved);
  writeFileSync(join(moved, 'Blank.docx'), 'changed in its new place');
  await link(place, moved);
  await settled(place, moved);
  expect(problemsOf(place)).toEqual([]);
  expect(ids()).toEqual(before);
  expect(filedAs(place, 'Blank.docx')[0]?.versions.at(-1)).toBe(sha256('changed in its new place'));
});

test('in another folder the same bytes are the same document, others are asked about, and nothing is called removed', async () => {
  await using place = await openDesk();
  const { ids } = await worked(place);
  resume(place);
  await settled(place);
  const before = ids();
  await place.workspace.unlink(place.matterId);
  const other = join(place.directory, 'Copies');
  mkdirSync(other);
  writeFileSync(join(other, 'Blank.docx'), 'the same bytes');
  writeFileSync(join(other, 'Waiting.docx'), 'an old copy of it');
  await link(place, other);
  const asked = () => problemsOf(place).map(({ subject, actions }) => [subject, actions[0]]);
  await expect.poll(asked, eventually).toEqual([['Waiting.docx', 'file-on-top']]);
  expect(ids()[0]).toBe(before[0]);
  expect(filedAs(place, 'Blank.docx')).toMatchObject([{ versions: [sha256('the same bytes')] }]);
  expect(rowOf(place, 'Blank too.docx')).toMatchObject({ onDisk: false, state: 'not-here' });
  const healthIssues = place.workspace.healthIssues.all();
  expect(problemList(place.workspace.stores, healthIssues, null)).toHaveLength(1);
});

test('an empty folder linked in the place of the one before is no folder that lost its documents', async () => {
  await using place = await openDesk();
  await worked(place);
  resume(place);
  await settled(place);
  await place.workspace.unlink(place.matterId);
  renameSync(place.folder, join(place.directory, 'Put away'));
  mkdirSync(place.folder);
  await link(place);
  await settled(place);
  expect(place.workspace.healthIssues.all()).toEqual([]);
});

test('a folder that another matter had meanwhile comes back to its matter with its documents', async () => {
  await using place = await openDesk();
  const { ids } = await worked(place);
  resume(place);
  await settled(place);
  const before = ids();
  const other = place.service.matterIds()[1] as MatterId;
  await place.workspace.unlink(place.matterId);
  await link(place, place.folder, other);
  writeFileSync(join(place.folder, 'Blank.docx'), 'of the other matter');
  await settled(place, place.folder, other);
  expect(filedAs(place, 'Blank.docx')).toHaveLength(1);
  await place.workspace.unlink(other);
  await link(place);
  await settled(place);
  expect(problemsOf(place)).toEqual([]);
  expect(ids()).toEqual(before);
  expect(filedAs(place, 'Blank.docx')).toMatchObject([
    { fileId: before[0], versions: [sha256('the same bytes'), sha256('of the other matter')] },
  ]);
  expect(filedAs(place, 'Waiting.docx')).toMatchObject([{ versions: [sha256('not filed yet')] }]);
});
