import { setImmediate } from 'node:timers/promises';
import { withoutWaitingForDisk } from '../../store/database.ts';
import type { Stores } from '../../store/stores.ts';

/** Matters looked at in one transaction: a few milliseconds of work. */
const atOnce = 250;

/** Indexes matters for search after they were listed, so that listing them is not slowed down. */
export class MatterIndexer {
  readonly #stores: Stores;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  /** Something may have changed in the list of matters. Resolves when all of it can be found. */
  async run(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#runAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  stop(): void {
    this.#stopped = true;
  }

  async #runAll(): Promise<void> {
    const { database, search } = this.#stores;
    while (this.#again) {
      this.#again = false;
      for (let no: number | null = 0; no !== null; ) {
        await setImmediate();
        if (this.#stopped) return;
        const from: number = no;
        no = withoutWaitingForDisk(database, () =>
          database.transaction(() => search.indexMatters(from, atOnce))(),
        );
      }
    }
  }
}
