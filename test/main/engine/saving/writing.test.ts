import { randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { eventually, sha256, sha256OfFile, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, openDesk, problemsOf, rowOf } from './desk.ts';

/** Paths that the system refuses to read, with its code. */
const refused = new Map<string, string>();

function refuse(path: string): void {
  const code = refused.get(path);
  if (code) throw Object.assign(new Error(code), { code });
}

const withRefusals = (ports: EnginePorts): EnginePorts => ({
  ...ports,
  files: {
    ...ports.files,
    read: (path, part) => {
      refuse(path);
      return ports.files.read(path, part);
    },
    readSmall: async (path, most, start) => {
      refuse(path);
      return ports.files.readSmall(path, most, start);
    },
  },
});

let place: Workplace;
beforeAll(async () => {
  place = await openDesk({ ports: withRefusals });
});
afterAll(() => place[Symbol.asyncDispose]());

const at = (name: string): string => join(place.folder, name);
const versions = (name: string): string[] | undefined => filedAs(place, name)[0]?.versions;

/** Files a first version, and waits for it. */
async function filed(name: string, content: string | Uint8Array): Promise<string> {
  writeFileSync(at(name), content);
  await expect.poll(() => versions(name), eventually).toEqual([sha256(content)]);
  return at(name);
}

/** The document has exactly these versions, also after everything that was seen has been filed. */
async function expectVersions(name: string, contents: readonly (string | Uint8Array)[]): Promise<void> {
  await expect.poll(() => versions(name), eventually).toEqual(contents.map(sha256));
  await calm(place);
  expect(filedAs(place, name)).toMatchObject([{ versions: contents.map(sha256) }]);
}

test.each(['EBUSY', 'EPERM', 'EACCES'])(
  'an antivirus program that holds a file for two seconds (%s) delays its version, and nothing else',
  async (code) => {
    const name = `Held ${code}.docx`;
    const path = await filed(name, 'before');
    refused.set(path, code);
    writeFileSync(path, 'after');
    await expect
      .poll(() => problemsOf(place), eventually)
      .toMatchObject([{ subject: name, why: expect.stringContaining(code) }]);
    await filed(`Beside ${code}.docx`, 'not held');
    await sleep(1000);
    refused.delete(path);
    await expectVersions(name, ['before', 'after']);
    expect(problemsOf(place)).toEqual([]);
  },
);

test('a file without read permission is a problem in words, and filed once it may be read', async () => {
  const path = at('Sealed.pdf');
  refused.set(path, 'EACCES');
  writeFileSync(path, 'sealed');
  await expect
    .poll(() => problemsOf(place), eventually)
    .toMatchObject([
      {
        subject: 'Sealed.pdf',
        what: '“Sealed.pdf” cannot be read',
        next: expect.stringContaining('permission'),
      },
    ]);
  refused.delete(path);
  await expectVersions('Sealed.pdf', ['sealed']);
});

test('a file copied in with the time of years ago is a document like any other', async () => {
  const outside = join(place.directory, 'Old.pdf');
  writeFileSync(outside, 'from the archive');
  copyFileSync(outside, at('Old.pdf'));
  utimesSync(at('Old.pdf'), new Date('2001-01-01'), new Date('2001-01-01'));
  await expectVersions('Old.pdf', ['from the archive']);
  expect(statSync(at('Old.pdf')).mtime.getFullYear()).toBeLessThan(2002);
});

test('new content under an old time of the same size is a new version', async () => {
  const path = await filed('Same time.docx', 'content A');
  const { atime, mtime } = statSync(path);
  writeFileSync(path, 'content B');
  utimesSync(path, atime, mtime);
  await expectVersions('Same time.docx', ['content A', 'content B']);
  expect(statSync(path).mtime).toEqual(mtime);
});

test('a file cut to nothing whose content comes later is never filed empty', async () => {
  const path = await filed('Cut.docx', 'before');
  truncateSync(path, 0);
  await sleep(900);
  writeFileSync(path, 'after');
  await expectVersions('Cut.docx', ['before', 'after']);
  expect(versions('Cut.docx')).not.toContain(sha256(''));
});

test('a sparse file is filed with its holes as the zeros they stand for', async () => {
  const path = at('Disk image.bin');
  const handle = openSync(path, 'w');
  ftruncateSync(handle, 6_000_000);
  writeSync(handle, 'end', 5_999_000);
  closeSync(handle);
  expect(statSync(path).blocks * 512).toBeLessThan(1_000_000);
  await expectVersions('Disk image.bin', [readFileSync(path)]);
});

test('a save while the save before it is being sent is a version of its own, after it', async () => {
  const first = randomBytes(200_000);
  const remove = place.service.faults.add({ route: 'storage.put', kind: 'latency', ms: 1500 });
  writeFileSync(at('Long.pdf'), first);
  await expect.poll(() => rowOf(place, 'Long.pdf')?.state, eventually).toBe('sending');
  writeFileSync(at('Long.pdf'), 'second');
  await expectVersions('Long.pdf', [first, 'second']);
  remove();
});

test('a copy of a filed document is a document of its own, and the original stays what it was', async () => {
  const path = await filed('Precedent.docx', 'precedent');
  copyFileSync(path, at('Precedent for Hale.docx'));
  await expectVersions('Precedent for Hale.docx', ['precedent']);
  const [original] = filedAs(place, 'Precedent.docx');
  const [copy] = filedAs(place, 'Precedent for Hale.docx');
  expect(original?.fileId).not.toBe(copy?.fileId);
  writeFileSync(at('Precedent for Hale.docx'), 'for Hale');
  await expectVersions('Precedent for Hale.docx', ['precedent', 'for Hale']);
  expect(filedAs(place, 'Precedent.docx')).toMatchObject([{ versions: [sha256('precedent')] }]);
});

test('a copy made while the original is being saved does not become the original', async () => {
  const path = await filed('Template.docx', 'template');
  // Programs take a document away for a moment while they save it: here for as long as the copy needs to settle.
  const { renameSync } = await import('node:fs');
  copyFileSync(path, at('Letter from template.docx'));
  await sleep(150);
  renameSync(path, at('~WRL0001.tmp'));
  await sleep(350);
  writeFileSync(path, 'template, improved');
  await expectVersions('Template.docx', ['template', 'template, improved']);
  await expectVersions('Letter from template.docx', ['template']);
  expect(sha256OfFile(at('~WRL0001.tmp'))).toBe(sha256('template'));
});

test('a save while the folder is read for the first time is filed as it is in the end', async () => {
  await using other = await openDesk({
    ports: (ports) => ({
      ...ports,
      watchTree: (root, handlers) =>
        ports.watchTree(root, {
          ...handlers,
          onPath(path, seen) {
            if (path.endsWith('Seven.docx') && readFileSync(path, 'utf8') === 'before')
              writeFileSync(path, 'during');
            handlers.onPath(path, seen);
          },
        }),
    }),
  });
  await other.engine.stop();
  for (let count = 0; count < 30; count += 1)
    writeFileSync(join(other.folder, `File ${count}.txt`), `${count}`);
  writeFileSync(join(other.folder, 'Seven.docx'), 'before');
  await other.restartEngine();
  await expect.poll(() => filedAs(other, 'Seven.docx')[0]?.versions, eventually).toEqual([sha256('during')]);
});
