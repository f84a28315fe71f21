import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { DocumentAdder } from '../../../../main/engine/features/documents/adder.ts';
import { StagingFiles } from '../../../../main/engine/features/folders/staging-files.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import { eventually, openWorkplace, sha256 } from '../../../support/workplace.ts';

test('what lies in the matter folder already is not copied into it again, nor a folder into itself', async () => {
  await using place = await openWorkplace();
  const { workspace, matterId, folder } = place;
  const inside = join(folder, 'Brief.docx');
  writeFileSync(inside, 'a brief');
  // The matter's folders are made here after it was linked.
  await expect.poll(() => readdirSync(folder), eventually).toContain('Correspondence');
  const { documents, links } = workspace.stores;
  const withoutDirectory = () => documents.folders(matterId).length - links.folders(matterId).length;
  await expect.poll(withoutDirectory, eventually).toBe(0);
  const before = readdirSync(folder);
  for (const path of [inside, folder, dirname(folder)]) {
    expect(await workspace.adder.add(matterId, null, [path])).toMatchObject({
      ok: true,
      value: [{ path, outcome: 'refused', refusal: { code: 'name-taken' } }],
    });
  }
  expect(readdirSync(folder)).toEqual(before);
});

test('a folder beside the matter folder whose name begins the same is another folder', async () => {
  await using place = await openWorkplace();
  const { workspace, matterId, folder } = place;
  mkdirSync(`${folder} old`);
  writeFileSync(join(`${folder} old`, 'Brief.docx'), 'a brief');
  expect(await workspace.adder.add(matterId, null, [`${folder} old`])).toMatchObject({
    ok: true,
    value: [{ outcome: 'added', name: 'Brief.docx' }],
  });
});

test('what a crash in the middle of adding leaves beside the documents is removed at the next start', async () => {
  await using place = await openWorkplace();
  const outside = join(place.directory, 'Brief.docx');
  writeFileSync(outside, 'a brief');
  const { files, stores, clock } = place.workspace;
  const never = new Promise<never>(() => {});
  const stagingFiles = new StagingFiles({ files, stores, clock });
  const adder = new DocumentAdder({
    ownDirectory: place.workspace.place.directory,
    files: { ...files, moveNew: () => never },
    stores,
    clock,
    stagingFiles,
    uniqueName: () => 'unfinished',
  });
  void adder.add(place.matterId, null, [outside]);
  const left = () => readdirSync(place.folder).filter((name) => name.startsWith('.matterline-'));
  await expect.poll(left, eventually).toEqual(['.matterline-unfinished']);
  await place.restartEngine();
  expect(left()).toEqual([]);
});

test('the empty file that keeps a name free where a crash ended adding is removed at the next start, and filed by nobody', async () => {
  await using place = await openWorkplace();
  const outside = join(place.directory, 'Brief.docx');
  writeFileSync(outside, 'a brief');
  const { files, stores, clock } = place.workspace;
  const adder = new DocumentAdder({
    ownDirectory: place.workspace.place.directory,
    files: {
      ...files,
      async moveNew(_from, to, reserving, reserved) {
        reserving?.();
        await files.writeNew(to, Readable.from([]));
        reserved?.((await files.facts(to))?.inode ?? '');
        return new Promise<never>(() => {});
      },
    },
    stores,
    clock,
    stagingFiles: new StagingFiles({ files, stores, clock }),
    uniqueName: () => 'unfinished',
  });
  void adder.add(place.matterId, null, [outside]);
  const left = () => readdirSync(place.folder).filter((name) => name.startsWith('Brief'));
  await expect.poll(left, eventually).toEqual(['Brief.docx']);
  await expect.poll(() => stores.matters.setting('moving'), eventually).toContain('reserved');
  await place.restartEngine();
  expect(left()).toEqual([]);
});

test('a document comes into the folder it was dropped on, also when that gets another name while the document is waited for', async () => {
  await using place = await openWorkplace();
  const { workspace, matterId, folder, directory } = place;
  const { files, stores, clock } = workspace;
  const ofCorrespondence = () => stores.links.folders(matterId).find(({ path }) => path === 'Correspondence');
  await expect.poll(ofCorrespondence, eventually).toBeDefined();
  const own = ofCorrespondence();
  if (!own) return;
  const adder = new DocumentAdder({
    ownDirectory: workspace.place.directory,
    files: {
      ...files,
      // Asked once it is known where the document goes, before it is waited for.
      isShared(path) {
        renameSync(join(folder, own.path), join(folder, 'Letters'));
        stores.links.directoriesRenamed(matterId, [
          { from: own, to: { ...own, path: 'Letters', namedFor: null } },
        ]);
        return files.isShared(path);
      },
    },
    stores,
    clock,
    stagingFiles: new StagingFiles({ files, stores, clock }),
    uniqueName: () => 'on-the-way',
  });
  const outside = join(directory, 'Brief.docx');
  writeFileSync(outside, 'a brief');
  expect(await adder.add(matterId, own.folderId, [outside])).toMatchObject({
    value: [{ outcome: 'added', name: 'Brief.docx' }],
  });
  expect(readdirSync(join(folder, 'Letters'))).toEqual(['Brief.docx']);
  expect(readdirSync(folder)).not.toContain('Correspondence');
});

/** A program that writes a document piece by piece, with pauses. */
async function write(path: string, pieces: readonly string[], pause: number): Promise<void> {
  for (const piece of pieces) {
    appendFileSync(path, piece);
    await systemClock.sleep(pause);
  }
}

test('a document that is still being written is added once it is finished, whole', async () => {
  await using place = await openWorkplace();
  const path = join(place.directory, 'Scan.pdf');
  const pieces = Array.from({ length: 20 }, (_, index) => String(index % 10).repeat(200_000));
  const written = write(path, pieces, 60);
  expect(await place.workspace.adder.add(place.matterId, null, [path])).toMatchObject({
    ok: true,
    value: [{ path, outcome: 'added', name: 'Scan.pdf' }],
  });
  await written;
  expect(readFileSync(join(place.folder, 'Scan.pdf')).byteLength).toBe(4_000_000);
  await place.allFiled(1);
  expect(place.versionsOf('Scan.pdf')).toEqual([sha256(pieces.join(''))]);
});

test('a document that somebody goes on writing is not added, and this is said; others beside it are', async () => {
  // On a shared drive, whose times prove nothing: not even for a hurried clock.
  const isShared = () => Promise.resolve(true);
  const ports = (real: EnginePorts) => ({ ...real, files: { ...real.files, isShared } });
  await using place = await openWorkplace({ speedUp: 8, ports });
  const [scan, brief] = ['Scan.pdf', 'Brief.docx'].map((name) => join(place.directory, name)) as [
    string,
    string,
  ];
  writeFileSync(brief, 'a brief');
  let isOver = false;
  const written = (async () => {
    while (!isOver) await write(scan, ['piece '], 20);
  })();
  const added = await place.workspace.adder.add(place.matterId, null, [scan, brief]);
  isOver = true;
  await written;
  expect(added).toMatchObject({
    ok: true,
    value: [
      { path: scan, outcome: 'refused', refusal: { code: 'still-written' } },
      { path: brief, outcome: 'added' },
    ],
  });
  expect(readdirSync(place.folder)).not.toContain('Scan.pdf');
});

test('a document that changes while it is copied is copied again, whole', async () => {
  await using place = await openWorkplace();
  const path = join(place.directory, 'Brief.docx');
  writeFileSync(path, 'one');
  const { files, stores, clock } = place.workspace;
  const stagingFiles = new StagingFiles({ files, stores, clock });
  let copies = 0;
  const adder = new DocumentAdder({
    ownDirectory: place.workspace.place.directory,
    files: {
      ...files,
      async writeNew(to, chunks) {
        await files.writeNew(to, chunks);
        copies += 1;
        if (copies === 1) appendFileSync(path, ' and two');
      },
    },
    stores,
    clock,
    stagingFiles,
    uniqueName: () => `copy-${copies}`,
  });
  expect(await adder.add(place.matterId, null, [path])).toMatchObject({ value: [{ outcome: 'added' }] });
  expect(copies).toBe(2);
  expect(readFileSync(join(place.folder, 'Brief.docx'), 'utf8')).toBe('one and two');
  expect(readdirSync(place.folder).filter((name) => name.startsWith('.matterline-'))).toEqual([]);
});
