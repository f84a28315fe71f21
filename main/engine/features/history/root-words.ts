import type { Clock } from '../../../../shared/base/clock.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { Stores } from '../../store/stores.ts';

/** The other words for the root are asked for again after so many milliseconds, while it seems to be empty. */
const askAgain = 10 * 60_000;

/** Whether the word by which a matter's root is asked for can be trusted: an empty answer proves nothing. */
export class RootWords {
  readonly #stores: Stores;
  readonly #clock: Pick<Clock, 'steady'>;
  readonly #mayMiss: (matterId: MatterId) => boolean;
  readonly #known = new Set<MatterId>();
  readonly #askedAt = new Map<MatterId, number>();

  /** @param mayMiss true while something sent a moment ago is missing in the matter's history, or may be */
  constructor(stores: Stores, clock: Pick<Clock, 'steady'>, mayMiss: (matterId: MatterId) => boolean) {
    this.#stores = stores;
    this.#clock = clock;
    this.#mayMiss = mayMiss;
  }

  /** True once an entry of the root was seen. */
  isKnown(matterId: MatterId): boolean {
    if (!this.#known.has(matterId) && this.#stores.history.hasAnyFrom(matterId, null))
      this.#known.add(matterId);
    return this.#known.has(matterId);
  }

  /** True when the other words are to be asked for too; counts as having asked. */
  mayAskOthers(matterId: MatterId): boolean {
    const now = this.#clock.steady();
    const askedAt = this.#askedAt.get(matterId) ?? Number.NEGATIVE_INFINITY;
    if (now - askedAt < askAgain && !this.#mayMiss(matterId)) return false;
    this.#askedAt.set(matterId, now);
    return true;
  }
}
