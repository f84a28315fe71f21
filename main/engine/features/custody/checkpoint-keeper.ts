import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import { areEqual, base64Of, joined } from '../../../../shared/evidence/bytes.ts';
import {
  type Checkpoint,
  checkpointText,
  isSignedWith,
  parseCheckpoint,
  type SignedCheckpoint,
  signedNote,
} from '../../../../shared/evidence/checkpoint.ts';
import { noteBefore } from '../../../../shared/evidence/log-beginning.ts';
import { consistencyProof, type ReadNode } from '../../../../shared/evidence/merkle.ts';
import type { Refusal } from '../../../../shared/model/index.ts';
import type { Files } from '../../platform/files.ts';
import type { ChainFault } from '../../store/custody/chain-check.ts';
import type { KeptCheckpoint } from '../../store/custody/checkpoints.ts';
import { LostEntries } from '../../store/custody/tree.ts';
import { inTrustedLog } from '../../store/log-trust.ts';
import { custodyIncomplete } from '../../store/recovery.ts';
import type { Stores } from '../../store/stores.ts';
import { LastCheckpointFile } from './last-checkpoint-file.ts';
import { refusalFor } from './record-check.ts';
import { Rounds } from './rounds.ts';

/**
 * Asks main for a signature by this device's key; raw bytes in base64. Null when it does not sign this. What main signed of the log
 * last is `known`, as a signed note, where the proof does not show that the checkpoint adds to that, or where another log was signed last
 * for this place and this one does not begin with it.
 */
export type SignCheckpoint = (
  text: string,
  proof: string,
  tree: {
    /** Directory of the log. */
    readonly place: string;
    /** The signed note that the log begins with; null for one that went on after nothing. */
    readonly after: string | null;
  },
) => Promise<
  | { readonly publicKey: string; readonly signature: string; readonly lasting: boolean }
  | { readonly known: string }
  | null
>;

/** Milliseconds between checkpoints while the log grows. */
const between = 10 * 60_000;
/** Tiles made in one go: tens of milliseconds at most. */
const tilesAtOnce = 8;

/** How many leaves are about to be signed: written so that the disk has all of them before. */
const signingSetting = 'custody-signing';

/** The setting that tells the person that the log does not go on from the last checkpoint, until it is dismissed. */
export const continuedSetting = 'custody-continued';

/** Why the log began a new tree, and what is between. */
export interface Continued {
  readonly why: 'earlier-copy' | 'damaged' | 'altered';
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Leaves that the last known checkpoint had, and that there are. */
  readonly known: number;
  readonly found: number;
}

/** The first entry that is not as it was written, and when that was found, in milliseconds since 1970. */
export interface FoundFault {
  readonly fault: ChainFault;
  readonly since: number;
}

/**
 * Makes the tree over the custody log, has it signed, and holds it against the last checkpoint known: also where the database is an
 * older one than the file beside it says. Never in the way of what is saved: it works when there is time.
 */
export class CheckpointKeeper {
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #rounds: Rounds;
  readonly #directory: string;
  readonly #sign: SignCheckpoint;
  readonly #file: LastCheckpointFile;
  readonly #onChange: () => void;
  #turn: Promise<unknown> = Promise.resolve();
  #isHeldAgainst = false;
  /** The key that the log names last is the one that main has. */
  #hasSigned = false;
  #fault: FoundFault | null = null;

  constructor(options: {
    stores: Stores;
    files: Files;
    clock: Clock;
    /** Of the workspace. */
    directory: string;
    sign: SignCheckpoint;
    uniqueName: () => string;
    onChange: () => void;
  }) {
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#rounds = new Rounds(options.clock, async () => {
      // What the disk or main does not do now is done next time, or when somebody asks.
      await this.now().catch(() => {});
      return between;
    });
    this.#directory = options.directory;
    this.#sign = options.sign;
    this.#file = new LastCheckpointFile(options.files, options.directory, options.uniqueName);
    this.#onChange = options.onChange;
  }

  /** Why the log cannot be signed since it was opened: what it lost before that is told when it goes on. */
  get fault(): FoundFault | null {
    return this.#fault;
  }

  start(): void {
    this.#rounds.start();
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
    await this.#turn;
  }

  /**
   * The newest checkpoint, over all entries that are there now; one is made unless nothing came since.
   * @param by with what it is signed: any key that the log names, or the one that main signs with now
   */
  now(by: 'any-key' | 'the-key-now' = 'any-key'): Promise<Result<KeptCheckpoint, Refusal>> {
    const made = this.#turn.then(() => this.#make(by)).catch((failure) => this.#cannotMake(failure));
    this.#turn = made.catch(() => {});
    return made;
  }

  /** Holds the log against signed notes that came from elsewhere; those that no key of this log signed say nothing. */
  holdAgainst(notes: readonly string[]): Promise<void> {
    const held = this.#turn.then(async () => {
      const { custody } = this.#stores;
      const keys = custody.signingKeys.map((key) => Buffer.from(key, 'base64'));
      for (const note of notes) {
        const checkpoint = parseCheckpoint(note);
        const isOwn = checkpoint?.origin.startsWith(`matterline/${custody.deviceId}/`) === true;
        if (!isOwn || !keys.some((key) => isSignedWith(checkpoint, key))) continue;
        if (!(await this.#grow()) || this.#goOnAfter(note)) return;
      }
    });
    this.#turn = held.catch(() => {});
    return held;
  }

  /** What the disk does not do now is for whoever asked; entries that are gone while the program runs are told of. */
  async #cannotMake(failure: unknown): Promise<Result<never, Refusal>> {
    if (!(failure instanceof LostEntries)) throw failure;
    if (this.#fault === null) {
      const { fault } = await this.#stores.custody.check();
      if (!fault) throw failure;
      this.#fault = { fault, since: this.#clock.now() };
      this.#onChange();
    }
    return err(refusalFor(this.#fault.fault));
  }

  async #make(by: 'any-key' | 'the-key-now'): Promise<Result<KeptCheckpoint, Refusal>> {
    const { custody, checkpoints } = this.#stores;
    if (!this.#isHeldAgainst) await this.#goOnAfterDamage();
    if (!(await this.#grow())) return err(ends);
    if (!this.#isHeldAgainst) {
      await this.#holdAgainstLast();
      this.#isHeldAgainst = true;
      if (!(await this.#grow())) return err(ends);
    }
    const last = checkpoints.last;
    const isNewest = last?.tree === custody.treeNow.id && last.lastSeq === custody.last;
    if (isNewest && (by === 'any-key' || this.#hasSigned)) return ok(last);
    const signed = await this.#signed();
    if (signed === 'continued') return this.#make(by);
    if (!signed) return err(notSigned);
    if (custody.lastSigningKey?.detail !== signed.publicKey) {
      custody.signingKey(signed.publicKey, signed.lasting);
      return this.#make(by);
    }
    this.#hasSigned = true;
    if (isNewest) return ok(last);
    const kept = checkpoints.add(signed.checkpoint);
    await this.#file.keep(kept.note);
    return ok(kept);
  }

  /** Null when nobody signs, or something else was signed. */
  async #signed() {
    const { database, custody, matters } = this.#stores;
    const tree = custody.treeNow;
    const lastSeq = custody.last;
    const size = custody.tree.sizeAt(tree, lastSeq);
    const checkpoint = { origin: tree.origin, size, root: custody.tree.root(tree, size) };
    // Main never forgets what it signed: that is on disk before, with everything that it covers.
    inTrustedLog(database, () => matters.putSetting(signingSetting, String(size)));
    const answer = await this.#answer(checkpoint, custody.tree.reader(tree));
    if (!answer || this.#rounds.signal.aborted) return null;
    if ('known' in answer) {
      const known = parseCheckpoint(answer.known);
      if (known?.origin === tree.origin) return this.#goOnAfter(answer.known) ? 'continued' : null;
      // Another one was signed after this log: it is an earlier copy, or what was signed later is lost.
      this.#goOn(answer.known, 'earlier-copy');
      return 'continued';
    }
    const publicKey = Buffer.from(answer.publicKey, 'base64');
    const note = signedNote(checkpoint, publicKey, Buffer.from(answer.signature, 'base64'));
    const signed = parseCheckpoint(note);
    if (!signed || !isSignedWith(signed, publicKey)) return null;
    const at = this.#clock.now();
    const lasting = answer.lasting ? 1 : 0;
    const checkpointToKeep = { tree: tree.id, size, lastSeq, at, publicKey, lasting, note };
    return { publicKey: answer.publicKey, lasting: answer.lasting, checkpoint: checkpointToKeep };
  }

  /** Main is shown that the checkpoint adds to the last one kept here, or to the one that it knows, where the log has that. */
  async #answer(checkpoint: Checkpoint, read: ReadNode) {
    const after = noteBefore(this.#stores.custody.treeNow.beginning);
    const ask = (before: number) => {
      const isShown = before > 0 && before < checkpoint.size;
      const proof = isShown ? consistencyProof(before, checkpoint.size, read) : [];
      const tree = { place: this.#directory, after };
      return this.#sign(checkpointText(checkpoint), base64Of(joined(...proof)), tree).catch(() => null);
    };
    const last = this.#stores.checkpoints.last;
    const answer = await ask(last?.tree === this.#stores.custody.treeNow.id ? last.size : 0);
    const known = answer && 'known' in answer ? parseCheckpoint(answer.known) : null;
    return known?.origin === checkpoint.origin && this.#goesOnFrom(known) ? ask(known.size) : answer;
  }

  /** False when the workspace ends before everything is there. */
  async #grow(): Promise<boolean> {
    const { custody } = this.#stores;
    while (custody.tree.grow(custody.treeNow, custody.last, tilesAtOnce)) {
      await setImmediate();
      if (this.#rounds.signal.aborted) return false;
    }
    return !this.#rounds.signal.aborted;
  }

  /** Entries that no checkpoint covered were lost as well: what is there is not what the tree counts, and is not signed as that. */
  async #goOnAfterDamage(): Promise<void> {
    const { custody, checkpoints, matters } = this.#stores;
    const isIncomplete = (matters.setting(custodyIncomplete) ?? '') !== '';
    if (!isIncomplete && !custody.hasLostMore) return;
    const [kept, beside] = [checkpoints.last?.note ?? '', (await this.#file.read()) ?? ''];
    const [last, other] = [parseCheckpoint(kept), parseCheckpoint(beside)];
    const isLater =
      last?.origin === other?.origin
        ? (other?.size ?? 0) > (last?.size ?? 0)
        : other !== null && !custody.origins.includes(other.origin);
    this.#goOn(isLater || !last ? beside : kept, 'damaged');
  }

  /** Where the log is not what a checkpoint known says, it goes on in a new tree that begins with that checkpoint. */
  async #holdAgainstLast(): Promise<void> {
    const { checkpoints } = this.#stores;
    for (const note of [checkpoints.last?.note ?? null, await this.#file.read()])
      if (note !== null && this.#goOnAfter(note)) return;
  }

  /** True when the log did not go on from that checkpoint, and has begun anew. */
  #goOnAfter(note: string): boolean {
    const { custody, checkpoints } = this.#stores;
    const checkpoint = parseCheckpoint(note);
    if (!checkpoint || this.#goesOnFrom(checkpoint)) return false;
    const last = checkpoints.last;
    const lastOf = last === null ? null : parseCheckpoint(last.note);
    // What was signed since an earlier copy was put back is what is known last of that log, and what main knows.
    const isFollowed = lastOf?.origin === checkpoint.origin && lastOf.size > checkpoint.size;
    const isShorter = checkpoint.size > custody.tree.sizeAt(custody.treeNow, custody.last);
    // Only what this database itself had signed must be in it: what is known otherwise may be of a later copy of it.
    const isAltered = !isShorter && checkpoints.has(custody.treeNow.id, note);
    const why = isAltered ? 'altered' : 'earlier-copy';
    this.#goOn(last && isFollowed ? last.note : note, why, checkpoint);
    return true;
  }

  /**
   * Begins a tree after that signed note, and says so.
   * @param missed the checkpoint that the log is not what it says
   */
  #goOn(note: string, why: Continued['why'], missed = parseCheckpoint(note)): void {
    const { custody, matters } = this.#stores;
    const known = missed?.size ?? 0;
    this.#stores.together(() => {
      const { last, service, deviceId } = custody;
      custody.beginTree(['continued', why, note, last, service, deviceId], 'start');
      const found = custody.tree.sizeAt(custody.treeNow, last);
      custody.continued(why, `${known} ${found}`);
      const continued: Continued = { why, at: this.#clock.now(), known, found };
      matters.putSetting(continuedSetting, JSON.stringify(continued));
      matters.putSetting(custodyIncomplete, '');
    });
    this.#onChange();
  }

  #goesOnFrom(checkpoint: SignedCheckpoint): boolean {
    const { custody } = this.#stores;
    const tree = custody.treeNow;
    const { origin, size, root } = checkpoint;
    // Of a tree that was ended here, or that one began after: what it lacked was told then.
    if (origin !== tree.origin)
      return (
        custody.origins.includes(origin) ||
        custody.beginnings.some((beginning) => {
          const before = parseCheckpoint(noteBefore(beginning) ?? '');
          return before?.origin === origin && before.size >= size;
        })
      );
    return size <= custody.tree.sizeAt(tree, custody.last) && areEqual(root, custody.tree.root(tree, size));
  }
}

const ends: Refusal = {
  code: 'service-failed',
  what: 'The record was not made',
  why: 'Matterline is ending.',
  next: 'Start Matterline again, and save the record then.',
};

const notSigned: Refusal = {
  code: 'service-failed',
  what: 'The record was not made',
  why: 'The log could not be signed just now.',
  next: 'Try again in a moment. The log itself is complete.',
};
