import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { originMarksOn } from '../../../../main/engine/platform/origin-marks.ts';
import { restore, saved } from '../../../support/versions.ts';
import { openWorkplace, sha256 } from '../../../support/workplace.ts';

const twoFiles = () => {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-marks-'));
  const [from, to] = [join(directory, 'Mailed.docm'), join(directory, 'Copy.docm')];
  writeFileSync(from, 'a macro');
  writeFileSync(to, 'a macro');
  return { directory, from, to };
};

// Elsewhere a stream of a file is a file with a colon in its name.
test.skipIf(process.platform === 'win32')(
  'on Windows a copy gets the stream that says where the file came from, and none when there is none',
  async () => {
    const { directory, from, to } = twoFiles();
    const copy = originMarksOn('win32');
    await copy(from, to);
    expect(readdirSync(directory)).toHaveLength(2);
    const mark = '[ZoneTransfer]\r\nZoneId=3\r\nHostUrl=https://mail.example\r\n';
    writeFileSync(`${from}:Zone.Identifier`, mark);
    await copy(from, to);
    expect(readFileSync(`${to}:Zone.Identifier`, 'utf8')).toBe(mark);
    await expect(copy(from, join(directory, 'nowhere', 'x'))).resolves.toBeUndefined();
  },
);

test('on macOS a copy gets the attribute of what is in quarantine, and none when there is none', async () => {
  const { from, to } = twoFiles();
  const marks = new Map([[from, '0083;65f0a1b2;Mail;\n']]);
  const written: string[][] = [];
  const run = async (_program: string, [how, , ...rest]: readonly string[]): Promise<string> => {
    if (how === '-w') {
      written.push([...rest]);
      return '';
    }
    const mark = marks.get(rest[0] ?? '');
    if (mark === undefined) throw new Error('No such xattr: com.apple.quarantine');
    return mark;
  };
  const copy = originMarksOn('darwin', run);
  await copy(from, to);
  expect(written).toEqual([['0083;65f0a1b2;Mail;', to]]);
  await copy(to, from);
  expect(written).toHaveLength(1);
});

/** A disk on which files bear marks wherever they are moved, by their inodes. */
function marking() {
  const marked = new Set<bigint>();
  const inode = (path: string): bigint => statSync(path, { bigint: true }).ino;
  const ports = (real: EnginePorts): EnginePorts => ({
    ...real,
    files: {
      ...real.files,
      async copyOriginMark(from, to) {
        if (statSync(from, { throwIfNoEntry: false }) && marked.has(inode(from))) marked.add(inode(to));
      },
    },
  });
  return {
    ports,
    mark: (path: string) => void marked.add(inode(path)),
    isMarked: (path: string) => marked.has(inode(path)),
  };
}

test('a document that came by mail keeps its mark when it is added and when an earlier version is restored, and none appears on another', async () => {
  const { ports, mark, isMarked } = marking();
  await using place = await openWorkplace({ ports });
  const { workspace, matterId, folder, directory } = place;
  const [mailed, own] = [join(directory, 'Mailed.docm'), join(directory, 'Own.docm')];
  for (const path of [mailed, own]) writeFileSync(path, path);
  mark(mailed);
  await workspace.adder.add(matterId, null, [mailed, own]);
  expect(['Mailed.docm', 'Own.docm'].map((name) => isMarked(join(folder, name)))).toEqual([true, false]);

  await place.allFiled(2);
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  mark(path);
  expect(await restore(place, 'Brief.docx', 'one')).toEqual({ ok: true, value: 'restored' });
  expect(sha256(readFileSync(path, 'utf8'))).toBe(sha256('one'));
  expect(isMarked(path)).toBe(true);
});
