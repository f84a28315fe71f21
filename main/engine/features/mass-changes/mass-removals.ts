import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { LocalStorageErrors } from '../../platform/local-storage-errors.ts';
import type { Stores } from '../../store/stores.ts';
import { checkForMassRemoval } from './mass-change.ts';

/** Milliseconds in which documents that are gone may turn up elsewhere: a moved folder is read before it is known. */
const grace = 15_000;

/** Looks, a while after documents vanished, whether they were too many to pass without a word. */
export class MassRemovals {
  readonly #clock: Clock;
  readonly #stores: Stores;
  readonly #localStorageErrors: Pick<LocalStorageErrors, 'met'>;
  readonly #onChange: (matterId: MatterId) => void;
  readonly #timers = new Map<MatterId, Timer>();

  constructor(options: {
    clock: Clock;
    stores: Stores;
    localStorageErrors: Pick<LocalStorageErrors, 'met'>;
    onChange: (matterId: MatterId) => void;
  }) {
    this.#clock = options.clock;
    this.#stores = options.stores;
    this.#localStorageErrors = options.localStorageErrors;
    this.#onChange = options.onChange;
  }

  removed(matterId: MatterId): void {
    this.#timers.get(matterId)?.cancel();
    const timer = this.#clock.timer(grace, () => {
      this.#timers.delete(matterId);
      try {
        if (checkForMassRemoval(this.#stores, matterId, this.#clock.now())) this.#onChange(matterId);
      } catch (failure) {
        this.#localStorageErrors.met(failure);
        this.removed(matterId);
      }
    });
    this.#timers.set(matterId, timer);
  }

  stop(matterId: MatterId): void {
    this.#timers.get(matterId)?.cancel();
    this.#timers.delete(matterId);
  }
}
