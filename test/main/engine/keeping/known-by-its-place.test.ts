import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import {
  at,
  filedByColleague,
  historyRead,
  knownFile,
  placed,
  twoWayPlace,
} from '../../../support/colleague-documents.ts';
import { eventually, type Workplace } from '../../../support/workplace.ts';

/** The matter is linked to a copy of its folder on another drive. */
async function linkToCopy(place: Workplace, change: (copy: string) => void = () => {}): Promise<string> {
  const { linker, watches, matterId } = { ...place.workspace, matterId: place.matterId };
  await place.workspace.unlink(matterId, 'all');
  const copy = join(place.directory, 'A copy');
  cpSync(place.folder, copy, { recursive: true });
  change(copy);
  expect(await linker.link(matterId, copy)).toMatchObject({ ok: true });
  watches.add(matterId);
  await expect.poll(() => watches.isCompared(matterId), eventually).toBe(true);
  return copy;
}

test('a document whose name here is another than in the service is a question like any other, once its folder was copied and it was changed', async () => {
  const place = await twoWayPlace();
  const ids = [
    await filedByColleague(place, 'Same.docx', 'theirs'),
    await filedByColleague(place, 'Costs: 1/2?.docx', 'theirs too'),
  ];
  for (const id of ids) await placed(place, id);
  const paths: string[] = [];
  for (const id of ids) paths.push((await knownFile(place, id))?.path ?? '');
  await linkToCopy(place, (copy) => {
    for (const path of paths) writeFileSync(join(copy, path), `mine: ${path}`);
  });
  const asked = () =>
    place.workspace.stores.saves
      .problems()
      .map(({ fileId, problem }) => [fileId, readProblem(problem)?.code]);
  await expect
    .poll(() => new Map(asked() as [FileId, string][]), eventually)
    .toEqual(new Map(ids.map((id) => [id, 'already-filed'])));
  expect(place.states()).toEqual(['problem', 'problem']);
});

test('what the person removed here is not fetched again because the folder is linked elsewhere', async () => {
  const place = await twoWayPlace();
  const { keeping, stores } = place.workspace;
  const gone = await filedByColleague(place, 'Gone.docx', 'gone');
  const stays = await filedByColleague(place, 'Stays.docx', 'stays');
  for (const id of [gone, stays]) {
    keeping.keep(place.matterId, { kind: 'document', id }, true);
    await knownFile(place, id);
  }
  rmSync(at(place, 'Gone.docx'));
  const isGone = () => stores.links.fileOfDocument(place.matterId, gone)?.removed;
  await expect.poll(isGone, eventually).toBe(true);
  const copy = await linkToCopy(place, (to) => rmSync(join(to, 'Stays.docx')));
  keeping.wake(place.matterId);
  await expect.poll(() => existsSync(join(copy, 'Stays.docx')), eventually).toBe(true);
  expect(existsSync(join(copy, 'Gone.docx'))).toBe(false);
});

test('a document that was filed above its place is moved there when its folder comes, also while its copy is freed', async () => {
  // Where the service makes no folders for us.
  const place = await twoWayPlace({ speedUp: 5, variants: { documentFolders: 'notOffered' } });
  const { workspace, service, matterId } = place;
  mkdirSync(at(place, 'Sub'));
  writeFileSync(at(place, 'Sub', 'One.docx'), 'one');
  await place.allFiled(1);
  const one = workspace.stores.links.file(matterId, 'Sub/One.docx')?.fileId as FileId;
  // That the service gives documents out is known once it gave one out.
  await placed(place, await filedByColleague(place, 'Brief.pdf', 'theirs'));
  expect(await workspace.freeSpace(matterId, [one])).toMatchObject({ freed: 1 });
  const folderId = service.colleague.createFolder(matterId, 'Sub');
  await historyRead(place);
  const placeThere = () => service.filesOf(matterId).find(({ fileId }) => fileId === one)?.folderId;
  await expect.poll(placeThere, eventually).toBe(folderId);
});
