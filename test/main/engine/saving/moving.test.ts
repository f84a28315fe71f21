import {
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, linkAnother, openDesk, rowOf, savedNames } from './desk.ts';

let place: Workplace;
let other: { matterId: MatterId; folder: string };
beforeAll(async () => {
  place = await openDesk({
    before: (service, matterId) => service.colleague.createFolder(matterId, 'Correspondence with insurers'),
  });
  other = await linkAnother(place);
});
afterAll(() => place[Symbol.asyncDispose]());

const at = (name: string): string => join(place.folder, name);

/** Files a first version, and gives the document's id. */
async function filed(name: string, content: string): Promise<string> {
  writeFileSync(at(name), content);
  return arrived(name, [content]);
}

/** Waits until one document of this name has exactly these versions; gives its id. */
async function arrived(
  name: string,
  contents: readonly string[],
  matterId = place.matterId,
): Promise<string> {
  const found = () => filedAs(place, name.slice(name.lastIndexOf('/') + 1), matterId);
  const hashes = contents.map(sha256);
  await expect.poll(() => found().map((one) => one.versions), eventually).toEqual([hashes]);
  await calm(place);
  expect(found().map((one) => one.versions)).toEqual([hashes]);
  return found()[0]?.fileId ?? '';
}

const saves = (): number => place.workspace.stores.saves.counts().filed + place.states().length;

test('a rename that changes only the case of letters keeps the document, under its new name', async () => {
  const id = await filed('claim form.pdf', 'claim');
  renameSync(at('claim form.pdf'), at('Claim Form.pdf'));
  expect(await arrived('Claim Form.pdf', ['claim'])).toBe(id);
  expect(filedAs(place, 'claim form.pdf')).toEqual([]);
});

test('a name whose accents another system writes apart is the same document, and nothing is sent for it', async () => {
  const [together, apart] = [
    'Résumé des faits.odt'.normalize('NFC'),
    'Résumé des faits.odt'.normalize('NFD'),
  ];
  const id = await filed(together, 'faits');
  const before = saves();
  renameSync(at(together), at(apart));
  await calm(place);
  expect(saves() - before).toBe(1);
  writeFileSync(at(apart), 'faits, bis');
  expect(await arrived(together, ['faits', 'faits, bis'])).toBe(id);
});

test('twins of one name, written together and apart, are two documents and both are kept', async () => {
  const [together, apart] = ['Pièce.pdf'.normalize('NFC'), 'Pièce.pdf'.normalize('NFD')];
  writeFileSync(at(together), 'one');
  writeFileSync(at(apart), 'two');
  await calm(place);
  const versions = filedAs(place, together).flatMap((one) => one.versions);
  expect(versions).toHaveLength(2);
  expect(new Set(versions)).toEqual(new Set([sha256('one'), sha256('two')]));
});

test('a parent folder that gets another name keeps every document in it, and sends nothing for those the service has', async () => {
  const folder = at('Correspondence with insurers');
  await expect.poll(() => existsSync(folder), eventually).toBe(true);
  const { stores } = place.workspace;
  const mapped = () => stores.links.folders(place.matterId).map(({ path }) => path);
  await expect.poll(mapped, eventually).toContain('Correspondence with insurers');
  const sent = () =>
    stores.database.prepare<[], string>("SELECT kind || ' ' || path FROM save ORDER BY id").pluck().all();
  const names = Array.from({ length: 8 }, (_, count) => `Insurer ${count}.msg`);
  for (const name of names) writeFileSync(join(folder, name), name);
  await calm(place);
  const ids = names.map((name) => filedAs(place, name)[0]?.fileId);
  const before = sent().length;
  renameSync(folder, at('Insurers'));
  await expect
    .poll(() => stores.links.file(place.matterId, 'Insurers/Insurer 7.msg')?.fileId, eventually)
    .toBe(ids[7]);
  await calm(place);
  expect(sent().slice(before)).toEqual([expect.stringMatching(/^content Marker/)]);
  expect(names.map((name) => filedAs(place, name)[0]?.fileId)).toEqual(ids);
  writeFileSync(at('Insurers/Insurer 3.msg'), 'answered');
  expect(await arrived('Insurers/Insurer 3.msg', ['Insurer 3.msg', 'answered'])).toBe(ids[3]);
});

test('a document moved to another matter’s folder is a new document there, which says where it was, and still filed here', async () => {
  const id = await filed('Shared advice.docx', 'advice');
  renameSync(at('Shared advice.docx'), join(other.folder, 'Shared advice.docx'));
  const there = await arrived('Shared advice.docx', ['advice'], other.matterId);
  expect(there).not.toBe(id);
  expect(filedAs(place, 'Shared advice.docx', other.matterId)).toMatchObject([
    { additional: { movedFromMatter: place.matterId, movedFromFile: id } },
  ]);
  expect(filedAs(place, 'Shared advice.docx')).toMatchObject([{ fileId: id, versions: [sha256('advice')] }]);
  await expect.poll(() => rowOf(place, 'Shared advice.docx')?.state, eventually).toBe('removed-here');

  renameSync(join(other.folder, 'Shared advice.docx'), at('Shared advice.docx'));
  await expect.poll(() => rowOf(place, 'Shared advice.docx')?.state, eventually).toBe('filed');
  expect(rowOf(place, 'Shared advice.docx')?.fileId).toBe(id);
});

test('a document deleted and made again under its name is the same document', async () => {
  const id = await filed('Order.pdf', 'draft order');
  unlinkSync(at('Order.pdf'));
  await expect.poll(() => rowOf(place, 'Order.pdf')?.state, eventually).toBe('removed-here');
  writeFileSync(at('Order.pdf'), 'sealed order');
  expect(await arrived('Order.pdf', ['draft order', 'sealed order'])).toBe(id);
});

test('a document deleted and put back elsewhere with the same content is the same document, moved', async () => {
  const id = await filed('Chronology.xlsx', 'chronology');
  unlinkSync(at('Chronology.xlsx'));
  await expect.poll(() => rowOf(place, 'Chronology.xlsx')?.state, eventually).toBe('removed-here');
  mkdirSync(at('Trial'), { recursive: true });
  writeFileSync(at('Trial/Chronology.xlsx'), 'chronology');
  expect(await arrived('Trial/Chronology.xlsx', ['chronology'])).toBe(id);
});

test('a document renamed and copied in one moment stays itself under its new name, and the copy is a new one', async () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F'];
  const ids = new Map<string, string>();
  for (const name of names) writeFileSync(at(`Draft ${name}.docx`), `draft ${name}`);
  for (const name of names) ids.set(name, await arrived(`Draft ${name}.docx`, [`draft ${name}`]));
  for (const name of names) {
    const [to, copy] = [at(`Final ${name}.docx`), at(`Copy ${name}.docx`)];
    renameSync(at(`Draft ${name}.docx`), to);
    copyFileSync(to, copy);
  }
  for (const name of names) {
    expect(await arrived(`Final ${name}.docx`, [`draft ${name}`])).toBe(ids.get(name));
    expect(await arrived(`Copy ${name}.docx`, [`draft ${name}`])).not.toBe(ids.get(name));
  }
});

test('an empty file is never taken for another empty one that is gone', async () => {
  const id = await filed('Blank.txt', '');
  unlinkSync(at('Blank.txt'));
  writeFileSync(at('Other blank.txt'), '');
  expect(await arrived('Other blank.txt', [''])).not.toBe(id);
});

test('a symbolic link is never followed out of the matter’s folder, and is listed as not filed', async () => {
  const outside = join(place.directory, 'Another client');
  mkdirSync(outside);
  writeFileSync(join(outside, 'Secret.docx'), 'secret');
  symlinkSync(join(outside, 'Secret.docx'), at('Secret link.docx'));
  symlinkSync(outside, at('Linked folder'));
  await calm(place);
  expect(savedNames(place).filter((name) => name.includes('Secret'))).toEqual([]);
  await expect
    .poll(() => place.workspace.notFiled.list(place.matterId), eventually)
    .toMatchObject([
      { path: 'Linked folder', why: expect.stringContaining('never followed') },
      { path: 'Secret link.docx', why: expect.stringContaining('never followed') },
    ]);
  rmSync(at('Secret link.docx'));
  rmSync(at('Linked folder'));
  expect(await place.workspace.notFiled.list(place.matterId)).toEqual([]);
});

test('a folder called like a temporary file is a folder, and what is in it is filed', async () => {
  mkdirSync(at('20241231'));
  expect(await filed('20241231/Accounts.xlsx', 'accounts')).not.toBe('');
});

test('a document that was put in the place of another is that one, and stays it under another name', async () => {
  const replaced = await filed('settlement.docx', 'settlement');
  const draft = await filed('a draft of it.docx', 'a better settlement');
  renameSync(at('a draft of it.docx'), at('settlement.docx'));
  expect(await arrived('settlement.docx', ['settlement', 'a better settlement'])).toBe(replaced);
  renameSync(at('settlement.docx'), at('settlement, signed.docx'));
  const versions = ['settlement', 'a better settlement'];
  expect(await arrived('settlement, signed.docx', versions)).toBe(replaced);
  expect(filedAs(place, 'a draft of it.docx').map(({ fileId }) => fileId)).toEqual([draft]);
});

test('a document that is asked about is captured once, also when its letters get the case of one that was removed here', async () => {
  const id = await filed('PLEA.DOCX', 'plea');
  unlinkSync(at('PLEA.DOCX'));
  const { stores } = place.workspace;
  const captured = () => stores.saves.versionsOf(place.matterId, id as FileId).map((save) => save.sha256);
  await expect.poll(() => stores.links.file(place.matterId, 'PLEA.DOCX')?.removed, eventually).toBe(true);
  // Longer ago than a rename takes to show.
  stores.database.prepare('UPDATE local_file SET removed_at = removed_at - 60000').run();
  writeFileSync(at('Plea.docx'), 'another plea');
  await expect.poll(captured, eventually).toEqual([sha256('plea'), sha256('another plea')]);
  renameSync(at('Plea.docx'), at('PLEA.DOCX'));
  await expect.poll(() => stores.links.file(place.matterId, 'PLEA.DOCX')?.removed, eventually).toBe(false);
  expect(captured()).toEqual([sha256('plea'), sha256('another plea')]);
});
