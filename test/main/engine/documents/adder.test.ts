import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
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
