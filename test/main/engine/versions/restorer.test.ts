import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import {
  documentsIn,
  fileIdOf,
  filesIn,
  restore,
  restoreWith,
  saved,
  versionWith,
} from '../../../support/versions.ts';
import { openWorkplace, sha256 } from '../../../support/workplace.ts';

test('restoring captures what is there first, and what was restored is filed as the newest version', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  chmodSync(path, 0o640);
  // Not captured yet when the person restores.
  writeFileSync(path, 'three');
  expect(await restore(place, 'Brief.docx', 'one')).toEqual({ ok: true, value: 'restored' });
  expect(readFileSync(path, 'utf8')).toBe('one');
  expect(statSync(path).mode & 0o777).toBe(0o640);
  await place.allFiled(4);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two', 'three', 'one'].map(sha256));
  expect(documentsIn(place.folder)).toEqual(['Brief.docx']);
});

test('a save that was read and waits to be registered is a version before the one that restoring captures', async () => {
  await using place = await openWorkplace({
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        async sync(path) {
          await ports.files.sync(path);
          // Commits that take long are gathered for as long.
          if (path.endsWith('-wal')) await new Promise((resolve) => setTimeout(resolve, 500));
        },
      },
    }),
  });
  const { stores } = place.workspace;
  const isCaptured = (text: string) =>
    vi.waitUntil(() => stores.contents.isListed(sha256(text)), { timeout: 30_000, interval: 2 });
  const path = await saved(place, 'Brief.docx', 'one');
  writeFileSync(join(place.folder, 'Other.docx'), 'another');
  await isCaptured('another');
  writeFileSync(path, 'two');
  await isCaptured('two');
  writeFileSync(path, 'three');
  expect(await restore(place, 'Brief.docx', 'one')).toEqual({ ok: true, value: 'restored' });
  await place.allFiled(5);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two', 'three', 'one'].map(sha256));
}, 60_000);

test('what somebody is writing just then is captured whole before it is replaced', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const pieces = Array.from({ length: 12 }, (_, index) => `piece ${index} `);
  writeFileSync(path, '');
  const written = (async () => {
    for (const piece of pieces) {
      appendFileSync(path, piece);
      await systemClock.sleep(80);
    }
  })();
  expect(await restore(place, 'Brief.docx', 'one')).toMatchObject({ ok: true });
  await written;
  await place.allFiled(4);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two', pieces.join(''), 'one'].map(sha256));
});

test('on a disk that counts in two seconds, a document is captured once a later write would show', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const coarse = (nanoseconds: string) =>
    `${Math.floor(Number(BigInt(nanoseconds) / 2_000_000_000n)) * 2}000000000`;
  const onFat: typeof systemFiles.facts = async (asked) => {
    const facts = await systemFiles.facts(asked);
    return facts && { ...facts, changed: coarse(facts.changed), modified: coarse(facts.modified) };
  };
  const capture = vi.spyOn(place.workspace.vault, 'capture');
  let captureAt = 0;
  capture.mockImplementationOnce(async () => {
    captureAt = Date.now();
    return { ok: false, error: { kind: 'changing' } };
  });
  await place.workspace.watches.stop();
  writeFileSync(path, 'three');
  await restoreWith(place, { facts: onFat }, 'Brief.docx', 'one');
  const tickBegan = Number(BigInt(coarse(String(statSync(path, { bigint: true }).ctimeNs))) / 1_000_000n);
  expect(captureAt).toBeGreaterThanOrEqual(tickBegan + 2_000);
});

test('the custody log says which version was put back', async () => {
  await using place = await openWorkplace();
  await saved(place, 'Brief.docx', 'one', 'two');
  expect(await restore(place, 'Brief.docx', 'one')).toMatchObject({ ok: true });
  const restored = place.workspace.stores.database
    .prepare("SELECT sha256, size, name FROM custody WHERE kind = 'restored' AND file_id = ?")
    .all(fileIdOf(place, 'Brief.docx'));
  expect(restored).toEqual([expect.objectContaining({ sha256: sha256('one'), size: 3, name: 'Brief.docx' })]);
});

test('restoring what is there already changes nothing', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one');
  const before = statSync(path, { bigint: true });
  expect(await restore(place, 'Brief.docx', 'one')).toEqual({ ok: true, value: 'same' });
  expect(statSync(path, { bigint: true })).toMatchObject({ ino: before.ino, mtimeNs: before.mtimeNs });
});

test('a document that a program has open is not restored', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Contract.docx', 'one', 'two');
  for (const owner of ['~$ntract.docx', '~$Contract.docx', '.~lock.Contract.docx#']) {
    writeFileSync(join(place.folder, owner), 'owner');
    const refused = await restore(place, 'Contract.docx', 'one');
    expect(refused).toMatchObject({ ok: false, error: { code: 'document-in-use' } });
    rmSync(join(place.folder, owner));
  }
  expect(readFileSync(path, 'utf8')).toBe('two');
  expect(await restore(place, 'Contract.docx', 'one')).toMatchObject({ ok: true });
});

test('promise 3: a document that a program opens while a version is being written beside it is not replaced', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const opened = async (synced: string) => {
    await systemFiles.sync(synced);
    if (basename(synced).startsWith('.matterline-'))
      writeFileSync(join(place.folder, '~$Brief.docx'), 'owner');
  };
  const refused = await restoreWith(place, { sync: opened }, 'Brief.docx', 'one');
  expect(refused).toMatchObject({ ok: false, error: { code: 'document-in-use' } });
  expect(readFileSync(path, 'utf8')).toBe('two');
  expect(documentsIn(place.folder).toSorted()).toEqual(['Brief.docx', '~$Brief.docx']);
});

// Elsewhere the system does not say who has a file open.
test.runIf(process.platform === 'linux')(
  'promise 3: a document that the system knows a program to have open to write is not restored, without an owner file too',
  async () => {
    await using place = await openWorkplace();
    const path = await saved(place, 'Brief.txt', 'one', 'two');
    const fd = openSync(path, 'r+');
    const program = spawn('sleep', ['60'], { stdio: [fd, 'ignore', 'ignore'] });
    closeSync(fd);
    try {
      await expect.poll(() => place.workspace.files.isOpen(path, 'to-write')).toBe(true);
      const refused = await restore(place, 'Brief.txt', 'one');
      expect(refused).toMatchObject({ ok: false, error: { code: 'document-in-use' } });
      expect(readFileSync(path, 'utf8')).toBe('two');
    } finally {
      const ended = once(program, 'exit');
      program.kill();
      await ended;
    }
    expect(await restore(place, 'Brief.txt', 'one')).toMatchObject({ ok: true });
  },
);

test('a save that comes while a version is being restored is neither overwritten nor lost', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  // At each step: in place, or through another file as most programs do.
  for (const [index, save] of [
    () => writeFileSync(path, 'three'),
    () => {
      writeFileSync(join(place.directory, 'fresh'), 'four');
      renameSync(join(place.directory, 'fresh'), path);
    },
  ].entries()) {
    const refused = await restoreWith(
      place,
      {
        sync: async (synced) => {
          await systemFiles.sync(synced);
          if (basename(synced).startsWith('.matterline-')) save();
        },
      },
      'Brief.docx',
      'one',
    );
    expect(refused).toMatchObject({ ok: false, error: { code: 'document-changed' } });
    expect(readFileSync(path, 'utf8')).toBe(['three', 'four'][index]);
    await place.allFiled(3 + index);
  }
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two', 'three', 'four'].map(sha256));
  expect(filesIn(place.folder)).toEqual(['Brief.docx']);
});

test('nothing is overwritten when what is there cannot be kept, or the version cannot be written', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const full = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  vi.spyOn(place.workspace.vault, 'capture').mockResolvedValueOnce({
    ok: false,
    error: { kind: 'vault-failed', code: 'ENOSPC' },
  });
  for (const change of [{}, { writeNew: full }, { sync: full }, { replaceExact: full }]) {
    expect(await restoreWith(place, change, 'Brief.docx', 'one')).toMatchObject({
      ok: false,
      error: { why: 'The disk is full.' },
    });
    expect(readFileSync(path, 'utf8')).toBe('two');
    expect(filesIn(place.folder)).toEqual(['Brief.docx']);
  }
});

test('nothing is restored into a matter folder that is not there', async () => {
  await using place = await openWorkplace();
  await saved(place, 'Brief.docx', 'one', 'two');
  renameSync(place.folder, join(place.directory, 'unplugged'));
  expect(await restore(place, 'Brief.docx', 'one')).toMatchObject({
    ok: false,
    error: { code: 'folder-missing' },
  });
  expect(existsSync(place.folder)).toBe(false);
});

test('versions of other documents, of history alone and made-up ones are refused', async () => {
  await using place = await openWorkplace();
  await saved(place, 'Brief.docx', 'one');
  await saved(place, 'Other.docx', 'other');
  const { restorer } = place.workspace;
  const other = versionWith(place, 'Other.docx', 'other');
  for (const id of [other, 'entry:1', 'save:', 'save:999', '../../etc/passwd']) {
    expect(await restorer.restore(place.matterId, fileIdOf(place, 'Brief.docx'), id)).toMatchObject({
      ok: false,
      error: { code: 'version-not-here' },
    });
  }
});
