import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import type { FileFacts } from '../../../../main/engine/platform/files.ts';
import { fileIdOf, restore, saved } from '../../../support/versions.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, linkAnother, openDesk, problemsOf } from '../saving/desk.ts';

const refused = { ok: false, error: { code: 'document-changed' } };
const hour = 3_600_000_000_000n;

/** Every file is an hour older than it is: none of them can be what a program just wrote to save a document. */
const older = (ports: EnginePorts): EnginePorts => {
  const aged = <Facts extends FileFacts | null>(facts: Facts): Facts => {
    if (facts === null) return facts;
    const [device = '', inode = '', born = '0'] = facts.inode.split(':');
    return { ...facts, inode: `${device}:${inode}:${BigInt(born) - hour}` };
  };
  const facts: EnginePorts['files']['facts'] = async (path) => aged(await ports.files.facts(path));
  return { ...ports, files: { ...ports.files, facts } };
};

/** Between two looks through its folder, what changes there is not known. */
const betweenLooks = ({ workspace }: Workplace) => workspace.watches.stop();

const versionsOf = (place: Workplace, name: string) => filedAs(place, name).map(({ versions }) => versions);

test('what stands in a document’s place and was moved there from another matter’s folder is not filed as its current version', async () => {
  await using place = await openDesk();
  const other = await linkAnother(place);
  writeFileSync(join(other.folder, 'Brief.docx'), 'of client B');
  await expect.poll(() => filedAs(place, 'Brief.docx', other.matterId), eventually).toHaveLength(1);
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  await betweenLooks(place);
  renameSync(join(other.folder, 'Brief.docx'), path);

  expect(await restore(place, 'Brief.docx', 'one')).toMatchObject(refused);
  expect(readFileSync(path, 'utf8')).toBe('of client B');

  place.workspace.watches.start();
  await expect
    .poll(() => problemsOf(place).map(({ subject, actions }) => [subject, actions[0]]), eventually)
    .toEqual([['Brief.docx', 'file-on-top']]);
  expect(versionsOf(place, 'Brief.docx')).toEqual([['one', 'two'].map(sha256)]);
});

test.each(['with a document of its name', 'without one'])(
  'nothing is restored into another matter’s folder that stands in the place of this one’s (%s), and nothing in it is captured',
  async (how) => {
    await using place = await openDesk();
    const other = await linkAnother(place);
    const name = how === 'without one' ? 'Letter.docx' : 'Brief.docx';
    writeFileSync(join(other.folder, name), 'of client B');
    await expect.poll(() => filedAs(place, name, other.matterId), eventually).toHaveLength(1);
    await saved(place, 'Brief.docx', 'one', 'two');
    await betweenLooks(place);
    renameSync(place.folder, join(place.directory, 'moved away'));
    renameSync(other.folder, place.folder);
    expect(await restore(place, 'Brief.docx', 'one')).toMatchObject({
      ok: false,
      error: { code: 'folder-missing' },
    });
    expect(readdirSync(place.folder).filter((one) => one.endsWith('.docx'))).toEqual([name]);
    expect(readFileSync(join(place.folder, name), 'utf8')).toBe('of client B');
    expect(versionsOf(place, 'Brief.docx').flat()).not.toContain('of client B');
    expect(place.workspace.stores.saves.withContent(sha256('of client B'))).toHaveLength(1);
  },
);

test('a document that took another one’s name is not filed as a version of that one when a version is restored there', async () => {
  await using place = await openDesk({ ports: older });
  const contract = await saved(place, 'Contract.docx', 'contract', 'contract, revised');
  const draft = await saved(place, 'Draft.docx', 'draft');
  const [contractId, draftId] = [fileIdOf(place, 'Contract.docx'), fileIdOf(place, 'Draft.docx')];
  await betweenLooks(place);
  renameSync(contract, join(place.folder, 'x.docx'));
  renameSync(draft, contract);
  renameSync(join(place.folder, 'x.docx'), draft);

  expect(await restore(place, 'Contract.docx', 'contract')).toMatchObject(refused);
  expect(readFileSync(contract, 'utf8')).toBe('draft');

  place.workspace.watches.start();
  await expect.poll(() => fileIdOf(place, 'Contract.docx'), eventually).toBe(draftId);
  await calm(place);
  expect(filedAs(place, 'Contract.docx')).toMatchObject([{ fileId: draftId, versions: [sha256('draft')] }]);
  expect(filedAs(place, 'Draft.docx')).toMatchObject([
    { fileId: contractId, versions: ['contract', 'contract, revised'].map(sha256) },
  ]);
});

test('what a program put in a document’s place to save it is captured as its version before another one is restored', async () => {
  await using place = await openDesk();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  await betweenLooks(place);
  writeFileSync(join(place.folder, 'new.tmp'), 'three');
  renameSync(join(place.folder, 'new.tmp'), path);
  expect(await restore(place, 'Brief.docx', 'one')).toEqual({ ok: true, value: 'restored' });
  place.workspace.watches.start();
  await expect
    .poll(() => versionsOf(place, 'Brief.docx'), eventually)
    .toEqual([['one', 'two', 'three', 'one'].map(sha256)]);
});
