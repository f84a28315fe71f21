import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../../support/workplace.ts';
import { bytesOf, smallContent, smallVault } from './small-vault.ts';

const sizes = [0, 1, smallContent - 1, smallContent, smallContent + 1, 300_000];

test('what is captured is kept byte for byte, whatever its size, also after the program ended', async () => {
  using place = await smallVault();
  const contents = sizes.map((size) => randomBytes(size));
  for (const [index, content] of contents.entries()) {
    const captured = await place.vault.capture(place.document(`${index}.docx`, content));
    expect(captured).toMatchObject({ ok: true, value: { sha256: sha256(content) } });
    place.save(`${index}.docx`, sha256(content), content.length);
  }
  const { vault } = await place.reopen();
  for (const content of contents) expect(await bytesOf(vault.read(sha256(content)))).toEqual(content);
});

test('the same content is kept once', async () => {
  using place = await smallVault();
  const content = randomBytes(500);
  const paths = ['one', 'two', 'three'].map((name) => place.document(name, content));
  await Promise.all(paths.map((path) => place.vault.capture(path)));
  await place.vault.capture(place.document('four', content));
  const [pack] = readdirSync(join(place.directory, 'vault', 'packs'));
  expect(statSync(join(place.directory, 'vault', 'packs', pack ?? '')).size).toBe(500);
});

test('a file with holes is kept as it reads', async () => {
  using place = await smallVault();
  const path = place.document('Scan.tif', 'begin');
  truncateSync(path, 5_000_000);
  appendFileSync(path, 'end');
  const captured = await place.vault.capture(path);
  expect(captured).toMatchObject({ ok: true, value: { sha256: sha256(readFileSync(path)) } });
});

test.each([500, 5000])(
  'a file of %i bytes that is written to while it is read is not taken',
  async (size) => {
    let change = () => {};
    using place = await smallVault((files) => ({
      readSmall: async (path, most) => {
        const bytes = await files.readSmall(path, most);
        change();
        return bytes;
      },
      clone: async (from, to) => {
        copyFileSync(from, to);
        change();
        return true;
      },
    }));
    const path = place.document('Brief.docx', randomBytes(size));
    change = () => writeFileSync(path, randomBytes(size));
    expect(await place.vault.capture(path)).toEqual({ ok: false, error: { kind: 'changing' } });
    change = () => {
      const other = place.document('other', randomBytes(size));
      renameSync(other, path);
    };
    expect(await place.vault.capture(path)).toEqual({ ok: false, error: { kind: 'changing' } });
    change = () => {};
    expect(await place.vault.capture(path)).toMatchObject({ ok: true });
  },
);

test('a file that is not what it was when it was looked at is settled again', async () => {
  using place = await smallVault();
  const path = place.document('Brief.docx', 'before');
  const before = await place.vault.capture(path);
  if (!before.ok) throw new Error(before.error.kind);
  writeFileSync(path, 'after it');
  expect(await place.vault.capture(path, before.value.facts)).toEqual({
    ok: false,
    error: { kind: 'changing' },
  });
});

test('links, folders and what is gone are not captured', async () => {
  using place = await smallVault();
  const path = place.document('Brief.docx', 'content');
  symlinkSync(path, join(place.folder, 'link'));
  mkdirSync(join(place.folder, 'folder'));
  for (const name of ['link', 'folder', 'nothing']) {
    expect(await place.vault.capture(join(place.folder, name))).toEqual({
      ok: false,
      error: { kind: 'gone' },
    });
  }
});

test('many small saves wait for the disk together', async () => {
  let syncs = 0;
  using place = await smallVault((files) => ({
    sync: (path) => {
      syncs += 1;
      return files.sync(path);
    },
  }));
  syncs = 0;
  const paths = Array.from({ length: 500 }, (_, index) => place.document(`${index}.txt`, `text ${index}`));
  const captured = await Promise.all(paths.map((path) => place.vault.capture(path)));
  expect(captured.every((one) => one.ok)).toBe(true);
  expect(syncs).toBeLessThan(paths.length / 4);
});

test('no capture ends before the disk has its bytes and the name of its file', async () => {
  const unsafe = new Set<string>();
  using place = await smallVault((files) => ({
    writeNew: async (path, chunks) => {
      unsafe.add(path).add(join(path, '..'));
      return files.writeNew(path, chunks);
    },
    append: async (path, bytes) => {
      unsafe.add(path);
      return files.append(path, bytes);
    },
    replace: async (from, to) => {
      if (unsafe.delete(from)) unsafe.add(to);
      unsafe.delete(join(from, '..'));
      unsafe.add(join(to, '..'));
      return files.replace(from, to);
    },
    sync: async (path) => {
      await files.sync(path);
      unsafe.delete(path);
    },
  }));
  for (const size of [...sizes, ...sizes]) {
    const captured = await place.vault.capture(place.document('Brief.docx', randomBytes(size)));
    expect(captured.ok).toBe(true);
    expect([...unsafe]).toEqual([]);
  }
});

test('a full disk is said, loses nothing kept before, and is forgotten once there is room', async () => {
  let full = false;
  using place = await smallVault((files) => ({
    append: async (path, bytes) => {
      if (!full) return files.append(path, bytes);
      await files.append(path, bytes.subarray(0, bytes.length / 2));
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    },
    writeNew: async (path, chunks) => {
      if (!full) return files.writeNew(path, chunks);
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    },
  }));
  const kept = ['one', 'two', 'three'];
  const capture = (content: string) => place.vault.capture(place.document('Brief.docx', content));
  expect(await capture('one')).toMatchObject({ ok: true });
  full = true;
  for (const content of ['two', 'x'.repeat(5000)]) {
    expect(await capture(content)).toEqual({ ok: false, error: { kind: 'vault-failed', code: 'ENOSPC' } });
  }
  full = false;
  for (const content of ['two', 'three']) expect(await capture(content)).toMatchObject({ ok: true });
  for (const content of kept) {
    expect((await bytesOf(place.vault.read(sha256(content)))).toString()).toBe(content);
  }
  expect(readdirSync(join(place.directory, 'vault', 'unfinished'))).toEqual([]);
});

test('where the file system can share content, it is shared first and read from there', async () => {
  const read: string[] = [];
  using place = await smallVault((files) => ({
    clone: async (from, to) => {
      copyFileSync(from, to);
      return true;
    },
    read: (path, part) => {
      read.push(path);
      return files.read(path, part);
    },
  }));
  const content = randomBytes(100_000);
  const path = place.document('Bundle.pdf', content);
  expect(await place.vault.capture(path)).toMatchObject({ ok: true, value: { sha256: sha256(content) } });
  expect(read).not.toContain(path);
  expect(await bytesOf(place.vault.read(sha256(content)))).toEqual(content);
});

test.each([500, 300_000])(
  'damaged bytes (%i) are never handed out whole, and a new save repairs them',
  async (size) => {
    using place = await smallVault();
    const content = randomBytes(size);
    const path = place.document('Brief.docx', content);
    await place.vault.capture(path);
    const kept = place.stores.contents.get(sha256(content));
    if (!kept) throw new Error('not kept');
    const file = place.vault.pathOf(kept);
    const bytes = readFileSync(file);
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    let handedOut = 0;
    const reading = (async () => {
      for await (const chunk of place.vault.read(sha256(content))) handedOut += chunk.length;
    })();
    await expect(reading).rejects.toMatchObject({ code: 'DAMAGED' });
    expect(handedOut).toBeLessThan(size);
    expect(await place.vault.has(sha256(content))).toBe(false);
    expect(await place.vault.capture(path)).toMatchObject({ ok: true });
    expect(await bytesOf(place.vault.read(sha256(content)))).toEqual(content);
  },
);

test('what a crash left in the vault is removed; what a save needs, and what a lost list no longer names, is not', async () => {
  using place = await smallVault();
  const vault = join(place.directory, 'vault');
  const large = (name: string) => {
    const content = randomBytes(2000);
    const hash = sha256(content);
    mkdirSync(join(vault, hash.slice(0, 2)), { recursive: true });
    writeFileSync(join(vault, hash.slice(0, 2), hash), content);
    return { name, hash, path: join(vault, hash.slice(0, 2), hash) };
  };
  const lost = large('nobody knows it');
  await place.reopen();
  expect(existsSync(lost.path)).toBe(true);

  await place.vault.capture(place.document('Brief.docx', 'content'));
  place.save('Brief.docx', sha256('content'), 7);
  await place.vault.capture(place.document('Never registered.docx', 'never registered'));
  const needed = large('its save waits');
  place.save('Needed.docx', needed.hash, 2000);
  writeFileSync(join(vault, 'packs', 'begun'), 'half');
  writeFileSync(join(vault, 'unfinished', 'copy'), 'half');
  const { vault: reopened } = await place.reopen();
  expect(existsSync(lost.path)).toBe(false);
  expect(readdirSync(join(vault, 'unfinished'))).toEqual([]);
  expect(readdirSync(join(vault, 'packs'))).toHaveLength(1);
  expect(await reopened.has(needed.hash)).toBe(true);
  expect(await reopened.has(sha256('content'))).toBe(true);
  expect(await reopened.has(sha256('never registered'))).toBe(false);
});

test('a big file that changes after it was copied, and before it was quiet for long enough, is read again', async () => {
  const copied = Promise.withResolvers<void>();
  using place = await smallVault((files) => ({
    async sync(path) {
      await files.sync(path);
      if (path.includes('unfinished')) copied.resolve();
    },
  }));
  const path = place.document('Recording.mp4', randomBytes(200_000));
  const quiet = Promise.withResolvers<void>();
  const capturing = place.vault.capture(path, undefined, quiet.promise);
  await copied.promise;
  appendFileSync(path, 'more');
  quiet.resolve();
  expect(await capturing).toEqual({ ok: false, error: { kind: 'changing' } });
});

test('a directory of the vault whose name the disk did not take at first is asked about again before anything in it counts', async () => {
  let fails = false;
  const synced: string[] = [];
  using place = await smallVault((files) => ({
    async sync(path) {
      if (fails && basename(path) === 'vault') throw Object.assign(new Error('EIO'), { code: 'EIO' });
      synced.push(basename(path));
      await files.sync(path);
    },
  }));
  fails = true;
  const path = place.document('Brief.docx', 'large '.repeat(1000));
  expect(await place.vault.capture(path)).toEqual({
    ok: false,
    error: { kind: 'vault-failed', code: 'EIO' },
  });
  fails = false;
  synced.length = 0;
  expect((await place.vault.capture(path)).ok).toBe(true);
  expect(synced).toContain('vault');
});
