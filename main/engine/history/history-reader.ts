import type { Clock } from '../../../shared/clock.ts';
import type { FolderId, MatterId } from '../../../shared/model.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Account } from '../account/account.ts';
import type { Priority } from '../budget/request-budget.ts';
import type { EngineClient } from '../service/client.ts';
import { describe } from '../service/describe-error.ts';
import type { ServiceError } from '../service/errors.ts';
import type { Stores } from '../store/stores.ts';
import { rootAddresses } from './apply.ts';
import type { HistoryIntake } from './intake.ts';

export interface ReadOptions {
  readonly priority: Priority;
  readonly signal: AbortSignal;
}

/** Reads a folder's history into the store and keeps the projection true. */
export class HistoryReader {
  readonly #client: EngineClient;
  readonly #account: Account;
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #intake: HistoryIntake;
  readonly #onHistory: (matterId: MatterId, added: number) => void;
  /** One read of a folder at a time; whoever asks meanwhile shares it. */
  readonly #underWay = new Map<string, Promise<Result<number, ServiceError>>>();

  constructor(options: {
    client: EngineClient;
    account: Account;
    stores: Stores;
    clock: Clock;
    intake: HistoryIntake;
    /** Called after every read that succeeded, with the number of entries not seen before. */
    onHistory: (matterId: MatterId, added: number) => void;
  }) {
    this.#client = options.client;
    this.#account = options.account;
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#intake = options.intake;
    this.#onHistory = options.onHistory;
  }

  /** Entries not seen before, kept. `folderId` null is the root folder. */
  async read(
    matterId: MatterId,
    folderId: FolderId | null,
    options: ReadOptions,
  ): Promise<Result<number, ServiceError>> {
    const key = JSON.stringify([matterId, folderId]);
    const shared = this.#underWay.get(key);
    if (shared) return shared;
    const reading = this.#read(matterId, folderId, options).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, reading);
    return reading;
  }

  /** True when the folder was read after `since` (milliseconds since 1970), by a clock that has not jumped. */
  readSince(matterId: MatterId, folderId: FolderId | null, since: number): boolean {
    const checkedAt = this.#stores.history.checkedAt(matterId, folderId);
    return checkedAt !== null && checkedAt >= since && checkedAt <= this.#clock.now();
  }

  async #read(
    matterId: MatterId,
    folderId: FolderId | null,
    options: ReadOptions,
  ): Promise<Result<number, ServiceError>> {
    const startedAt = this.#clock.now();
    const answer =
      folderId === null
        ? await this.#readRoot(matterId, options)
        : await this.#client.history.read(matterId, folderId, {
            ...options,
            known: this.#intake.known(matterId, folderId),
          });
    if (!answer.ok) {
      const ofAccount = this.#account.failed(answer.error);
      if (!ofAccount && folderId === null && answer.error.kind !== 'aborted') {
        this.#stores.matters.historyRefused(matterId, describe(answer.error).why);
        this.#onHistory(matterId, 0);
      }
      return answer;
    }
    this.#account.succeeded();
    const now = this.#clock.now();
    const times = { askedAt: startedAt, now };
    const taken = await this.#intake.take(matterId, folderId, answer.value, times, options.signal);
    if (!taken) return err({ operation: 'history.read', kind: 'aborted' });
    const { added, others } = taken;
    this.#onHistory(matterId, added);
    for (const other of others) this.#onHistory(other, 1);
    return ok(added);
  }

  /** How the root is named in the history address is not shown: the first candidate that answers is remembered. */
  async #readRoot(matterId: MatterId, options: ReadOptions) {
    const address = this.#stores.matters.rootFolderAddress(matterId);
    const candidates = address === null ? rootAddresses(matterId) : [address];
    const known = this.#intake.known(matterId, null);
    let refusal: ServiceError | null = null;
    for (const candidate of candidates) {
      const answer = await this.#client.history.read(matterId, candidate, { ...options, known });
      if (answer.ok) {
        if (address === null) this.#stores.matters.learnRootFolderAddress(matterId, candidate);
        return answer;
      }
      refusal ??= answer.error;
      if (!['not-found', 'forbidden', 'rejected'].includes(answer.error.kind)) return answer;
    }
    return err(refusal as ServiceError);
  }
}
