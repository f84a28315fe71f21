import type { Clock } from '../../../../shared/base/clock.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { EngineClient } from '../../service/client.ts';
import { withoutWaitingForDisk } from '../../store/database.ts';
import { putSettingOf, settingOf, settings } from '../../store/settings.ts';
import type { Stores } from '../../store/stores.ts';
import type { Account } from '../account/account.ts';

/** Milliseconds between two questions: a firm's thousands of names come over hours, and nobody waits for them. */
const pace = 2_000;
/** The same for names that are on the screen: those somebody waits for. */
const paceInView = 200;
/** A name is asked for again after this many milliseconds, and a service that tells none after the other. */
const nameKept = 30 * 24 * 60 * 60_000;
const refusalKept = 24 * 60 * 60_000;
/** Refusals in a row, without a single answer, that mean the service tells nobody's name. */
const refusalsInARow = 3;

/** Asks for the names of clients, where the service tells them: lists of matters give their ids only. */
export class ClientNames {
  readonly #client: Pick<EngineClient, 'beyondSpec'>;
  readonly #account: Account;
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #onNamed: () => void;
  readonly #stop = new AbortController();
  #pause = new AbortController();
  #inView: readonly MatterId[] = [];
  #running = false;

  constructor(options: {
    client: Pick<EngineClient, 'beyondSpec'>;
    account: Account;
    stores: Stores;
    clock: Clock;
    /** A name is known that was not. */
    onNamed: () => void;
  }) {
    this.#client = options.client;
    this.#account = options.account;
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#onNamed = options.onNamed;
  }

  /** These matters are on the screen: the names of their clients are asked for next. */
  show(matterIds: readonly MatterId[]): void {
    this.#inView = matterIds;
    this.#pause.abort();
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
    this.#pause.abort();
  }

  async #askAll(): Promise<void> {
    const { clients, matters, database } = this.#stores;
    const { signal } = this.#stop;
    const refusedAt = settingOf(matters, settings.clientNamesNotToldAt);
    if (Math.abs(this.#clock.now() - refusedAt) < refusalKept) return;
    for (let refusals = 0; !signal.aborted && this.#account.isReady; ) {
      const now = this.#clock.now();
      const shown = clients.toAskOf(this.#inView);
      const id = shown ?? clients.toAsk(now - nameKept);
      if (id === null) return;
      const name = await this.#client.beyondSpec.contactName(id, { priority: 'background', signal });
      if (signal.aborted) return;
      if (!name.ok && this.#account.failed(name.error)) return;
      refusals = name.ok ? Number.NEGATIVE_INFINITY : refusals + 1;
      withoutWaitingForDisk(database, () =>
        database.transaction(() => {
          clients.asked(id, now);
          if (name.ok && name.value !== null) clients.named(id, name.value);
          if (refusals >= refusalsInARow) putSettingOf(matters, settings.clientNamesNotToldAt, now);
        })(),
      );
      if (refusals >= refusalsInARow) return;
      if (name.ok && name.value !== null) this.#onNamed();
      this.#pause = new AbortController();
      if (!signal.aborted) await this.#clock.sleep(shown === null ? pace : paceInView, this.#pause.signal);
    }
  }
}
