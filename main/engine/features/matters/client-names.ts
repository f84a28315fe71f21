import type { Clock } from '../../../../shared/base/clock.ts';
import type { EngineClient } from '../../service/client.ts';
import { withoutWaitingForDisk } from '../../store/database.ts';
import type { Stores } from '../../store/stores.ts';
import type { Account } from '../account/account.ts';

/** Milliseconds between two questions: a firm's thousands of names come over hours, and nobody waits for them. */
const pace = 2_000;
/** A name is asked for again after this many milliseconds, and a service that tells none after the other. */
const nameKept = 30 * 24 * 60 * 60_000;
const refusalKept = 24 * 60 * 60_000;
/** Refusals in a row, without a single answer, that mean the service tells nobody's name. */
const refusalsInARow = 3;

/** When the service last turned out to tell no names, in milliseconds since 1970. */
const notTold = 'client-names-not-told-at';

/** Asks for the names of clients, where the service tells them: lists of matters give their ids only. */
export class ClientNames {
  readonly #client: Pick<EngineClient, 'beyondSpec'>;
  readonly #account: Account;
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  #running = false;

  constructor(options: {
    client: Pick<EngineClient, 'beyondSpec'>;
    account: Account;
    stores: Stores;
    clock: Clock;
  }) {
    this.#client = options.client;
    this.#account = options.account;
    this.#stores = options.stores;
    this.#clock = options.clock;
  }

  /** Clients may have come. Resolves when the service was asked for all of them, or does not answer. */
  async run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      await this.#askAll();
    } finally {
      this.#running = false;
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  async #askAll(): Promise<void> {
    const { clients, matters, database } = this.#stores;
    const { signal } = this.#stop;
    const refusedAt = Number(matters.setting(notTold) ?? Number.NEGATIVE_INFINITY);
    if (Math.abs(this.#clock.now() - refusedAt) < refusalKept) return;
    for (let refusals = 0; !signal.aborted && this.#account.isReady; ) {
      const now = this.#clock.now();
      const id = clients.toAsk(now - nameKept);
      if (id === null) return;
      const name = await this.#client.beyondSpec.contactName(id, { priority: 'background', signal });
      if (signal.aborted) return;
      if (!name.ok && name.error.kind !== 'not-offered' && this.#account.failed(name.error)) return;
      refusals = name.ok ? Number.NEGATIVE_INFINITY : refusals + 1;
      withoutWaitingForDisk(database, () =>
        database.transaction(() => {
          clients.asked(id, now);
          if (name.ok && name.value !== null) clients.named(id, name.value);
          if (refusals >= refusalsInARow) matters.putSetting(notTold, String(now));
        })(),
      );
      if (refusals >= refusalsInARow) return;
      await this.#clock.sleep(pace, signal);
    }
  }
}
