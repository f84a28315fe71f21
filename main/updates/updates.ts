import type { Clock, Timer } from '../../shared/base/clock.ts';
import { err, ok, type Result } from '../../shared/base/result.ts';
import { Watched } from '../../shared/base/watched.ts';
import type { Refusal } from '../../shared/model/index.ts';
import type { UpdatesState } from '../../shared/model/updates.ts';

/** Where newer versions come from. Whatever it hands on has been checked to be signed by whoever signed this one. */
export interface UpdateFeed {
  /** The newest version that this computer is to have, if it is newer than this one: the roll-out may not be there yet. */
  newer(): Promise<Result<string | null, string>>;
  /** Fetches it and checks its signature. */
  fetch(): Promise<Result<void, string>>;
}

interface Ports {
  readonly clock: Clock;
  readonly random: () => number;
  /** Or why there is none. */
  readonly feed: UpdateFeed | Extract<UpdatesState, { state: 'off' }>['why'];
  /** How much is not filed, in all profiles; null when that is not known. */
  readonly unfiled: () => Promise<number | null>;
  /** Ends the program, with everything safely on disk, and installs. */
  readonly endAndInstall: () => void;
}

const minute = 60_000;
/** The first look after the start, and each next one, in milliseconds; the time varies by half, so that not all come at once. */
const firstLook = 2 * minute;
const nextLook = 6 * 60 * minute;
const afterFailure = 60 * minute;
/** How often it is seen whether everything is filed, in milliseconds. */
const filedLook = minute;

/**
 * Keeps the program new without being in anybody's way: looks now and then, fetches when everything is filed, and installs
 * when the person says so or closes the program; never while anything is not filed, and never by itself in the middle of work.
 */
export class Updates {
  readonly state: Watched<UpdatesState>;
  readonly #ports: Ports;
  #timer: Timer | null = null;
  #busy = false;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.state = new Watched<UpdatesState>(
      typeof ports.feed === 'string'
        ? { state: 'off', why: ports.feed }
        : { state: 'current', checkedAt: null },
    );
  }

  start(): void {
    this.#after(firstLook);
  }

  /** The person wants to know. */
  async lookNow(): Promise<void> {
    await this.#turn();
  }

  /** The person wants the version that is ready. */
  async install(): Promise<Result<void, Refusal>> {
    if (this.state.value.state !== 'ready') return err(notReady);
    if (!(await this.#isAllFiled())) {
      this.state.set({ ...this.state.value, allFiled: false });
      return err(notFiled);
    }
    this.#ports.endAndInstall();
    return ok(undefined);
  }

  /** Whether a version is to be installed now that the person closes the program. */
  async installsAtEnd(): Promise<boolean> {
    return this.state.value.state === 'ready' && (await this.#isAllFiled());
  }

  /** What was to be installed was not. */
  installFailed(why: string): void {
    this.#timer?.cancel();
    this.#after(this.#failed(why));
  }

  /** One step further, if there is one, and the next in its time. */
  async #turn(): Promise<void> {
    const { feed } = this.#ports;
    if (typeof feed === 'string' || this.#busy) return;
    this.#busy = true;
    this.#timer?.cancel();
    try {
      this.#after(await this.#step(feed));
    } finally {
      this.#busy = false;
    }
  }

  /** Answers after how many milliseconds to go on. */
  async #step(feed: UpdateFeed): Promise<number> {
    const { clock } = this.#ports;
    const { value: now } = this.state;
    if (now.state === 'ready') {
      this.state.set({ ...now, allFiled: await this.#isAllFiled() });
      return filedLook;
    }
    if (now.state !== 'waiting') this.state.set({ state: 'looking' });
    // Asked anew before it is fetched: meanwhile the roll-out may have been stopped.
    const newer = await feed.newer();
    if (!newer.ok) return this.#failed(newer.error);
    if (newer.value === null) {
      this.state.set({ state: 'current', checkedAt: new Date(clock.now()).toISOString() });
      return nextLook;
    }
    const version = newer.value;
    if (!(await this.#isAllFiled())) {
      this.state.set({ state: 'waiting', version });
      return filedLook;
    }
    this.state.set({ state: 'fetching', version });
    const fetched = await feed.fetch();
    if (!fetched.ok) return this.#failed(fetched.error);
    this.state.set({ state: 'ready', version, allFiled: await this.#isAllFiled() });
    return filedLook;
  }

  #failed(why: string): number {
    const nextTryAt = new Date(this.#ports.clock.now() + afterFailure).toISOString();
    this.state.set({ state: 'failed', why, nextTryAt });
    return afterFailure;
  }

  #after(milliseconds: number): void {
    const { clock, random, feed } = this.#ports;
    if (typeof feed === 'string') return;
    const wait = milliseconds === filedLook ? milliseconds : milliseconds * (1 + random() / 2);
    this.#timer = clock.timer(wait, () => void this.#turn());
  }

  async #isAllFiled(): Promise<boolean> {
    return (await this.#ports.unfiled()) === 0;
  }
}

const notReady: Refusal = {
  code: 'not-found',
  what: 'Nothing was installed.',
  why: 'No update is ready.',
  next: 'Check for updates.',
};
const notFiled: Refusal = {
  code: 'not-permitted',
  what: 'Nothing was installed yet.',
  why: 'Something you saved is not filed yet.',
  next: 'Wait until everything is filed.',
};
