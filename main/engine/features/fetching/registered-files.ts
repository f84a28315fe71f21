import { join } from 'node:path';
import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import type { FileFacts, Files } from '../../platform/files.ts';
import type { GroupCommit } from '../../store/group-commit.ts';
import type { IncomingFile } from '../../store/incoming-files.ts';
import type { Stores } from '../../store/stores.ts';
import { takeIncoming } from '../capture/register.ts';
import { rememberedFacts, tickEnds } from '../settling/racy.ts';

/** Milliseconds until a file that was put in its place is looked at: less than a watch waits for a file to be still. */
const lookAfter = 60;
/** Milliseconds after which a time of change that lies ahead is one that the service stated: no tick is longer. */
const longestTick = 2_000;

interface Put {
  readonly file: IncomingFile;
  readonly root: string;
  /** As it was before it had its name. */
  readonly facts: FileFacts;
  /** When it got its name, by a clock that nobody sets, in milliseconds. */
  readonly since: number;
}

interface Ports {
  readonly files: Pick<Files, 'facts'>;
  readonly stores: Stores;
  readonly commits: GroupCommit;
  readonly clock: Clock;
  readonly onChange: (matterId: IncomingFile['matterId']) => void;
}

/**
 * Makes files known that the program itself put into matter folders, so that nobody has to read them again. What somebody wrote into
 * one already is left to the watch, which knows by its inode what it was.
 */
export class RegisteredFiles {
  readonly #ports: Ports;
  #waiting: Put[] = [];
  #timer: Timer | null = null;
  #isLooking = false;
  #stopped = false;
  /** Who waits until nothing is waiting here. */
  #onSettled: (() => void)[] = [];

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** It has its name. */
  put(put: Omit<Put, 'since'>): void {
    this.#waiting.push({ ...put, since: this.#ports.clock.steady() });
    this.#later();
  }

  /** Resolves once all that was put so far is known, or left to the watch. */
  settled(): Promise<void> {
    if (this.#stopped || (this.#waiting.length === 0 && this.#timer === null && !this.#isLooking))
      return Promise.resolve();
    return new Promise((resolve) => void this.#onSettled.push(resolve));
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
    this.#tellSettled();
  }

  #tellSettled(): void {
    for (const settled of this.#onSettled.splice(0)) settled();
  }

  #later(): void {
    if (this.#stopped || this.#timer) return;
    this.#timer = this.#ports.clock.timer(lookAfter, () => {
      this.#timer = null;
      this.#isLooking = true;
      // What cannot be looked at is found by the watch.
      void this.#look()
        .catch(() => undefined)
        .finally(() => {
          this.#isLooking = false;
          if (this.#waiting.length === 0) this.#tellSettled();
        });
    });
  }

  async #look(): Promise<void> {
    const { files, commits, stores, clock, onChange } = this.#ports;
    const looked = await Promise.all(
      this.#waiting.splice(0).map(async (put) => ({
        put,
        now: await files.facts(join(put.root, put.file.path)).catch(() => null),
      })),
    );
    // What is written in the tick of its last change does not show.
    const isYoung = ({ file, since }: Put, facts: FileFacts) =>
      tickEnds(facts) > clock.now() &&
      clock.steady() - since < longestTick &&
      // The watch was quicker otherwise.
      stores.incomingFiles.of(file.matterId, file.inode, file.sha256) !== undefined;
    this.#waiting.push(...looked.flatMap(({ put, now }) => (now && isYoung(put, now) ? [put] : [])));
    if (this.#waiting.length > 0) this.#later();
    const still = looked.flatMap(({ put, now }) =>
      now && !isYoung(put, now) && isUntouched(put.facts, now)
        ? [{ ...put.file, now: rememberedFacts(now, clock.now()) }]
        : [],
    );
    if (still.length === 0 || this.#stopped) return;
    await commits.soon(() => {
      for (const { now, ...file } of still) register(stores, file, now);
    });
    for (const matterId of new Set(still.map((one) => one.matterId))) onChange(matterId);
  }
}

/** A name more or less changes what the system says of a file; whoever writes into it changes its time as well. */
const isUntouched = (before: FileFacts, now: FileFacts): boolean =>
  now.kind === 'file' &&
  now.inode === before.inode &&
  now.size === before.size &&
  now.modified === before.modified;

function register(stores: Stores, file: IncomingFile, { size, modified, changed }: FileFacts): void {
  const { matterId, inode, path, sha256 } = file;
  // The watch was quicker.
  if (!stores.incomingFiles.of(matterId, inode, sha256)) return;
  takeIncoming(stores, file, { path, sha256, size, modified, changed });
}
