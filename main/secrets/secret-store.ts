import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Cipher } from './cipher.ts';

const secretsSchema = z.object({
  /** Typed into the connection form; the rest of a typed connection is in the settings. */
  typed: z.object({ apiKey: z.string(), clientSecret: z.string().optional() }).optional(),
  tokens: z
    .object({
      /** Identity of the connection the tokens belong to. */
      identity: z.string(),
      accessToken: z.string(),
      /** Milliseconds since 1970 by this computer's clock. */
      accessUntil: z.number(),
      accessLifetime: z.number(),
      refreshToken: z.string().nullable(),
      signedInAt: z.number(),
    })
    .optional(),
  /** For proxies that ask for them, by `host:port`. */
  proxies: z.record(z.string(), z.object({ name: z.string(), password: z.string() })).optional(),
  /** A sign-in waiting for its callback, so that a callback which starts the program can still finish it. */
  attempt: z
    .object({
      identity: z.string(),
      state: z.string(),
      verifier: z.string(),
      redirectUri: z.string(),
      address: z.string(),
      startedAt: z.number(),
    })
    .optional(),
});

export type Secrets = z.infer<typeof secretsSchema>;
export type KeptTokens = NonNullable<Secrets['tokens']>;
export type KeptAttempt = NonNullable<Secrets['attempt']>;

/** Keeps what must not be readable on disk: encrypted in one file, or in memory only without a cipher. */
export class SecretStore {
  readonly #file: string;
  readonly #cipher: Cipher | null;
  readonly #log: (message: string) => void;
  #secrets: Secrets = {};
  #writing: Promise<void> = Promise.resolve();

  private constructor(file: string, cipher: Cipher | null, log: (message: string) => void) {
    this.#file = file;
    this.#cipher = cipher;
    this.#log = log;
  }

  /** Opens the store; a file that cannot be decrypted any more counts as empty. */
  static async open(
    file: string,
    cipher: Cipher | null,
    log: (message: string) => void,
  ): Promise<SecretStore> {
    const store = new SecretStore(file, cipher, log);
    await store.#load();
    return store;
  }

  get keptIn(): 'system' | 'memory' {
    return this.#cipher ? 'system' : 'memory';
  }

  get secrets(): Secrets {
    return this.#secrets;
  }

  /** Takes effect at once; resolves when it is on disk too. Never rejects: trouble is logged, memory still holds it. */
  update(change: { [Name in keyof Secrets]?: Secrets[Name] | undefined }): Promise<void> {
    const merged = { ...this.#secrets, ...change };
    this.#secrets = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
    this.#writing = this.#writing.then(() => this.#save());
    return this.#writing;
  }

  async #load(): Promise<void> {
    if (!this.#cipher) return;
    try {
      const text = await this.#cipher.decrypt(await readFile(this.#file));
      this.#secrets = secretsSchema.parse(JSON.parse(text));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
      this.#log('The kept secrets cannot be read; a new sign-in is needed.');
    }
  }

  async #save(): Promise<void> {
    if (!this.#cipher) return;
    const partial = `${this.#file}.new`;
    try {
      await writeFile(partial, await this.#cipher.encrypt(JSON.stringify(this.#secrets)), {
        mode: 0o600,
        flush: true,
      });
      await rename(partial, this.#file);
    } catch {
      this.#log('The secrets could not be kept on disk; they last until the program ends.');
      await rm(partial, { force: true }).catch(() => {});
    }
  }
}
