import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import type { Priority } from '../../service/budget/priority.ts';
import { type ServiceError, scopeOf } from '../../service/errors.ts';
import type { Stores } from '../../store/stores.ts';
import type { Account } from '../account/account.ts';
import { Expectations } from './expectations.ts';
import { folderKey } from './folder-key.ts';
import type { HistoryReader } from './history-reader.ts';
import { refusalIn } from './not-ours.ts';
import { type Lane, type PolledTurn, PollSchedule, type ReadOutcome } from './poll-schedule.ts';

/** Reads under way at once: more would only wait in line, and what is overdue longest is chosen as late as possible. */
const atOnce: Readonly<Record<Lane, number>> = { view: 4, background: 2 };
/** Folders in view due within so many milliseconds are read with the first; the others wait so long to be read with more. */
const batchingWindow = { view: 1_000, background: 5_000 } as const;
/** Changes noticed elsewhere, and matters whose top folder was just refused, are looked into within this, in ms. */
const soon = 5_000;
/** A turn that comes so many milliseconds late, or an account that did nothing for so long: everything is spread. */
const silence = 10_000;
/** How old an answer may be that the firm's hub kept, in milliseconds; without a hub none is. */
const older: Readonly<Record<Lane, number>> = { view: 3_000, background: 20_000 };
/** The clock is looked at so often, in milliseconds, while there is anything to read. */
const longestSleep = 10 * 60_000;
/** How often, in milliseconds, a pause is looked at for its end. */
const pauseLook = 1_000;
/** A refusal for rate within so many milliseconds of another is the same one. */
const sameRefusal = 5_000;

/**
 * Decides which folder's history is read next: what was just sent, then what is looked at, then, the one overdue
 * longest first, what is linked and what was looked at before. Without any of these it does nothing at all.
 */
export class Poller {
  readonly #reader: HistoryReader;
  readonly #account: Account;
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #onNotKept: (failure: unknown) => void;
  readonly #onFolders: () => void;
  readonly #stop = new AbortController();
  readonly #expected: Expectations;
  readonly #schedule: PollSchedule;
  readonly #underWay = { view: 0, background: 0 };
  #lookedAt: MatterId | null = null;
  #inSight = true;
  #isFollowed = false;
  /** When the hub read something new in a folder that was not read here since. */
  readonly #news = new Map<string, number>();
  #alarm: { readonly timer: Timer; readonly at: number; readonly setAt: number } | null = null;
  #waiting = false;
  #lastBackground = Number.NEGATIVE_INFINITY;
  #refusedAt = Number.NEGATIVE_INFINITY;

  constructor(options: {
    reader: HistoryReader;
    account: Account;
    stores: Stores;
    clock: Clock;
    random: () => number;
    /** When a matter was looked at could not be written down. @throws what is no trouble of the disk */
    onNotKept: (failure: unknown) => void;
    /** Where something sent should show up; also asked by others. */
    expected?: Expectations;
    /** Other folders are read now, or for other reasons. */
    onFolders?: () => void;
  }) {
    this.#reader = options.reader;
    this.#account = options.account;
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#onNotKept = options.onNotKept;
    this.#onFolders = options.onFolders ?? (() => {});
    this.#expected = options.expected ?? new Expectations(options.random);
    this.#schedule = new PollSchedule(options.random);
  }

  start(): void {
    const now = this.#clock.now();
    for (const matter of this.#stores.polls.matters()) {
      const folders = this.#stores.polls.folders(matter.matterId);
      this.#schedule.put(matter, matter.matterId === this.#inView, folders, now);
    }
    this.#schedule.spread(now);
    this.wake();
  }

  stop(): void {
    this.#stop.abort();
    this.#alarm?.timer.cancel();
  }

  /** The person looks at this matter, or at none. */
  look(matterId: MatterId | null): void {
    const left = this.#lookedAt;
    this.#lookedAt = matterId;
    const now = this.#clock.now();
    for (const id of new Set([left, matterId])) {
      if (id === null) continue;
      try {
        this.#stores.polls.looked(id, now);
      } catch (failure) {
        this.#onNotKept(failure);
      }
      this.foldersChanged(id);
    }
  }

  /** Whether the person can see the window: what is in a window out of sight is not looked at. */
  inSight(inSight: boolean): void {
    if (inSight !== this.#inSight) {
      this.#inSight = inSight;
      this.look(this.#lookedAt);
    }
    if (inSight && this.#lookedAt !== null) this.expedite(this.#lookedAt, 0);
  }

  /** The computer slept, or the network was away: what was missed is caught up with, what is in view first. */
  awake(): void {
    this.#schedule.spread(this.#clock.now());
    if (this.#inView !== null) this.expedite(this.#inView, 0);
    this.wake();
  }

  /** Something may have changed in this matter: its folders are read within so many milliseconds. */
  expedite(matterId: MatterId, within: number = soon): void {
    this.#schedule.expedite(matterId, within, this.#clock.now());
    this.wake();
  }

  /** Other folders of this matter are known now, or it was linked or unlinked. */
  foldersChanged(matterId: MatterId): void {
    const { polls } = this.#stores;
    const inView = matterId === this.#inView;
    this.#schedule.put(polls.matter(matterId), inView, polls.folders(matterId), this.#clock.now());
    this.#onFolders();
    this.wake();
  }

  /** Every folder that is read for a reason, the most urgent reason first. */
  folders(): ReturnType<PollSchedule['folders']> {
    return this.#schedule.folders();
  }

  /** The firm's hub reads them too and tells what is new; or does no longer. */
  followed(isFollowed: boolean): void {
    if (this.#isFollowed === isFollowed) return;
    this.#isFollowed = isFollowed;
    this.#news.clear();
    this.#schedule.followed(isFollowed, this.#clock.now());
    this.wake();
  }

  /** The hub read a folder, and all of it is known here. */
  told(turn: PolledTurn): void {
    this.#schedule.readAlready(turn, this.#clock.now());
  }

  /** The hub read something new in a folder then (milliseconds since 1970); null where it has to be asked for as it is now. */
  news(turn: PolledTurn, at: number | null): void {
    if (at !== null) this.#news.set(folderKey(turn.matterId, turn.folderId), at);
    this.#schedule.news(turn, this.#clock.now());
    this.wake();
  }

  /** Something sent to this folder should show up soon. */
  expect(matterId: MatterId, folderId: FolderId | null): void {
    this.#expected.add(matterId, folderId, this.#clock.now());
    this.wake();
  }

  /** Nothing is missing in this matter any more. */
  satisfied(matterId: MatterId): void {
    this.#expected.satisfied(matterId);
  }

  /** Whether something sent to this matter is still missing in its history. */
  isExpecting(matterId: MatterId): boolean {
    return this.#expected.has(matterId);
  }

  /** The same, as long as the service may simply not have applied it yet. */
  isExpectingStill(matterId: MatterId): boolean {
    return this.#expected.isRecent(matterId, this.#clock.now());
  }

  isInView(matterId: MatterId): boolean {
    return matterId === this.#inView;
  }

  wake(): void {
    this.#ringAt(this.#clock.now());
  }

  get #inView(): MatterId | null {
    return this.#inSight ? this.#lookedAt : null;
  }

  #turn(): void {
    if (this.#waiting || this.#stop.signal.aborted) return;
    if (!this.#account.isReady || this.#account.isPaused) return void this.#waitForAccount();
    const now = this.#clock.now();
    while (this.#room('view')) {
      const expected = this.#expected.take(now, (matterId, folderId) =>
        this.#reader.cost(matterId, folderId),
      );
      const next = expected ?? this.#schedule.take('view', now + batchingWindow.view);
      if (next === null) break;
      void this.#read(next, 'view', expected === null);
    }
    while (this.#room('background') && now >= this.#backgroundAt(now)) {
      const next = this.#schedule.take('background', now);
      if (next === null) {
        this.#lastBackground = now;
        break;
      }
      void this.#read(next, 'background', true);
    }
    this.#setAlarm(now);
  }

  /** While the service is not known to answer, one read finds out. */
  #room(lane: Lane): boolean {
    const { view, background } = this.#underWay;
    return this.#account.service === 'online' ? this.#underWay[lane] < atOnce[lane] : view + background === 0;
  }

  /** Background reads are done together, so that the computer and its network can rest in between. */
  #backgroundAt(now: number): number {
    const due = this.#schedule.next('background') ?? Number.POSITIVE_INFINITY;
    return this.#lastBackground > now ? due : Math.max(due, this.#lastBackground + batchingWindow.background);
  }

  #setAlarm(now: number): void {
    const due = [now + longestSleep];
    if (this.#room('view'))
      due.push(this.#expected.next() ?? Infinity, this.#schedule.next('view') ?? Infinity);
    if (this.#room('background')) due.push(this.#backgroundAt(now));
    const isIdle = [this.#expected.next(), this.#schedule.next('view'), this.#schedule.next('background')];
    if (isIdle.every((next) => next === null)) return;
    this.#ringAt(Math.max(now + 1, Math.min(...due)));
  }

  /** Rings at the earliest of what was asked for. */
  #ringAt(at: number): void {
    if (this.#stop.signal.aborted) return;
    const now = this.#clock.now();
    const before = this.#alarm;
    // One set by a clock that was set since, or before a sleep, rings whenever it does: what rings instead knows it too.
    const holds = before !== null && before.setAt <= now && now <= before.at + silence;
    if (holds && before.at <= at) return;
    before?.timer.cancel();
    const due = Math.min(at, before?.at ?? at);
    const timer = this.#clock.timer(Math.max(due - now, 0), () => this.#ring());
    this.#alarm = { timer, at: due, setAt: Math.max(now, before?.setAt ?? now) };
  }

  #ring(): void {
    const now = this.#clock.now();
    const alarm = this.#alarm;
    this.#alarm = null;
    if (alarm && (now > alarm.at + silence || now < alarm.setAt)) this.awake();
    this.#turn();
  }

  async #waitForAccount(): Promise<void> {
    this.#waiting = true;
    const since = this.#clock.now();
    const { signal } = this.#stop;
    await this.#account.ready(signal);
    // Its end is told, not computed: the clock may be set while it lasts.
    while (this.#account.isPaused && !signal.aborted) await this.#clock.sleep(pauseLook, signal);
    this.#waiting = false;
    const now = this.#clock.now();
    if (now - since > silence || now < since) this.awake();
    this.#turn();
  }

  async #read(turn: PolledTurn, lane: Lane, isTurn: boolean): Promise<void> {
    const { matterId, folderId } = turn;
    const priority: Priority = lane;
    this.#underWay[lane] += 1;
    const maxAge = isTurn ? this.#maxAge(turn, lane) : 0;
    const options = { priority, signal: this.#stop.signal, evenResting: isTurn, maxAge };
    const read = await this.#reader.read(matterId, folderId, options);
    this.#underWay[lane] -= 1;
    if (this.#stop.signal.aborted) return;
    const outcome = read.ok ? 'read' : this.#outcome(turn, read.error);
    const now = this.#clock.now();
    if (isTurn) this.#schedule.done(turn, outcome, now);
    else if (read.ok) this.#schedule.readAlready(turn, now);
    if (read.ok) this.#schedule.faster();
    // How the root is named may be known only now.
    if (read.ok && folderId === null) this.#onFolders();
    this.wake();
  }

  /** How old an answer of the hub may be: as old as what it told of, or a little. Where something sent is missing, not at all. */
  #maxAge({ matterId, folderId }: PolledTurn, lane: Lane): number {
    const key = folderKey(matterId, folderId);
    const told = this.#news.get(key);
    this.#news.delete(key);
    if (this.isExpecting(matterId)) return 0;
    if (told === undefined) return older[lane];
    // Ages are told in whole seconds.
    return Math.max(0, this.#clock.now() - told) + 2_000;
  }

  #outcome({ matterId, folderId }: PolledTurn, error: ServiceError): ReadOutcome {
    if (error.kind === 'rate-limited') this.#slower();
    if (error.kind === 'aborted' || scopeOf(error) === 'account') return 'later';
    const refused = refusalIn(error);
    // What somebody just made, here or elsewhere, may be told of before it can be read (spec: What the service does 2).
    const isNew = folderId !== null && this.#stores.history.checkedAt(matterId, folderId) === null;
    if (refused === null || (refused === 'not-found' && (isNew || this.isExpectingStill(matterId))))
      return 'failed';
    // Whether the whole matter is refused, its other folders say.
    if (folderId === null) this.expedite(matterId);
    return 'refused';
  }

  #slower(): void {
    const now = this.#clock.now();
    if (now >= this.#refusedAt && now - this.#refusedAt < sameRefusal) return;
    this.#refusedAt = now;
    this.#schedule.slower();
  }
}
