/** Turns text into bytes only this person's account on this computer can turn back. */
export interface Cipher {
  encrypt(text: string): Promise<Buffer>;
  decrypt(bytes: Buffer): Promise<string>;
}

/** What is used of Electron's safeStorage; its older versions have only this, synchronous half. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(bytes: Buffer): string;
  getSelectedStorageBackend?(): string;
}

/** The half to be preferred. */
interface AsyncSafeStorage {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(bytes: Buffer): Promise<{ result: string }>;
}

/**
 * The computer's own place for secrets (Keychain, DPAPI, Secret Service), or null when it has none worth the name:
 * on Linux `basic_text` is a password everybody knows. To be called after the app is ready.
 */
export async function systemCipher(
  storage: SafeStorage & Partial<AsyncSafeStorage>,
  platform: NodeJS.Platform,
): Promise<Cipher | null> {
  if (platform === 'linux') {
    const backend = storage.getSelectedStorageBackend?.();
    if (backend === undefined || backend === 'basic_text' || backend === 'unknown') return null;
  }
  if (isAsynchronous(storage)) {
    if (!(await storage.isAsyncEncryptionAvailable())) return null;
    return {
      encrypt: (text) => storage.encryptStringAsync(text),
      decrypt: async (bytes) => (await storage.decryptStringAsync(bytes)).result,
    };
  }
  if (!storage.isEncryptionAvailable()) return null;
  return {
    encrypt: async (text) => storage.encryptString(text),
    decrypt: async (bytes) => storage.decryptString(bytes),
  };
}

const isAsynchronous = (storage: SafeStorage): storage is SafeStorage & AsyncSafeStorage =>
  'isAsyncEncryptionAvailable' in storage;
