import type { Clock, Timer } from '../../../shared/clock.ts';
import type { FolderId, MatterId } from '../../../shared/model.ts';
import type { Account } from '../account/account.ts';
import type { Priority } from '../budget/request-budget.ts';
import type { Stores } from '../store/stores.ts';
import type { HistoryReader } from './history-reader.ts';

/** Milliseconds between two reads of a folder's history, by why we care. */
const intervals = { inView: 5_000, linked: 30_000 } as const;
/** After something was sent, the folder is read at these waits in turn, until history shows it. */
const expecting = [200, 300, 500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;
const longestExpecting = 15_000;
/** The step to which looking falls back while more and more is sent to the same folder. */
const burstStep = 3;
/** Looking for what was sent takes a tenth of the time at most, unless the next look is this far away (ms). */
const longestSpace = 2_000;

interface Expectation {
  readonly matterId: MatterId;
  readonly folderId: FolderId | null;
  step: number;
  due: number;
}

/** Decides which folder's history is read next: what was just sent, then what is looked at, then what is linked. */
export class Poller {
  readonly #reader: HistoryReader;
  readonly #account: Account;
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #stop = new AbortController();
  readonly #expected = new Map<string, Expectation>();
  readonly #reading = new Set<string>();
  readonly #looked = new Map<string, { readonly endedAt: number; readonly took: number }>();
  readonly #failedAt = new Map<string, number>();
  #inView: MatterId | null = null;
  #timer: Timer | null = null;

  constructor(options: {
    reader: HistoryReader;
    account: Account;
    stores: Stores;
    clock: Clock;
    random: () => number;
  }) {
    this.#reader = options.reader;
    this.#account = options.account;
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#random = options.random;
  }

  start(): void {
    this.wake();
  }

  stop(): void {
    this.#stop.abort();
    this.#timer?.cancel();
  }

  /** The person looks at this matter, or at none. */
  look(matterId: MatterId | null): void {
    this.#inView = matterId;
    this.wake();
  }

  /** Something sent to this folder should show up soon. */
  expect(matterId: MatterId, folderId: FolderId | null): void {
    const key = JSON.stringify([matterId, folderId]);
    const now = this.#clock.now();
    const known = this.#expected.get(key);
    const step = Math.min(known?.step ?? 0, burstStep);
    const due = this.#spaced(key, now, now + (expecting[step] ?? 0));
    this.#expected.set(key, { matterId, folderId, step, due: Math.min(known?.due ?? due, due) });
    this.wake();
  }

  /** Nothing is missing in this matter any more. */
  satisfied(matterId: MatterId): void {
    for (const [key, expectation] of this.#expected) {
      if (expectation.matterId === matterId) this.#expected.delete(key);
    }
  }

  wake(): void {
    this.#timer?.cancel();
    if (this.#stop.signal.aborted) return;
    this.#timer = this.#clock.timer(0, () => void this.#turn());
  }

  async #turn(): Promise<void> {
    await this.#account.ready(this.#stop.signal);
    if (this.#stop.signal.aborted) return;
    const now = this.#clock.now();
    let next = now + intervals.inView;
    for (const work of this.#work(now)) {
      if (work.due <= now) void this.#read(work);
      else next = Math.min(next, work.due);
    }
    this.#timer?.cancel();
    this.#timer = this.#clock.timer(Math.max(next - this.#clock.now(), 50), () => void this.#turn());
  }

  #work(now: number): { matterId: MatterId; folderId: FolderId | null; due: number; priority: Priority }[] {
    const expected = [...this.#expected.values()].map((expectation) => ({
      ...expectation,
      // Due later than any wait there is means that the clock was set back.
      due: expectation.due > now + 2 * longestExpecting ? now : expectation.due,
      priority: 'view' as const,
    }));
    const linked = this.#stores.links.all().map((link) => link.matterId);
    const inView = this.#inView;
    return [
      ...expected,
      ...(inView === null ? [] : this.#folders(inView, intervals.inView, 'view', now)),
      ...linked
        .filter((matterId) => matterId !== inView)
        .flatMap((matterId) => this.#folders(matterId, intervals.linked, 'background', now)),
    ];
  }

  #folders(matterId: MatterId, interval: number, priority: Priority, now: number) {
    const folders = [null, ...this.#stores.documents.folders(matterId).map((folder) => folder.id)];
    return folders.map((folderId) => {
      const failedAt = this.#failedAt.get(JSON.stringify([matterId, folderId]));
      const triedAt = failedAt ?? this.#stores.history.checkedAt(matterId, folderId);
      // A clock set back must not stop the polling.
      const due = triedAt === null || triedAt > now ? now : triedAt + interval;
      return { matterId, folderId, due, priority };
    });
  }

  /** `due`, or later when the last look was so recent and took so long that the next must not follow at once. */
  #spaced(key: string, now: number, due: number): number {
    const last = this.#looked.get(key);
    // By a clock that was set back meanwhile nothing can be said.
    if (!last || last.endedAt > now) return due;
    return Math.max(due, last.endedAt + Math.min(10 * Math.max(last.took, 0), longestSpace));
  }

  async #read(work: { matterId: MatterId; folderId: FolderId | null; priority: Priority }): Promise<void> {
    const key = JSON.stringify([work.matterId, work.folderId]);
    const expectation = this.#expected.get(key);
    if (expectation) {
      const wait = expecting[Math.min(++expectation.step, expecting.length - 1)] ?? intervals.linked;
      const now = this.#clock.now();
      expectation.due = this.#spaced(key, now, now + wait * (0.75 + this.#random() / 2));
    }
    if (this.#reading.has(key)) return;
    this.#reading.add(key);
    const startedAt = this.#clock.now();
    const read = await this.#reader.read(work.matterId, work.folderId, {
      priority: work.priority,
      signal: this.#stop.signal,
    });
    // A folder that cannot be read now is not asked again before its turn.
    if (read.ok) this.#failedAt.delete(key);
    else this.#failedAt.set(key, this.#clock.now());
    this.#reading.delete(key);
    const endedAt = this.#clock.now();
    this.#looked.set(key, { endedAt, took: endedAt - startedAt });
    this.wake();
  }
}
