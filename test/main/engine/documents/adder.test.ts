import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { DocumentAdder } from '../../../../main/engine/documents/adder.ts';
import { OnTheWay } from '../../../../main/engine/folders/on-the-way.ts';
import { eventually, openWorkplace } from '../../../support/workplace.ts';

test('what lies in the matter folder already is not copied into it again, nor a folder into itself', async () => {
  await using place = await openWorkplace();
  const { workspace, matterId, folder } = place;
  const inside = join(folder, 'Brief.docx');
  writeFileSync(inside, 'a brief');
  // The matter's folders are made here after it was linked.
  await expect.poll(() => readdirSync(folder), eventually).toContain('Correspondence');
  const { documents, links } = workspace.stores;
  const withoutDirectory = () => documents.folders(matterId).length - links.folders(matterId).length;
  await expect.poll(withoutDirectory, eventually).toBe(0);
  const before = readdirSync(folder);
  for (const path of [inside, folder, dirname(folder)]) {
    expect(await workspace.adder.add(matterId, null, [path])).toMatchObject({
      ok: true,
      value: [{ path, outcome: 'refused', refusal: { code: 'name-taken' } }],
    });
  }
  expect(readdirSync(folder)).toEqual(before);
});

test('a folder beside the matter folder whose name begins the same is another folder', async () => {
  await using place = await openWorkplace();
  const { workspace, matterId, folder } = place;
  mkdirSync(`${folder} old`);
  writeFileSync(join(`${folder} old`, 'Brief.docx'), 'a brief');
  expect(await workspace.adder.add(matterId, null, [`${folder} old`])).toMatchObject({
    ok: true,
    value: [{ outcome: 'added', name: 'Brief.docx' }],
  });
});

test('what a crash in the middle of adding leaves beside the documents is removed at the next start', async () => {
  await using place = await openWorkplace();
  const outside = join(place.directory, 'Brief.docx');
  writeFileSync(outside, 'a brief');
  const { files, stores, clock } = place.workspace;
  const never = new Promise<never>(() => {});
  const onTheWay = new OnTheWay({ files, stores, clock });
  const adder = new DocumentAdder({
    files: { ...files, moveNew: () => never },
    stores,
    onTheWay,
    uniqueName: () => 'unfinished',
  });
  void adder.add(place.matterId, null, [outside]);
  const left = () => readdirSync(place.folder).filter((name) => name.startsWith('.matterline-'));
  await expect.poll(left, eventually).toEqual(['.matterline-unfinished']);
  await place.restartEngine();
  expect(left()).toEqual([]);
});
