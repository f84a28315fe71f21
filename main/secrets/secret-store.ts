import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { type Clock, systemClock, type Timer } from '../../shared/base/clock.ts';
import { Watched } from '../../shared/base/watched.ts';
import type { Cipher } from './cipher.ts';
import { setAside, whatWasSetAside } from './set-aside.ts';

const secretsSchema = z.object({
  /** Typed into the connection form; the rest of a typed connection is in the settings. */
  typed: z
    .object({
      apiKey: z.string(),
      clientSecret: z.string().optional(),
      /** Identity of the connection they were typed for, and are used for alone; left out where an older program kept them. */
      of: z.string().optional(),
    })
    .optional(),
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
      /** Which sign-in they are of, however often they are refreshed; left out where an older program kept them. */
      signIn: z.string().optional(),
      /** Who signed in, as far as the tokens told (sign-in/subjects.ts). */
      subjects: z.array(z.string()).optional(),
    })
    .optional(),
  /** For proxies that ask for them, by `host:port`. */
  proxies: z.record(z.string(), z.object({ name: z.string(), password: z.string() })).optional(),
  /** Keys of plugins and webhook subscriptions, by ids made here. */
  requestKeys: z.record(z.string(), z.string()).optional(),
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

type TimerClock = Pick<Clock, 'timer'>;
/** What the disk did not take is tried again after so many milliseconds. */
const tryAgainAfter = 15_000;

/** Keeps what must not be readable on disk: encrypted in one file, or in memory only without a cipher. */
export class SecretStore {
  readonly #file: string;
  readonly #cipher: Cipher | null;
  readonly #log: (message: string) => void;
  readonly #clock: TimerClock;
  #secrets: Secrets = {};
  #writing: Promise<void> = Promise.resolve();
  /** The tokens are gone here, and the disk still has some: whoever starts the program next would be signed in. */
  readonly signOutNotKept = new Watched(false);
  /** On disk there may be tokens. */
  #keepsTokens = false;
  /** The disk did not take what was to be kept last. */
  #isBehind = false;
  /** There is a file that could not be read: it stays where it is, to be read at another start, until somebody signs in or out. */
  #isUnread = false;
  #again: Timer | null = null;

  private constructor(
    file: string,
    cipher: Cipher | null,
    log: (message: string) => void,
    clock: TimerClock,
  ) {
    this.#clock = clock;
    this.#file = file;
    this.#cipher = cipher;
    this.#log = log;
  }

  /**
   * Opens the store; of a file that cannot be decrypted nothing is known, and nothing is written over it. Of one that was set aside,
   * and can be decrypted now, all comes back but the sign-in.
   */
  static async open(
    file: string,
    cipher: Cipher | null,
    log: (message: string) => void,
    clock: TimerClock = systemClock,
  ): Promise<SecretStore> {
    const store = new SecretStore(file, cipher, log, clock);
    await store.#load();
    if (cipher) await store.#takeBack(cipher);
    return store;
  }

  get keptIn(): 'system' | 'memory' {
    return this.#cipher ? 'system' : 'memory';
  }

  /** What is here now is in the system's own store and on disk: it is there after the program ends. */
  get isKept(): boolean {
    return this.#cipher !== null && !this.#isUnread && !this.#isBehind;
  }

  /** What was kept could not be read at this start, and is still there. */
  get isUnread(): boolean {
    return this.#isUnread;
  }

  get secrets(): Secrets {
    return this.#secrets;
  }

  /**
   * Takes effect at once; resolves when it is on disk too. Never rejects: trouble is logged, memory still holds it, and it is tried
   * again. A sign-out that cannot be written removes what was written before. What could not be read is set aside by a sign-in or a
   * sign-out alone: whoever it would sign in is not who is here.
   */
  update(change: { [Name in keyof Secrets]?: Secrets[Name] | undefined }): Promise<void> {
    const merged = { ...this.#secrets, ...change };
    this.#secrets = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
    const isOfSignIn = 'tokens' in change;
    this.#writing = this.#writing.then(() =>
      this.#isUnread && !isOfSignIn ? undefined : this.#cipher ? this.#save(this.#cipher) : this.#forget(),
    );
    return this.#writing;
  }

  async #load(): Promise<void> {
    try {
      const bytes = await readFile(this.#file);
      this.#isUnread = true;
      this.#keepsTokens = true;
      if (!this.#cipher) return this.#log('The kept secrets cannot be read without the system’s own store.');
      const text = await this.#cipher.decrypt(bytes);
      this.#secrets = secretsSchema.parse(JSON.parse(text));
      this.#keepsTokens = this.#secrets.tokens !== undefined;
      this.#isUnread = false;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
      this.#isUnread = true;
      this.#keepsTokens = true;
      this.#log('The kept secrets cannot be read; a new sign-in is needed.');
    }
  }

  async #takeBack(cipher: Cipher): Promise<void> {
    if (this.#isUnread) return;
    for (const aside of await whatWasSetAside(this.#file)) {
      try {
        const text = await cipher.decrypt(await readFile(aside));
        const before = secretsSchema.parse(JSON.parse(text));
        const { typed = before.typed, proxies, requestKeys } = this.#secrets;
        await this.update({
          typed,
          proxies: joined(before.proxies, proxies),
          requestKeys: joined(before.requestKeys, requestKeys),
        });
        if (!this.#isBehind) await rm(aside);
      } catch {
        this.#log('Secrets that were set aside still cannot be read; they stay.');
      }
    }
  }

  /** Where nothing can be kept, what was kept before is no use to anybody but a start that can read it: it would be signed in. */
  async #forget(): Promise<void> {
    if (!this.#keepsTokens) return;
    this.#again?.cancel();
    this.#again = null;
    await this.#removeFile();
    if (this.#keepsTokens) this.#tryAgain();
    this.signOutNotKept.set(this.#keepsTokens);
  }

  #tryAgain(): void {
    this.#again = this.#clock.timer(tryAgainAfter, () => void this.update({ tokens: this.#secrets.tokens }));
  }

  async #save(cipher: Cipher): Promise<void> {
    this.#again?.cancel();
    this.#again = null;
    const partial = `${this.#file}.new`;
    const secrets = this.#secrets;
    try {
      if (this.#isUnread) await this.#setAside();
      await writeFile(partial, await cipher.encrypt(JSON.stringify(secrets)), {
        mode: 0o600,
        flush: true,
      });
      await rename(partial, this.#file);
      this.#isUnread = false;
      this.#isBehind = false;
      this.#keepsTokens = secrets.tokens !== undefined;
    } catch {
      this.#isBehind = true;
      this.#log('The secrets could not be kept on disk; they last until the program ends.');
      await rm(partial, { force: true }).catch(() => {});
      // Nobody is signed in again by what could not be replaced.
      if (secrets.tokens === undefined && this.#keepsTokens) await this.#removeFile();
      this.#tryAgain();
    }
    this.signOutNotKept.set(this.#secrets.tokens === undefined && this.#keepsTokens);
  }

  async #setAside(): Promise<void> {
    await setAside(this.#file);
    this.#isUnread = false;
    this.#keepsTokens = false;
    this.#log('The kept secrets that could not be read were set aside.');
  }

  async #removeFile(): Promise<void> {
    try {
      if (this.#isUnread) return await this.#setAside();
      await rm(this.#file, { force: true });
      this.#keepsTokens = false;
    } catch {
      this.#log('What is kept of the last sign-in could not be removed; it is tried again.');
    }
  }
}

/** What is here now goes before what was there. */
const joined = <Value>(
  before: Record<string, Value> | undefined,
  now: Record<string, Value> | undefined,
): Record<string, Value> | undefined => (before || now) && { ...before, ...now };
