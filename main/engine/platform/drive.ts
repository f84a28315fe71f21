import type { Clock, Timer } from '../../../shared/base/clock.ts';

/** What a call is: each kind has places of its own, so that none waits for another that waits for it. */
export type CallKind = 'look' | 'stream' | 'write';

/** Calls of each kind that one drive may have under way, and all such drives together. */
export interface Places {
  readonly ofDrive: Readonly<Record<CallKind, number>>;
  readonly inAll: number;
}

/** @param threads how many calls the system takes at once: some of them are never for a drive that may be dead */
export const placesFor = (threads: number): Places => ({
  ofDrive: threads < 12 ? { look: 1, stream: 1, write: 1 } : { look: 3, stream: 2, write: 1 },
  inAll: Math.max(threads - 2, 1),
});

/** Milliseconds until a drive that does not answer is asked again, by one call alone. */
const askAgain = 60_000;

interface Waiting {
  readonly start: () => void;
  readonly refuse: () => void;
}

export const noAnswer = (): Error =>
  Object.assign(new Error('the drive does not answer'), { code: 'ETIMEDOUT' });

/** How many calls are under way on all drives but our own. */
export class Traffic {
  readonly places: Places;
  running = 0;
  readonly drives = new Set<Drive>();
  constructor(places: Places) {
    this.places = places;
  }

  /** A place is free again. */
  freed(): void {
    for (const drive of this.drives) drive.goOn();
  }
}

/**
 * A drive that may stop answering: a call to it never returns then, and keeps a thread. It gets so many at once; once one
 * did not return in time, nothing is asked of it until that one returns, or a single try later does.
 */
export class Drive {
  readonly #clock: Clock;
  readonly #traffic: Traffic;
  readonly #running: Record<CallKind, number> = { look: 0, stream: 0, write: 0 };
  readonly #waiting: Record<CallKind, Waiting[]> = { look: [], stream: [], write: [] };
  /** When one call may try again, by the steady clock in milliseconds; null while the drive answers. */
  #askAgainAt: number | null = null;

  constructor(clock: Clock, traffic: Traffic) {
    this.#clock = clock;
    this.#traffic = traffic;
    traffic.drives.add(this);
  }

  /**
   * Rejects with `ETIMEDOUT` when there is no answer within `patience` milliseconds, and at once while the drive does not
   * answer at all; a single call to the system that is under way then may be done all the same.
   * @param ask is told when it is late: nothing more of it is to be done then
   */
  async call<Value>(
    kind: CallKind,
    patience: number,
    ask: (late: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const leave = await this.enter(kind);
    const late = new AbortController();
    const answer = ask(late.signal);
    void answer.then(leave, leave);
    return this.within(patience, answer, { onLate: () => late.abort(noAnswer()) });
  }

  /** The same for what has its place already. `progress`: as long as it counts on, nothing is late. */
  async within<Value>(
    patience: number,
    answer: Promise<Value>,
    { progress = () => 0, onLate = () => {} }: { progress?: () => number; onLate?: () => void } = {},
  ): Promise<Value> {
    const late = Promise.withResolvers<never>();
    let before = progress();
    const wait = (): Timer =>
      this.#clock.timer(patience, () => {
        const now = progress();
        if (now !== before) {
          before = now;
          timer = wait();
          return;
        }
        this.#isSilent();
        onLate();
        late.reject(noAnswer());
      });
    let timer = wait();
    // Whatever comes, and whenever, is an answer.
    const answered = () => {
      timer.cancel();
      this.#answers();
    };
    void answer.then(answered, answered);
    return Promise.race([answer, late.promise]);
  }

  /** Waits for a place. What it resolves to gives that back. */
  enter(kind: CallKind): Promise<() => void> {
    if (this.#askAgainAt !== null) {
      const mayAsk = this.#clock.steady() >= this.#askAgainAt && this.#hasPlace(kind);
      if (!mayAsk) return Promise.reject(noAnswer());
      this.#askAgainAt = this.#clock.steady() + askAgain;
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        this.#running[kind] += 1;
        this.#traffic.running += 1;
        let isOver = false;
        resolve(() => {
          if (isOver) return;
          isOver = true;
          this.#running[kind] -= 1;
          this.#traffic.running -= 1;
          this.#traffic.freed();
        });
      };
      this.#waiting[kind].push({ start, refuse: () => reject(noAnswer()) });
      this.goOn();
    });
  }

  goOn(): void {
    for (const kind of ['look', 'stream', 'write'] as const) {
      while (this.#hasPlace(kind)) {
        const next = this.#waiting[kind].shift();
        if (!next) break;
        next.start();
      }
    }
  }

  #hasPlace(kind: CallKind): boolean {
    const { ofDrive, inAll } = this.#traffic.places;
    return this.#running[kind] < ofDrive[kind] && this.#traffic.running < inAll;
  }

  #isSilent(): void {
    this.#askAgainAt ??= this.#clock.steady() + askAgain;
    for (const waiting of Object.values(this.#waiting)) for (const { refuse } of waiting.splice(0)) refuse();
  }

  #answers(): void {
    this.#askAgainAt = null;
    this.goOn();
  }
}
