import type { Clock } from '../../../shared/clock.ts';
import type { FolderId, MatterId } from '../../../shared/model.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Account } from '../account/account.ts';
import type { Priority } from '../budget/request-budget.ts';
import type { EngineClient } from '../service/client.ts';
import { describe } from '../service/describe-error.ts';
import type { ServiceError } from '../service/errors.ts';
import type { Stores } from '../store/stores.ts';
import { readEntry, timeOf } from './entry.ts';
import { project } from './project.ts';

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
  readonly #onHistory: (matterId: MatterId, added: number) => void;
  /** One read of a folder at a time; whoever asks meanwhile shares it. */
  readonly #underWay = new Map<string, Promise<Result<number, ServiceError>>>();

  constructor(options: {
    client: EngineClient;
    account: Account;
    stores: Stores;
    clock: Clock;
    /** Called after every read that succeeded, with the number of entries not seen before. */
    onHistory: (matterId: MatterId, added: number) => void;
  }) {
    this.#client = options.client;
    this.#account = options.account;
    this.#stores = options.stores;
    this.#clock = options.clock;
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
        : await this.#client.history.read(matterId, folderId, options);
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
    const entries = answer.value.entries.map(({ id, raw }) => {
      const entry = readEntry(raw);
      return { id, raw, fileId: entry?.file ?? null, at: entry ? timeOf(entry) : null };
    });
    const added = this.#stores.database.transaction(() => {
      const count = this.#stores.history.append(matterId, folderId, entries, now);
      // What happened after the question may be missing from the answer.
      this.#stores.history.checked(matterId, folderId, startedAt);
      if (folderId === null) this.#stores.matters.historyRead(matterId, now);
      if (count > 0) this.#project(matterId);
      return count;
    })();
    this.#onHistory(matterId, added);
    return ok(added);
  }

  /** How the root is named in the history address is not shown: the first candidate that answers is remembered. */
  async #readRoot(matterId: MatterId, options: ReadOptions) {
    const known = this.#stores.matters.rootFolderAddress(matterId);
    const candidates = known === null ? [matterId, 'root', 'null'] : [known];
    let refusal: ServiceError | null = null;
    for (const address of candidates) {
      const answer = await this.#client.history.read(matterId, address, options);
      if (answer.ok) {
        if (known === null) this.#stores.matters.learnRootFolderAddress(matterId, address);
        return answer;
      }
      refusal ??= answer.error;
      if (!['not-found', 'forbidden', 'rejected'].includes(answer.error.kind)) return answer;
    }
    return err(refusal as ServiceError);
  }

  #project(matterId: MatterId): void {
    const address = this.#stores.matters.rootFolderAddress(matterId);
    const rootWords = new Set([matterId, 'root', ...(address === null ? [] : [address])]);
    const { folders, documents, timeline } = project(
      matterId,
      this.#stores.history.entries(matterId),
      rootWords,
    );
    this.#stores.documents.replace(matterId, folders, documents);
    this.#stores.timeline.replace(matterId, timeline);
  }
}
