import { expect, test } from 'vitest';
import { type SafeStorage, systemCipher } from '../../../main/secrets/cipher.ts';

const old: SafeStorage = {
  isEncryptionAvailable: () => true,
  encryptString: (text) => Buffer.from(`old:${text}`),
  decryptString: (bytes) => bytes.toString().slice(4),
  getSelectedStorageBackend: () => 'gnome_libsecret',
};

const modern = {
  ...old,
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text: string) => Buffer.from(`new:${text}`),
  decryptStringAsync: async (bytes: Buffer) => ({ result: bytes.toString().slice(4) }),
};

const written = async (storage: Parameters<typeof systemCipher>[0], platform: NodeJS.Platform) =>
  (await (await systemCipher(storage, platform))?.encrypt('x'))?.toString() ?? null;

test('the asynchronous methods are used where the system has them', async () => {
  expect(await written(modern, 'darwin')).toBe('new:x');
  expect(await written(old, 'darwin')).toBe('old:x');
});

test.each(['basic_text', 'unknown'])('on Linux %s is no safe place', async (backend) => {
  expect(await written({ ...modern, getSelectedStorageBackend: () => backend }, 'linux')).toBe(null);
  expect(await written({ ...old, getSelectedStorageBackend: () => backend }, 'linux')).toBe(null);
});

test('a Secret Service is', async () => {
  expect(await written(modern, 'linux')).toBe('new:x');
});

test('no encryption, no safe place', async () => {
  expect(await written({ ...old, isEncryptionAvailable: () => false }, 'win32')).toBe(null);
  expect(await written({ ...modern, isAsyncEncryptionAvailable: async () => false }, 'win32')).toBe(null);
});

test('what was encrypted can be decrypted', async () => {
  const cipher = await systemCipher(modern, 'win32');
  expect(await cipher?.decrypt(await cipher.encrypt('secret'))).toBe('secret');
});
