import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FileId } from '../../../../shared/model/index.ts';
import { sha256 } from '../../../support/workplace.ts';
import { bytesOf, matterId, smallVault } from './small-vault.ts';

type Place = Awaited<ReturnType<typeof smallVault>>;

async function captured(place: Place, name: string, content: string): Promise<number> {
  const result = await place.vault.capture(place.document(name, content));
  if (!result.ok) throw new Error(result.error.kind);
  const { facts } = result.value;
  const file = { ...facts, matterId, path: name, fileId: name as FileId, sha256: sha256(content) };
  place.stores.links.putFile({ ...file, base: { entryId: null, upTo: 0 }, removed: false });
  return place.save(name, sha256(content), content.length);
}

const fileOf = (place: Place, content: string) => {
  const kept = place.stores.contents.get(sha256(content));
  if (!kept) throw new Error('not kept');
  return place.vault.pathOf(kept);
};

const small = 'small';
const large = 'large '.repeat(1000);

test.each([small, large])('a kept copy that is missing is made again from the document', async (content) => {
  using place = await smallVault();
  await captured(place, 'Brief.docx', content);
  rmSync(fileOf(place, content));
  const { integrity, vault } = await place.reopen();
  await integrity.lookAtAll();
  expect((await bytesOf(vault.read(sha256(content)))).toString()).toBe(content);
  expect(place.stores.saves.problems()).toEqual([]);
});

test.each([small, large])(
  'a lost copy of what waits to be sent is a problem that names the document',
  async (content) => {
    using place = await smallVault();
    const id = await captured(place, 'Brief.docx', content);
    await captured(place, 'Brief.docx', 'saved again');
    await captured(place, 'Other.docx', 'other');
    const file = fileOf(place, content);
    if (content === large) rmSync(file);
    else writeFileSync(file, '');
    const { integrity } = await place.reopen();
    await integrity.lookAtAll();
    const problems = place.stores.saves.problems();
    expect(problems.map((save) => save.id)).toEqual([id]);
    expect(problems[0]?.problem).toContain('Brief.docx');
  },
);

test.each([small, large])(
  'bytes that changed on disk are found by reading, slowly, and repaired',
  async (content) => {
    using place = await smallVault();
    await captured(place, 'Brief.docx', content);
    const file = fileOf(place, content);
    const bytes = readFileSync(file);
    bytes[1] = 0;
    writeFileSync(file, bytes);
    expect(await place.integrity.readNext()).toBeNull();
    place.clock.set(place.clock.now() + 8 * 86_400_000);
    expect(await place.integrity.readNext()).toBe(content.length);
    expect((await bytesOf(place.vault.read(sha256(content)))).toString()).toBe(content);
  },
);

test('a damaged save that is repaired later is sent without anybody asking for it', async () => {
  using place = await smallVault();
  await captured(place, 'Brief.docx', small);
  const path = place.document('Brief.docx', 'other');
  rmSync(fileOf(place, small));
  const { integrity, vault } = await place.reopen();
  await integrity.lookAtAll();
  expect(place.stores.saves.problems()).toHaveLength(1);
  writeFileSync(path, small);
  await vault.capture(path);
  integrity.start();
  await place.clock.advance(5_000);
  await expect.poll(() => place.stores.saves.problems()).toEqual([]);
  const stopping = integrity.stop();
  await place.clock.advance(60_000);
  await stopping;
});
