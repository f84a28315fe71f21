import type { Clock } from '../../../../shared/base/clock.ts';
import type { MatterDetails, MatterId } from '../../../../shared/model/index.ts';
import { instant } from '../../domain/instant.ts';
import { localStorageErrorCode } from '../../platform/local-storage-errors.ts';
import type { EngineClient } from '../../service/client.ts';
import { describe } from '../../service/describe-error.ts';
import { parseJson, writeJson } from '../../service/json.ts';
import type { Stores } from '../../store/stores.ts';
import type { Account } from '../account/account.ts';
import { detailSections } from './detail-sections.ts';

/** Milliseconds for which details that were read are taken for current. */
const freshFor = 60_000;

/** Keeps the read form of matters that somebody looks at, so that it is there without the service too. */
export class DetailsKeeper {
  readonly #client: Pick<EngineClient, 'matters'>;
  readonly #account: Account;
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #onChange: (matterId: MatterId) => void;
  readonly #stop = new AbortController();
  readonly #reading = new Set<MatterId>();
  readonly #problems = new Map<MatterId, string>();

  constructor(options: {
    client: Pick<EngineClient, 'matters'>;
    account: Account;
    stores: Stores;
    clock: Clock;
    onChange: (matterId: MatterId) => void;
  }) {
    this.#client = options.client;
    this.#account = options.account;
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#onChange = options.onChange;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** What is known now, at once; asks the service for newer in the background. */
  details(matterId: MatterId): MatterDetails {
    const form = this.#stores.matterDetails.of(matterId);
    const age = form === undefined ? Number.POSITIVE_INFINITY : this.#clock.now() - form.readAt;
    // A form from the future was read before the clock was set back.
    if (age > freshFor || age < 0) void this.#read(matterId);
    const raw = parseJson(form?.raw ?? '');
    return {
      readAt: instant(form?.readAt ?? null),
      problem: this.#problems.get(matterId) ?? null,
      reading: this.#account.isReady && this.#reading.has(matterId),
      sections: raw.ok ? detailSections(raw.value, this.#names(matterId)) : [],
    };
  }

  /** Of everybody whom the form may name by an id. */
  #names(matterId: MatterId): Map<string, string> {
    return new Map([...this.#stores.clients.names(matterId), ...this.#stores.matters.staffNames()]);
  }

  async #read(matterId: MatterId): Promise<void> {
    if (this.#reading.has(matterId) || this.#problems.has(matterId)) return;
    this.#reading.add(matterId);
    try {
      // Nobody asks a second time: what is looked at before the service can be asked is read as soon as it can.
      await this.#account.ready(this.#stop.signal);
      if (this.#stop.signal.aborted) return;
      const matter = await this.#client.matters.read(matterId, {
        priority: 'view',
        signal: this.#stop.signal,
      });
      if (this.#stop.signal.aborted) return;
      if (matter.ok) {
        this.#stores.matterDetails.keep(matterId, {
          raw: writeJson(matter.value.raw),
          readAt: this.#clock.now(),
        });
      } else if (!this.#account.failed(matter.error)) {
        this.#failed(matterId, describe(matter.error).why);
      }
      this.#onChange(matterId);
    } catch (failure) {
      const code = localStorageErrorCode(failure);
      if (code === null) throw failure;
      this.#failed(matterId, describe({ operation: 'matters.read', kind: 'not-kept', code }).why);
      this.#onChange(matterId);
    } finally {
      this.#reading.delete(matterId);
    }
  }

  /** Shown for a while, in which the service is not asked again. */
  #failed(matterId: MatterId, why: string): void {
    this.#problems.set(matterId, why);
    void this.#clock.sleep(freshFor, this.#stop.signal).then(() => this.#problems.delete(matterId));
  }
}
