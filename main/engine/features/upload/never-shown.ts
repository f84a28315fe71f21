import type { Clock } from '../../../../shared/base/clock.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { Save } from '../../store/save.ts';
import type { Stores } from '../../store/stores.ts';
import { foldersToShow } from './filing.ts';

/** Milliseconds after which what was sent should have been shown long ago. */
const longAgo = 60 * 60_000;
/** From then on, so many looks over so many milliseconds: the computer may have slept all the while. */
const looksEnough = 20;
const looksTake = 10 * 60_000;

interface Looks {
  readonly since: number;
  readonly checkedAt: number | null;
  readonly count: number;
}

/** Notices what the service took and never shows: what was saved after it waits behind it. */
export class NeverShown {
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #looks = new Map<MatterId, ReadonlyMap<number, Looks>>();

  constructor({ stores, clock }: { stores: Stores; clock: Clock }) {
    this.#stores = stores;
    this.#clock = clock;
  }

  /**
   * To be asked after each look at a history of the matter.
   * @param sent everything of this matter that was sent and is not shown
   */
  among(matterId: MatterId, sent: readonly Save[]): Save[] {
    const now = this.#clock.now();
    const before = this.#looks.get(matterId);
    const looks = new Map<number, Looks>();
    for (const save of sent) {
      if (save.sentAt === null) continue;
      // When the clock was set back, nobody knows how long ago it was: then the looks alone count, also once it is past that time.
      const isRecent = save.sentAt <= now && now - save.sentAt < longAgo;
      if (!isRecent || before?.has(save.id)) looks.set(save.id, this.#looked(save, before?.get(save.id)));
    }
    if (looks.size === 0) this.#looks.delete(matterId);
    else this.#looks.set(matterId, looks);
    return sent.filter(({ id, sentAt }) =>
      this.#isEnough(looks.get(id), now - (sentAt ?? 0) >= longAgo ? looksTake : longAgo),
    );
  }

  #looked(save: Save, before: Looks | undefined): Looks {
    const [folderId = null] = foldersToShow(this.#stores, save);
    const checkedAt = this.#stores.history.checkedAt(save.matterId, folderId);
    if (!before) return { since: this.#clock.steady(), checkedAt, count: 0 };
    return checkedAt === before.checkedAt ? before : { ...before, checkedAt, count: before.count + 1 };
  }

  #isEnough(looks: Looks | undefined, takes: number): boolean {
    return looks !== undefined && looks.count >= looksEnough && this.#clock.steady() - looks.since >= takes;
  }
}
