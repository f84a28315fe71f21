import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openInWord,
  saveInBursts,
  saveLikeAcrobat,
  saveLikeExcel,
  saveLikeGlib,
  saveLikeLibreOffice,
  saveLikeMac,
  saveLikeNotepad,
  saveLikeVim,
} from '../../../documents/saving.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, openDesk, savedNames } from './desk.ts';

let place: Workplace;
beforeAll(async () => {
  place = await openDesk();
});
afterAll(() => place[Symbol.asyncDispose]());

type Save = (path: string, content: Uint8Array) => Promise<void>;

const word: Save = async (path, content) => {
  const document = await openInWord(path);
  await document.save(content);
  await document.close();
};

const programs: readonly (readonly [string, string, Save])[] = [
  ['Word: owner file, ~WRD temporary, two renames', 'Witness statement.docx', word],
  ['Excel: a temporary of eight hexadecimal digits, renamed', 'Costs.xlsx', saveLikeExcel],
  ['LibreOffice: renamed over the document', 'Lease.odt', (p, c) => saveLikeLibreOffice(p, c, 'rename')],
  ['LibreOffice: cut off and written in place', 'Deed.odt', (p, c) => saveLikeLibreOffice(p, c, 'in place')],
  ['Acrobat: a temporary, then replaced', 'Bundle.pdf', saveLikeAcrobat],
  ['vim: 4913 probe, backup, rename', 'notes.txt', saveLikeVim],
  ['macOS safe-save: a temporary directory, then exchanged', 'Opinion.pages', saveLikeMac],
  ['Notepad: cut off and written in place', 'Attendance.txt', saveLikeNotepad],
  ['a program that writes in several bursts', 'Recording.wav', saveInBursts],
  ['GTK programs and gedit: .goutputstream, renamed', 'Letter.txt', saveLikeGlib],
];

test.each(programs)('%s: each save is one version of one document, byte for byte', async (_, name, save) => {
  const path = join(place.folder, name);
  const contents = [randomBytes(20_000), randomBytes(21_000), randomBytes(19_000)];
  for (const [index, content] of contents.entries()) {
    await save(path, content);
    await expect
      .poll(() => filedAs(place, name)[0]?.versions, eventually)
      .toEqual(contents.slice(0, index + 1).map(sha256));
    expect(readFileSync(path).equals(content)).toBe(true);
  }
  await calm(place);
  expect(filedAs(place, name)).toMatchObject([{ versions: contents.map(sha256) }]);
});

test('none of these programs leaves anything else in the service, or anything in the folder', () => {
  const names = programs.map(([, name]) => name).toSorted();
  expect(savedNames(place)).toEqual(names);
  const files = readdirSync(place.folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const left = files.map((entry) => entry.name).filter((name) => !name.startsWith('Marker '));
  expect(left.toSorted()).toEqual(names);
});

test('a document merely opened in Word is not filed again, and its owner file is listed as not filed while it is open', async () => {
  const document = await openInWord(join(place.folder, 'Witness statement.docx'));
  const before = filedAs(place, 'Witness statement.docx')[0]?.versions.length;
  await expect
    .poll(() => place.workspace.notFiled.list(place.matterId), eventually)
    .toMatchObject([{ path: '~$Witness statement.docx', why: expect.stringContaining('Office') }]);
  await document.close();
  await calm(place);
  expect(await place.workspace.notFiled.list(place.matterId)).toEqual([]);
  expect(filedAs(place, 'Witness statement.docx')[0]?.versions).toHaveLength(before ?? 0);
});

test('what Word leaves behind when it crashes (~WRL, ~WRD, ~$) is not filed, not deleted, and listed', async () => {
  const leftovers = ['~$Claim.docx', '~WRD0002.tmp', '~WRL0003.tmp'];
  for (const name of leftovers) writeFileSync(join(place.folder, name), `left ${name}`);
  writeFileSync(join(place.folder, 'Claim.docx'), 'recovered');
  await calm(place);
  expect(filedAs(place, 'Claim.docx')).toMatchObject([{ versions: [sha256('recovered')] }]);
  expect(savedNames(place).filter((name) => leftovers.includes(name))).toEqual([]);
  expect((await place.workspace.notFiled.list(place.matterId)).map((file) => file.path)).toEqual(leftovers);
  for (const name of leftovers) expect(readFileSync(join(place.folder, name), 'utf8')).toBe(`left ${name}`);
});
