import type { SignCheckpoint } from '../../main/engine/features/custody/checkpoint-keeper.ts';
import { DeviceKey } from '../../main/secrets/device-key.ts';

/** Signs as a computer does that has no place for secrets. */
export function signsInMemory(): SignCheckpoint {
  const key = new DeviceKey('', null, () => {});
  return (text, proof, tree) => key.sign(text, proof, tree);
}

/** A computer whose key is in this file, and that remembers nothing of what it signed before. */
export function signsForgetfully(file: string): SignCheckpoint {
  const cipher = {
    encrypt: async (text: string) => Buffer.from(text),
    decrypt: async (bytes: Uint8Array) => Buffer.from(bytes).toString(),
  };
  const key = new DeviceKey(file, cipher, () => {});
  return (text, proof, tree) => key.sign(text, proof, tree);
}
