import { cpSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FolderId } from '../../../../shared/model/index.ts';
import { eventually, type Workplace } from '../../../support/workplace.ts';
import { openQuickly, serviceFolder, withFiled } from './mirrored.ts';

/** The service’s folder “Claims” is the directory “Our claims” here, with a document in it that is filed. */
async function withOurClaims(place: Workplace): Promise<FolderId> {
  const { workspace, matterId, folder } = place;
  await withFiled(place, 'Claims');
  renameSync(join(folder, 'Claims'), join(folder, 'Our claims'));
  const mapped = () => workspace.stores.links.folders(matterId).map(({ path }) => path);
  await expect.poll(mapped, eventually).toContain('Our claims');
  return serviceFolder(place, 'Claims') as FolderId;
}

async function linkTo(place: Workplace, path: string): Promise<void> {
  const { workspace, matterId } = place;
  expect(await workspace.linker.link(matterId, path)).toMatchObject({ ok: true });
  workspace.watches.add(matterId);
}

/** The folder that the service has a document in. */
const placeOf = ({ service, matterId }: Workplace, name: string) =>
  service.filesOf(matterId).find(({ fileName }) => fileName === name)?.folderId;

const before = (service: Workplace['service'], matterId: Workplace['matterId']) =>
  service.colleague.createFolder(matterId, 'Claims');

test('a directory that the person named is its folder again once the matter is linked back from another directory', async () => {
  await using place = await openQuickly({ before });
  const { workspace, matterId, folder } = place;
  const folderId = await withOurClaims(place);
  await workspace.unlink(matterId, 'all');
  const other = join(place.directory, 'Another directory');
  mkdirSync(other);
  await linkTo(place, other);
  await expect.poll(() => existsSync(join(other, 'Claims')), eventually).toBe(true);
  await workspace.unlink(matterId, 'all');
  // Renamed once more while nobody looked.
  renameSync(join(folder, 'Our claims'), join(folder, 'What we claim'));
  await linkTo(place, folder);
  writeFileSync(join(folder, 'What we claim', 'Reply.docx'), 'reply');
  await place.allFiled(2);
  expect(placeOf(place, 'Claim.docx')).toBe(folderId);
  expect(placeOf(place, 'Reply.docx')).toBe(folderId);
  expect(existsSync(join(folder, 'Claims'))).toBe(false);
});

test('it is so in a copy of the matter’s folder as well, and not where nothing of it is in the other one', async () => {
  await using place = await openQuickly({ before });
  const { workspace, matterId, folder } = place;
  const folderId = await withOurClaims(place);
  await workspace.unlink(matterId, 'all');
  const copy = join(place.directory, 'A copy');
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  await linkTo(place, copy);
  writeFileSync(join(copy, 'Our claims', 'Reply.docx'), 'reply');
  await place.allFiled(2);
  expect(placeOf(place, 'Claim.docx')).toBe(folderId);
  expect(placeOf(place, 'Reply.docx')).toBe(folderId);
  expect(existsSync(join(copy, 'Claims'))).toBe(false);

  await workspace.unlink(matterId, 'all');
  const other = join(place.directory, 'Another directory');
  mkdirSync(join(other, 'Our claims'), { recursive: true });
  writeFileSync(join(other, 'Our claims', 'Something else.docx'), 'something else');
  await linkTo(place, other);
  await place.allFiled(3);
  expect(placeOf(place, 'Something else.docx')).toBe(null);
});
