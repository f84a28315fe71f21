import {
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Disk, moveNewOn } from '../../../../main/engine/platform/move-new.ts';
import { withoutSecondNames } from '../../../support/other-disks.ts';

let directory: string;
const at = (name: string) => join(directory, name);
const text = (name: string) => readFileSync(at(name), 'utf8');
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  writeFileSync(at('Draft.docx'), 'a draft');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const failing = (code: string) => {
  throw Object.assign(new Error(code), { code });
};
const busy = () => failing('EBUSY');

/** Windows, while a program has the file open: it can get a second name, and loses none. */
const heldOnWindows: Partial<Disk> = {
  trustsLinks: false,
  unlinkSync: (path) => (text('Draft.docx') && path === at('Draft.docx') ? busy() : unlinkSync(path)),
  renameSync() {
    throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
  },
};
/** Whether names can be linked or not, the one before cannot be taken away. */
const heldOnLinux: Partial<Disk> = {
  unlinkSync: (path) => (path === at('Draft.docx') ? failing('EPERM') : unlinkSync(path)),
};

test.each([
  ['that a program has open on Windows', heldOnWindows, 'EBUSY'],
  ['whose name before cannot be taken away', heldOnLinux, 'EPERM'],
])('a file %s keeps its one name', async (_, disk, code) => {
  await expect(moveNewOn(disk)(at('Draft.docx'), at('Final.docx'))).rejects.toMatchObject({ code });
  expect(readdirSync(directory)).toEqual(['Draft.docx']);
  expect(text('Draft.docx')).toBe('a draft');
});

test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EISDIR', 'EMLINK'])(
  'where a file cannot have two names (%s) it gets another one all the same, and nothing is overwritten',
  async (code) => {
    const moveNew = moveNewOn(withoutSecondNames(code));
    const before = statSync(at('Draft.docx')).ino;
    let reserved = 0;
    await moveNew(at('Draft.docx'), at('Final.docx'), () => (reserved += 1));
    expect(readdirSync(directory)).toEqual(['Final.docx']);
    expect(statSync(at('Final.docx')).ino).toBe(before);
    expect(reserved).toBe(1);
    writeFileSync(at('Other.docx'), 'another');
    await expect(moveNew(at('Other.docx'), at('Final.docx'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(text('Final.docx')).toBe('a draft');
    expect(text('Other.docx')).toBe('another');
  },
);

test('what somebody puts at the name in the meantime stays, and the file keeps its name', async () => {
  const moveNew = moveNewOn({
    ...withoutSecondNames('EPERM'),
    renameSync(from, to) {
      // A scanner holds it for a moment, in which somebody saves under this name.
      if (text('Draft.docx') === 'a draft' && readFileSync(to, 'utf8') !== 'theirs') {
        writeFileSync(at('theirs'), 'theirs');
        renameSync(at('theirs'), to);
        throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
      }
      renameSync(from, to);
    },
  });
  await expect(moveNew(at('Draft.docx'), at('Final.docx'))).rejects.toMatchObject({ code: 'EEXIST' });
  expect(text('Final.docx')).toBe('theirs');
  expect(text('Draft.docx')).toBe('a draft');
});

test('a file with two names in one directory is not renamed from one to the other', async () => {
  linkSync(at('Draft.docx'), at('DRAFT.docx'));
  for (const moveNew of [moveNewOn(), moveNewOn(withoutSecondNames('EPERM'))])
    await expect(moveNew(at('Draft.docx'), at('DRAFT.docx'))).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readdirSync(directory).toSorted()).toEqual(['DRAFT.docx', 'Draft.docx']);
});

/** A program saves as Word, vim and LibreOffice do: a new file takes the document's name. */
function savesAnew(path: string): void {
  writeFileSync(at('~WRD0001.tmp'), 'an hour of work');
  renameSync(at('~WRD0001.tmp'), path);
}

test('what a program saves by a new file while the document gets another name is not destroyed, and has the document’s name', async () => {
  const moveNew = moveNewOn({
    async link(from, to) {
      linkSync(from, to);
      savesAnew(from);
    },
  });
  await expect(moveNew(at('Draft.docx'), at('Final.docx'))).rejects.toMatchObject({ code: 'EBUSY' });
  expect(readdirSync(directory)).toEqual(['Draft.docx']);
  expect(text('Draft.docx')).toBe('an hour of work');
});

test('what a program saves by a new file under the name that a document is about to get is not destroyed, and nothing of the document', async () => {
  const moveNew = moveNewOn({
    async link(from, to) {
      linkSync(from, to);
      savesAnew(to);
    },
  });
  await expect(moveNew(at('Draft.docx'), at('Final.docx'))).rejects.toMatchObject({ code: 'EEXIST' });
  expect(text('Final.docx')).toBe('an hour of work');
  expect(text('Draft.docx')).toBe('a draft');
});
