import { randomUUID } from 'node:crypto';
import {
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Cipher } from '../../../main/secrets/cipher.ts';
import { RequestKeys } from '../../../main/secrets/request-keys.ts';
import { SecretStore } from '../../../main/secrets/secret-store.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** Stands for the system's encryption: reversible, and never the plain text. */
const cipher: Cipher = {
  encrypt: async (text) => Buffer.from(text).map((byte) => byte ^ 0x5a) as Buffer,
  decrypt: async (bytes) => Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString('utf8'),
};

const folder = () => mkdtemp(path.join(tmpdir(), 'matterline-'));
const typed = { apiKey: 'the-api-key' };
/** What is kept in a file. */
const contentOf = async (file: string) => cipher.decrypt(await readFile(file));

test('secrets outlive the program, encrypted', async () => {
  const file = path.join(await folder(), 'secrets');
  const store = await SecretStore.open(file, cipher, () => {});
  expect(store.keptIn).toBe('system');
  await store.update({ typed });
  expect(await readFile(file, 'utf8')).not.toContain('the-api-key');
  expect((await SecretStore.open(file, cipher, () => {})).secrets).toEqual({ typed });
});

test.skipIf(process.platform === 'win32')('nobody else may read the file', async () => {
  const file = path.join(await folder(), 'secrets');
  await (await SecretStore.open(file, cipher, () => {})).update({ typed });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('without a safe place nothing is written', async () => {
  const directory = await folder();
  const store = await SecretStore.open(path.join(directory, 'secrets'), null, () => {});
  await store.update({ typed });
  expect(store.keptIn).toBe('memory');
  expect(store.secrets).toEqual({ typed });
  expect(await readdir(directory)).toEqual([]);
});

test('promise 5: what is kept is on disk, whole, before it takes the place of what was kept before', async () => {
  const file = path.join(await folder(), 'secrets');
  const store = await SecretStore.open(file, cipher, () => {});
  await store.update({ typed });
  await using one = await open(file);
  const handles: FileHandle = Object.getPrototypeOf(one);
  const { sync } = handles;
  const made: { readonly whole: string; readonly before: string }[] = [];
  const spy = vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    await sync.call(this);
    const { ino } = await this.stat();
    if (ino === (await stat(`${file}.new`)).ino)
      made.push({ whole: await contentOf(`${file}.new`), before: await contentOf(file) });
  });
  try {
    await store.update({ typed: { apiKey: 'the-next-key' } });
  } finally {
    spy.mockRestore();
  }
  const kept = (apiKey: string) => JSON.stringify({ typed: { apiKey } });
  expect(made).toEqual([{ whole: kept('the-next-key'), before: kept('the-api-key') }]);
  expect(await contentOf(file)).toBe(kept('the-next-key'));
});

test('a change takes effect at once, and what is undefined is forgotten', async () => {
  const store = await SecretStore.open(path.join(await folder(), 'secrets'), cipher, () => {});
  void store.update({ typed });
  expect(store.secrets).toEqual({ typed });
  await store.update({ typed: undefined });
  expect(store.secrets).toEqual({});
});

test('many changes at once leave the last one on disk', async () => {
  const file = path.join(await folder(), 'secrets');
  const store = await SecretStore.open(file, cipher, () => {});
  await Promise.all(
    Array.from({ length: 20 }, (_, count) => store.update({ typed: { apiKey: `key-${count}` } })),
  );
  expect((await SecretStore.open(file, cipher, () => {})).secrets).toEqual({ typed: { apiKey: 'key-19' } });
});

test.each(['not encrypted by us', '', '{"typed":5}'])(
  'a file that makes no sense (%s) counts as empty and is reported',
  async (text) => {
    const file = path.join(await folder(), 'secrets');
    await writeFile(file, text);
    const said: string[] = [];
    const store = await SecretStore.open(file, cipher, (message) => said.push(message));
    expect(store.secrets).toEqual({});
    expect(said).toEqual(['The kept secrets cannot be read; a new sign-in is needed.']);
  },
);

test('a file that cannot be decrypted today is there tomorrow: nothing but a sign-in or a sign-out takes its place', async () => {
  const file = path.join(await folder(), 'secrets');
  await (await SecretStore.open(file, cipher, () => {})).update({ typed, tokens });
  const locked: Cipher = { ...cipher, decrypt: () => Promise.reject(new Error('the keyring is locked')) };
  const store = await SecretStore.open(file, locked, () => {});
  expect(store.isUnread).toBe(true);
  await store.update({ proxies: {}, attempt: undefined });
  expect(store.secrets).toEqual({ proxies: {} });
  expect((await SecretStore.open(file, cipher, () => {})).secrets).toEqual({ typed, tokens });

  await store.update({ tokens: { ...tokens, refreshToken: 'another’s' } });
  expect(store.isUnread).toBe(false);
  expect((await SecretStore.open(file, cipher, () => {})).secrets.tokens?.refreshToken).toBe('another’s');
});

test.each(['signs out', 'signs in'])(
  'whoever %s while the system keeps no secrets leaves nothing that signs anybody in once it does again',
  async (what) => {
    const file = path.join(await folder(), 'secrets');
    await (await SecretStore.open(file, cipher, () => {})).update({ typed, tokens });
    const store = await SecretStore.open(file, null, () => {});
    expect(store.isUnread).toBe(true);
    await store.update({ typed });
    expect((await SecretStore.open(file, cipher, () => {})).secrets.tokens).toEqual(tokens);
    await store.update({
      tokens: what === 'signs in' ? { ...tokens, refreshToken: 'another’s' } : undefined,
    });
    expect(store.signOutNotKept.value).toBe(false);
    // What is not of the sign-in comes back, and what was set aside goes then.
    expect((await SecretStore.open(file, cipher, () => {})).secrets).toEqual({ typed });
    expect(await readdir(path.dirname(file))).toEqual(['secrets']);
  },
);

test('a store that cannot be read is set aside and never written over, and gives back its keys once it can be read', async () => {
  const file = path.join(await folder(), 'secrets');
  const kept = { typed, tokens, requestKeys: { lost: 'key', both: 'old' } };
  await (await SecretStore.open(file, cipher, () => {})).update(kept);
  const bytes = await readFile(file);
  const another: Cipher = { ...cipher, decrypt: () => Promise.reject(new Error('another keyring')) };
  for (const time of ['first', 'second']) {
    const store = await SecretStore.open(file, another, () => {});
    await store.update({ tokens: { ...tokens, refreshToken: time }, requestKeys: { both: time } });
  }
  expect((await readdir(path.dirname(file))).toSorted()).toEqual([
    'secrets',
    'secrets.set-aside-1',
    'secrets.set-aside-2',
  ]);
  expect(await readFile(`${file}.set-aside-1`)).toEqual(bytes);

  const { secrets } = await SecretStore.open(file, cipher, () => {});
  expect(secrets).toEqual({
    typed,
    tokens: { ...tokens, refreshToken: 'second' },
    requestKeys: { lost: 'key', both: 'second' },
  });
  expect(await readdir(path.dirname(file))).toEqual(['secrets']);
  expect((await SecretStore.open(file, cipher, () => {})).secrets).toEqual(secrets);
});

test('a disk that takes nothing is reported, and the program goes on', async () => {
  const said: string[] = [];
  const store = await SecretStore.open(path.join(await folder(), 'missing', 'secrets'), cipher, (message) =>
    said.push(message),
  );
  await store.update({ typed });
  expect(store.secrets).toEqual({ typed });
  expect(said).toEqual(['The secrets could not be kept on disk; they last until the program ends.']);
});

const tokens = {
  identity: 'i',
  accessToken: 'a',
  accessUntil: 1,
  accessLifetime: 1,
  refreshToken: 'r',
  signedInAt: 1,
};

test('whoever signed out while the disk took nothing is signed out after the next start too', async () => {
  const file = path.join(await folder(), 'secrets');
  const store = await SecretStore.open(file, cipher, () => {});
  await store.update({ typed, tokens });
  await mkdir(path.join(`${file}.new`, 'in the way'), { recursive: true });
  await store.update({ tokens: undefined });
  expect(store.signOutNotKept.value).toBe(false);
  expect((await SecretStore.open(file, cipher, () => {})).secrets.tokens).toBeUndefined();
  expect(store.secrets).toEqual({ typed });
});

test('a sign-out that the disk does not take in any way is told, and tried again until it does', async () => {
  const file = path.join(await folder(), 'secrets');
  const timers: (() => void)[] = [];
  const clock = {
    timer: (_ms: number, callback: () => void) => {
      timers.push(callback);
      return { cancel: () => {} };
    },
  };
  const store = await SecretStore.open(file, cipher, () => {}, clock);
  await store.update({ tokens });
  await rm(file);
  // Neither to be replaced nor to be removed.
  await mkdir(path.join(file, 'in the way'), { recursive: true });
  await store.update({ tokens: undefined });
  expect(store.signOutNotKept.value).toBe(true);
  await rm(file, { recursive: true });
  timers.at(-1)?.();
  await store.update({});
  expect(store.signOutNotKept.value).toBe(false);
  expect((await SecretStore.open(file, cipher, () => {})).secrets).toEqual({});
});

test('a key is called kept only once it is on disk', async () => {
  const directory = await folder();
  const file = path.join(directory, 'secrets');
  const store = await SecretStore.open(file, cipher, () => {}, new FakeClock());
  const keys = new RequestKeys(store, { newId: randomUUID, newKey: () => 'key' });
  await mkdir(`${file}.new`);
  const { id, keptIn } = await keys.make();
  expect([keptIn, keys.get(id)]).toEqual(['memory', 'key']);
  await rm(`${file}.new`, { recursive: true });
  expect((await keys.make()).keptIn).toBe('system');
  const inMemory = await SecretStore.open(file, null, () => {});
  expect((await new RequestKeys(inMemory, { newId: randomUUID, newKey: () => 'key' }).make()).keptIn).toBe(
    'memory',
  );
});
