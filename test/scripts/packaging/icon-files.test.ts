import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { icns, ico } from '../../../scripts/packaging/icon-files.ts';
import { projectFolder } from '../../../scripts/project-folder.ts';

const pictures = [16, 32, 256, 1024].map((size) => ({ size, png: Buffer.from(`png of ${size}`) }));

test('Windows’ icon file points at each picture of up to 256 pixels', () => {
  const file = ico(pictures);
  expect(file.readUInt16LE(4)).toBe(3);
  const found = [0, 1, 2].map((index) => {
    const entry = file.subarray(6 + 16 * index);
    const offset = entry.readUInt32LE(12);
    return [entry.readUInt8(0), file.subarray(offset, offset + entry.readUInt32LE(8)).toString()];
  });
  expect(found).toEqual([
    [16, 'png of 16'],
    [32, 'png of 32'],
    [0, 'png of 256'],
  ]);
});

test('macOS’ icon file lists each picture under its types, with lengths that add up', () => {
  const file = icns(pictures);
  expect(file.readUInt32BE(4)).toBe(file.length);
  const types: string[] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    types.push(file.toString('latin1', at, at + 4));
  }
  expect(types).toEqual(['ic11', 'ic08', 'ic13', 'ic10']);
});

test('the icons in the repository are complete', async () => {
  const build = join(projectFolder, 'build');
  expect((await readFile(join(build, 'icon.ico'))).readUInt16LE(4)).toBe(6);
  expect((await readFile(join(build, 'icon.icns'))).toString('latin1', 0, 4)).toBe('icns');
});
