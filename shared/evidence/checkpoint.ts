import { hashes, verify } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { areEqual, base64Of, fromBase64, joined, utf8 } from './bytes.ts';

// Checkpoints as C2SP tlog-checkpoint has them: signed notes (C2SP signed-note) of Ed25519 keys.

hashes.sha512 = sha512;

type Bytes = Uint8Array<ArrayBuffer>;

/** How large a log was, and the root of its tree then. */
export interface Checkpoint {
  /** Names the log: no two have the same. */
  readonly origin: string;
  readonly size: number;
  readonly root: Bytes;
}

export interface SignedCheckpoint extends Checkpoint {
  /** What is signed. */
  readonly text: string;
  readonly signature: Bytes;
  /** Tells which key it was, of those of this origin. */
  readonly keyId: Bytes;
}

const ed25519 = Uint8Array.of(1);

export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${base64Of(root)}\n`;

const keyIdOf = (name: string, publicKey: Uint8Array): Bytes =>
  new Uint8Array(sha256(joined(utf8(`${name}\n`), ed25519, publicKey)).slice(0, 4));

/** A checkpoint and its signature as they are kept and handed on. The key is named like the log. */
export function signedNote(checkpoint: Checkpoint, publicKey: Uint8Array, signature: Uint8Array): string {
  const { origin } = checkpoint;
  const signed = base64Of(joined(keyIdOf(origin, publicKey), signature));
  return `${checkpointText(checkpoint)}\n— ${origin} ${signed}\n`;
}

/** Null for what is not one exactly as `checkpointText` writes it. */
export function parseCheckpointText(text: string): Checkpoint | null {
  const [, origin, size, root] = /^([^\s+]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n$/.exec(text) ?? [];
  const rootBytes = fromBase64(root ?? '');
  if (!origin || rootBytes?.length !== 32 || !Number.isSafeInteger(Number(size))) return null;
  return { origin, size: Number(size), root: rootBytes };
}

/** Null for what is not one exactly as `signedNote` writes it. */
export function parseCheckpoint(note: string): SignedCheckpoint | null {
  const [, text = '', name, signed] =
    /^([^\n]+\n[^\n]+\n[^\n]+\n)\n— (\S+) ([A-Za-z0-9+/]+=*)\n$/.exec(note) ?? [];
  const checkpoint = parseCheckpointText(text);
  const bytes = fromBase64(signed ?? '');
  if (!checkpoint || checkpoint.origin !== name || bytes?.length !== 68) return null;
  return { ...checkpoint, text, keyId: bytes.slice(0, 4), signature: bytes.slice(4) };
}

/** True when it says that it is signed with this key. */
export const namesKey = ({ origin, keyId }: SignedCheckpoint, publicKey: Uint8Array): boolean =>
  areEqual(keyId, keyIdOf(origin, publicKey));

/** True when the holder of this key signed the checkpoint. */
export function isSignedWith(checkpoint: SignedCheckpoint, publicKey: Uint8Array): boolean {
  const { signature, text } = checkpoint;
  if (publicKey.length !== 32 || !namesKey(checkpoint, publicKey)) return false;
  try {
    // As openssl does; and with no key with which one signature is right for every text.
    return verify(signature, utf8(text), new Uint8Array(publicKey), { zip215: false });
  } catch {
    return false;
  }
}
