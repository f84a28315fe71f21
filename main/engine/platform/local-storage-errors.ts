import type { Clock, Timer } from '../../../shared/base/clock.ts';
import type { Refusal } from '../../../shared/model/index.ts';
import { failureCode } from './files.ts';

/** SQLite's words for a disk that takes nothing: full, failing, away or read-only. A damaged file is another matter. */
const untaken = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED)/;

/** Milliseconds until what the disk did not take is tried again, and without any such failure until it counts as over. */
const tryAgain = 10_000;
const over = 90_000;

/** The code of a failure to write down what is known, because the disk did not take it; null for any other failure. */
export function localStorageErrorCode(failure: unknown): string | null {
  const code = failureCode(failure);
  return untaken.test(code) ? code : null;
}

/** The same of a file of our own, in words of the system. */
export function codeOfFullDisk(failure: unknown): string | null {
  const code = failureCode(failure);
  return ['ENOSPC', 'EDQUOT', 'EROFS'].includes(code) ? code : null;
}

/** True for the codes, of the system and of SQLite, that say that there is no room. */
export const isNoRoom = (code: string): boolean => ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(code);

export const whyNotTaken = (code: string): string =>
  isNoRoom(code) ? 'The disk is full.' : `The disk did not take it (${code}).`;

/** For a person who asked for something that could not be written down. */
export const notWrittenDown = (code: string): Refusal => ({
  code: 'service-failed',
  what: 'That could not be written down on this computer',
  why: whyNotTaken(code),
  next: 'Make room on the disk, and try again. Nothing you saved is lost.',
});

/** There is no room to prepare what is kept; what is saved is captured meanwhile. */
export class NoRoomYet extends Error {
  readonly code = 'ENOSPC';
}

/** What somebody has on this computer cannot be opened, for this reason. */
export function notOpened(failure: unknown): Refusal {
  if (failure instanceof NoRoomYet) return noRoomYet;
  const code = failureCode(failure);
  return {
    code: 'service-failed',
    what: 'Something that Matterline keeps on this computer cannot be opened',
    why: `${whyNotTaken(code)} Saves in its folders are not captured until it is open.`,
    next: isNoRoom(code)
      ? 'Make room on the disk. Matterline tries again by itself, and nothing saved is lost: it is in its folder.'
      : 'Matterline tries again by itself, and nothing saved is lost: it is in its folder. If this stays, save the report for IT support, in the settings under Troubleshooting, and send it to whoever looks after your computers.',
  };
}

const noRoomYet: Refusal = {
  code: 'service-failed',
  what: 'There is no room to bring what Matterline keeps to the form that this version uses',
  why: 'It needs as much room again as its own records take. What you save in its folders is captured, and nothing is filed yet.',
  next: 'Make room on the disk. Matterline tries again by itself, and files what was captured then.',
};

/**
 * Keeps what goes on by itself going while the disk takes nothing: it is told of as one problem and tried again, and ends
 * nothing. A mistake of the program is none of this: it stays the failure that it is.
 */
export class LocalStorageErrors {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #stop = new AbortController();
  #now: { readonly code: string; readonly since: number } | null = null;
  #metAt = 0;
  #timer: Timer | null = null;

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** The newest code, and since when in milliseconds since 1970; null while the disk takes everything. */
  get now(): { readonly code: string; readonly since: number } | null {
    return this.#now;
  }

  stop(): void {
    this.#stop.abort();
    this.#timer?.cancel();
  }

  /** @throws the failure, when it is another one */
  met(failure: unknown): void {
    const code = localStorageErrorCode(failure);
    if (code === null) throw failure;
    this.#metAt = this.#clock.steady();
    const before = this.#now;
    this.#now = { code, since: before?.since ?? this.#clock.now() };
    if (before === null) this.#watchForItsEnd();
    if (before?.code !== code) this.#onChange();
  }

  /** Does `work` again until the disk took what it writes, or until stopped. */
  async untilDone(work: () => Promise<unknown>): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await work();
        return;
      } catch (failure) {
        // Whoever was stopped meanwhile may find the database closed.
        if (this.#stop.signal.aborted) return;
        this.met(failure);
      }
      await this.#clock.sleep(tryAgain, this.#stop.signal);
    }
  }

  #watchForItsEnd(): void {
    const left = this.#metAt + over - this.#clock.steady();
    this.#timer = this.#clock.timer(Math.max(left, 1), () => {
      if (this.#clock.steady() - this.#metAt < over) return this.#watchForItsEnd();
      this.#now = null;
      this.#onChange();
    });
  }
}
