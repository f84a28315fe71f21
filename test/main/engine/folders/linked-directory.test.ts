import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk } from '../saving/desk.ts';

test('nothing is added through a link in the place of a directory: it is refused with words', async () => {
  await using place = await openDesk();
  const elsewhere = join(place.directory, 'elsewhere');
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(place.folder, 'Evidence'), 'junction');
  const dropped = join(place.directory, 'drop', 'Evidence');
  mkdirSync(dropped, { recursive: true });
  writeFileSync(join(dropped, 'Photo.docx'), 'photo');
  expect(await place.workspace.adder.add(place.matterId, null, [dropped])).toMatchObject({
    value: [{ outcome: 'refused', refusal: { what: '“Evidence” was not added' } }],
  });
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('an earlier version is never restored through a link in the place of a directory', async () => {
  await using place = await openDesk();
  const { folder, matterId } = place;
  mkdirSync(join(folder, 'Sub'));
  writeFileSync(join(folder, 'Sub', 'One.docx'), 'one');
  await place.allFiled();
  writeFileSync(join(folder, 'Sub', 'One.docx'), 'two');
  await place.allFiled(2);
  const { links, saves } = place.workspace.stores;
  const fileId = links.file(matterId, 'Sub/One.docx')?.fileId;
  if (!fileId) throw new Error('not captured');
  const first = saves.versionsOf(matterId, fileId)[0];
  const moved = join(place.directory, 'Moved');
  renameSync(join(folder, 'Sub'), moved);
  symlinkSync(moved, join(folder, 'Sub'), 'junction');
  const restored = await place.workspace.restorer.restore(matterId, fileId, `save:${first?.id}`);
  expect(restored.ok).toBe(false);
  expect(readdirSync(moved)).toEqual(['One.docx']);
  expect(readFileSync(join(moved, 'One.docx'), 'utf8')).toBe('two');
});
