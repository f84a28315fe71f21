import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../../shared/base/clock.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { EngineClient } from '../../service/client.ts';
import { describe } from '../../service/describe-error.ts';
import type { ServiceError } from '../../service/errors.ts';
import { changedAt } from '../../service/matter.ts';
import { type Ticks, ticksFromDate, toTicks } from '../../service/ticks.ts';
import { readTicks } from '../../service/tolerant.ts';
import { putSettingOf, settingOf, settings } from '../../store/settings.ts';
import type { Stores } from '../../store/stores.ts';
import type { Account } from '../account/account.ts';
import { keepPages } from './keep-pages.ts';
import { keptStaff } from './kept-matter.ts';

/** Milliseconds between two looks for changed matters. */
const interval = 60_000;
/** The same where no matter says when it changed, so that each look lists everything. */
const blindInterval = 10 * 60_000;
/** And after one that could not be kept: the disk of this computer was full, for one. */
const notKeptInterval = 15_000;
/** The very first listing is made again after so many milliseconds. */
const secondFull = 60 * 60_000;
/** A list of staff that could not be read is asked for again after so many milliseconds. */
const staffAgain = 60 * 60_000;
/** Everything is listed anew after this long, so that nothing missed stays missed. */
const fullInterval = 24 * 60 * 60_000;

/** The newest change seen, in the service's own ticks. */
const newestChange = 'matters-changed-at';

/** Keeps the list of matters, and of staff, like the service's. */
export class MatterRefresher {
  readonly #client: EngineClient;
  readonly #account: Account;
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #onChanged: (matterId: MatterId) => void;
  readonly #onChange: () => void;
  readonly #onNotKept: (failure: unknown) => void;
  readonly #stop = new AbortController();
  #wake = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** When the list of staff was last asked for in vain; null when it was not. */
  #staffMissedAt: number | null = null;
  #failure: { why: string; next: string; since: number } | null = null;

  constructor(options: {
    client: EngineClient;
    account: Account;
    stores: Stores;
    clock: Clock;
    /** Called for each matter that the service says was changed since the last look. */
    onChanged: (matterId: MatterId) => void;
    onChange: () => void;
    /** Called with what went wrong when what was listed could not be kept; throws when that is a mistake. */
    onNotKept: (failure: unknown) => void;
  }) {
    this.#client = options.client;
    this.#account = options.account;
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#onChanged = options.onChanged;
    this.#onChange = options.onChange;
    this.#onNotKept = options.onNotKept;
  }

  /** Resolves when it was stopped. */
  run(): Promise<void> {
    this.#running = this.#goOn();
    return this.#running;
  }

  async #goOn(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.#account.ready(signal);
      if (signal.aborted) return;
      try {
        const failure = await this.#look();
        if (!failure) this.#account.succeeded();
        const ofAccount = failure !== null && this.#account.failed(failure);
        this.#remember(ofAccount ? null : failure);
        if (!ofAccount) await this.#rest(this.#newestChange() === null ? blindInterval : interval);
      } catch (failure) {
        this.#onNotKept(failure);
        await this.#rest(notKeptInterval);
      }
    }
  }

  /** Resolves when what was listed until now is kept: the database may be closed then. */
  stop(): Promise<void> {
    this.#stop.abort();
    this.#wake.abort();
    return this.#running;
  }

  /** Why the matters cannot be read although the service is there; null when they can. */
  get failure(): { readonly why: string; readonly next: string; readonly since: number } | null {
    return this.#failure;
  }

  #remember(failure: ServiceError | null): void {
    const real = failure === null || failure.kind === 'aborted' ? null : failure;
    if (real === null && this.#failure === null) return;
    this.#failure = real && { ...describe(real), since: this.#failure?.since ?? this.#clock.now() };
    this.#onChange();
  }

  refreshNow(): void {
    this.#wake.abort();
  }

  checkedAt(): number | null {
    return settingOf(this.#stores.matters, settings.mattersCheckedAt);
  }

  async #rest(ms: number): Promise<void> {
    this.#wake = new AbortController();
    if (this.#stop.signal.aborted) return;
    await this.#clock.sleep(ms, this.#wake.signal);
  }

  /** Asks for what changed since the newest change seen, by the service's clock: this computer's may be wrong. */
  async #look(): Promise<ServiceError | null> {
    const { matters } = this.#stores;
    const startedAt = this.#clock.now();
    const known = this.#newestChange();
    const before = settingOf(matters, settings.mattersListedAt);
    const isFirst = before === null;
    const listedAt = before ?? Number.NEGATIVE_INFINITY;
    const full = known === null || startedAt - listedAt > fullInterval || startedAt < listedAt;
    const options = { priority: 'view', signal: this.#stop.signal } as const;

    if (full || this.#isStaffDue(startedAt)) {
      const staff = await this.#client.staff.list(options);
      if (staff.ok) matters.putStaff(staff.value.items.map(keptStaff));
      // Matters can do without the names of people: that their list is refused is no reason to show none.
      else if (staff.error.kind === 'aborted' || this.#account.failed(staff.error)) return staff.error;
      this.#staffMissedAt = staff.ok ? null : startedAt;
    }
    const query = full ? {} : { updatedSince: reachingBack(known) };
    const latest = latestBelievable(startedAt);
    // What a full listing shows replaces what was known: a service whose clock was set back starts anew.
    let newest: Ticks | null = full ? null : known;
    // Leads come in a list of their own where the service keeps them apart.
    for (const isLead of [undefined, true]) {
      const pages = this.#client.matters.list(isLead ? { ...query, isLead } : query, options);
      const failure = await keepPages(
        pages,
        (group) => {
          if (matters.put(group) > 0) this.#onChange();
        },
        (matter) => {
          const at = changedAt(matter);
          if (!full && at !== null && at > known && at <= latest) this.#onChanged(matter.id);
          if (at !== null && at <= latest && (newest === null || at > newest)) newest = at;
        },
      );
      if (failure) return failure;
    }
    while (matters.prepareOrder()) {
      await setImmediate();
      if (this.#stop.signal.aborted) return null;
    }
    matters.putSetting(newestChange, newest === null ? '' : String(newest));
    // What moves from page to page while others come and go can be missed once; nothing known is ever dropped.
    const listed = isFirst ? startedAt - fullInterval + secondFull : startedAt;
    if (full) putSettingOf(matters, settings.mattersListedAt, listed);
    putSettingOf(matters, settings.mattersCheckedAt, startedAt);
    this.#onChange();
    return null;
  }

  #isStaffDue(now: number): boolean {
    const missedAt = this.#staffMissedAt;
    return missedAt !== null && (now - missedAt > staffAgain || now < missedAt);
  }

  #newestChange(): Ticks | null {
    return readTicks(this.#stores.matters.setting(newestChange));
  }
}

const day = 24 * 60 * 60_000;

/**
 * A change dated later is not built on: one record with a wrong date must not hide all changes until then. Where this
 * computer's clock is behind, this only makes the look reach back further.
 */
const latestBelievable = (now: number): Ticks => ticksFromDate(new Date(now + day));

/** Ten minutes: a change may become visible after ones that are dated later. */
const overlap = 10n * 60n * 10_000_000n;
const reachingBack = (ticks: Ticks): Ticks => toTicks(ticks - overlap);
