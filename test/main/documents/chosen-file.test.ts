import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ChosenFile } from '../../../main/documents/chosen-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matterline-chosen-'));
  mkdirSync(join(folder, 'bin'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
const write = (name: string, text: string) => writeFileSync(at(name), text);
const read = (name: string) => readFileSync(at(name), 'utf8');
const toWastebasket = async (path: string) => renameSync(path, join(folder, 'bin', basename(path)));
const noWastebasket = async () => {
  throw new Error('there is none');
};

test('what the person agreed to have replaced is in the wastebasket, and the new file has its name', async () => {
  write('Letter.docx', 'old');
  const chosen = await ChosenFile.at(at('Letter.docx'), toWastebasket);
  write('Letter (2).docx', 'new');
  expect(await chosen.takes(at('Letter (2).docx'))).toBe(at('Letter.docx'));
  expect([read('Letter.docx'), read('bin/Letter.docx')]).toEqual(['new', 'old']);
  expect(readdirSync(folder).sort()).toEqual(['Letter.docx', 'bin']);
});

test('what came or changed after the person agreed is not replaced', async () => {
  write('Letter.docx', 'old');
  const agreed = await ChosenFile.at(at('Letter.docx'), toWastebasket);
  const free = await ChosenFile.at(at('Brief.docx'), toWastebasket);
  write('Letter.docx', 'saved again');
  write('Brief.docx', 'somebody else’s');
  write('new.docx', 'new');
  expect(await agreed.takes(at('new.docx'))).toBe(at('new.docx'));
  expect(await free.takes(at('new.docx'))).toBe(at('new.docx'));
  expect([read('Letter.docx'), read('Brief.docx'), read('new.docx')]).toEqual([
    'saved again',
    'somebody else’s',
    'new',
  ]);
});

test('without a wastebasket both stay', async () => {
  write('Letter.docx', 'old');
  const chosen = await ChosenFile.at(at('Letter.docx'), noWastebasket);
  write('Letter (2).docx', 'new');
  expect(await chosen.takes(at('Letter (2).docx'))).toBe(at('Letter (2).docx'));
  expect([read('Letter.docx'), read('Letter (2).docx')]).toEqual(['old', 'new']);
});

test('a directory, a link, and a file of another kind are not replaced', async () => {
  mkdirSync(at('Directory.docx'));
  write('elsewhere', 'old');
  symlinkSync(at('elsewhere'), at('Link.docx'));
  write('Letter.docx', 'old');
  write('new.pdf', 'new');
  for (const name of ['Directory.docx', 'Link.docx', 'Letter.docx'])
    expect(await (await ChosenFile.at(at(name), toWastebasket)).takes(at('new.pdf'))).toBe(at('new.pdf'));
  write('new.docx', 'new');
  for (const name of ['Directory.docx', 'Link.docx'])
    expect(await (await ChosenFile.at(at(name), toWastebasket)).takes(at('new.docx'))).toBe(at('new.docx'));
  expect(readdirSync(at('bin'))).toEqual([]);
});
