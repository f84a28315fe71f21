import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Cipher } from './cipher.ts';
import { SignedCheckpoints } from './signed-checkpoints.ts';

export interface Signed {
  /** Raw bytes in base64: 32 of an Ed25519 key, 64 of a signature. */
  readonly publicKey: string;
  readonly signature: string;
  /** False for a key that is gone when the program ends: this computer has no place for secrets, or it did not give the key out. */
  readonly lasting: boolean;
}

/** What was signed of the log last, as a signed note: what is to be signed was not shown to go on from it. */
export interface SignedBefore {
  readonly known: string;
}

interface LogPlace {
  readonly place: string;
  readonly after: string | null;
}

/** A checkpoint of a custody log, as C2SP tlog-checkpoint has them, of this program: nothing else is ever signed. */
const checkpoint = /^matterline\/[^\s+]+\n\d{1,16}\n[A-Za-z0-9+/]{43}=\n$/;

interface Key {
  readonly privateKey: KeyObject;
  readonly lasting: boolean;
}

/**
 * The key with which this computer signs checkpoints of its custody logs. It never leaves main. It signs a log only where that
 * goes on from what was signed of it last, as a C2SP tlog-witness does: no two views of one log are ever signed.
 */
export class DeviceKey {
  readonly #file: string;
  readonly #cipher: Cipher | null;
  readonly #log: (message: string) => void;
  readonly #signed: SignedCheckpoints;
  #key: Promise<Key> | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  /**
   * @param file where the key is kept, encrypted; it is read or made with the first signature
   * @param signed what was signed of each log last; known until the program ends, unless given
   */
  constructor(
    file: string,
    cipher: Cipher | null,
    log: (message: string) => void,
    signed = new SignedCheckpoints(null, log),
  ) {
    this.#file = file;
    this.#cipher = cipher;
    this.#log = log;
    this.#signed = signed;
  }

  /**
   * Null for what is no checkpoint, and where the disk does not keep what is signed.
   * @param proof that it adds to what was signed last: hashes of 32 bytes in base64, one after the other (RFC 6962, 2.1.2)
   * @param tree where the log lies, and the signed note that it begins with; null for a log that lies nowhere
   */
  sign(text: string, proof: string, tree: LogPlace | null = null): Promise<Signed | SignedBefore | null> {
    if (!checkpoint.test(text)) return Promise.resolve(null);
    const signed = this.#turn.then(() => this.#signNext(text, proof, tree));
    this.#turn = signed.catch(() => {});
    return signed.catch(() => {
      this.#log('The custody log was not signed: what was signed could not be kept.');
      return null;
    });
  }

  async #signNext(text: string, proof: string, tree: LogPlace | null): Promise<Signed | SignedBefore | null> {
    const { goesOn, isLater, noteOf } = await import('../../shared/evidence/goes-on.ts');
    const [origin = ''] = text.split('\n');
    const known = await this.#signed.last(origin);
    const there = tree && (await this.#signed.lastFor(tree.place));
    this.#key ??= this.#open();
    const { privateKey, lasting } = await this.#key;
    const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
    const publicKey = Buffer.from(x, 'base64url');
    // A log of before, or one that nobody knows, lies where another one was: it must begin with that.
    if (there && !there.startsWith(`${origin}\n`) && there !== tree.after) {
      // Or with what this key signed after that, where all of this was put back from a backup meanwhile.
      const [after = ''] = (tree.after ?? '').split('\n');
      const isAfter = isLater(tree.after ?? '', { there, last: await this.#signed.last(after), publicKey });
      if (!isAfter) return { known: there };
    }
    if (known !== null && !goesOn(known, text, proof)) return { known };
    const signature = sign(null, Buffer.from(text, 'utf8'), privateKey);
    const note = noteOf(text, publicKey, signature);
    if (note === null) return null;
    if (note !== known || (tree && note !== there)) await this.#signed.put(origin, note, tree?.place ?? null);
    return {
      publicKey: publicKey.toString('base64'),
      signature: signature.toString('base64'),
      lasting,
    };
  }

  async #open(): Promise<Key> {
    if (!this.#cipher) return passing();
    try {
      const bytes = await readFile(this.#file);
      try {
        const kept = Buffer.from(await this.#cipher.decrypt(bytes), 'base64');
        const privateKey = createPrivateKey({ key: kept, format: 'der', type: 'pkcs8' });
        if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('another kind of key');
        return { privateKey, lasting: true };
      } catch {
        // It stays as it is: the system may give it out at another start.
        this.#log(
          'The key that signs the custody log cannot be read; another one is used until the program ends.',
        );
        return passing();
      }
    } catch (failure) {
      if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT')
        return this.#make(this.#cipher);
      this.#log(
        'The key that signs the custody log could not be read; another one is used until the program ends.',
      );
      return passing();
    }
  }

  async #make(cipher: Cipher): Promise<Key> {
    const { privateKey } = passing();
    const text = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    try {
      const partial = `${this.#file}.new`;
      await writeFile(partial, await cipher.encrypt(text), { mode: 0o600, flush: true });
      await rename(partial, this.#file);
      return { privateKey, lasting: true };
    } catch {
      this.#log('The key that signs the custody log could not be kept; it lasts until the program ends.');
      return { privateKey, lasting: false };
    }
  }
}

const passing = (): Key => ({ privateKey: generateKeyPairSync('ed25519').privateKey, lasting: false });
