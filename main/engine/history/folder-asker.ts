import type { FolderId, MatterId } from '../../../shared/model.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Priority } from '../budget/request-budget.ts';
import type { BodyMark } from '../service/body-mark.ts';
import type { EngineClient } from '../service/client.ts';
import type { ServiceError } from '../service/errors.ts';
import type { HistoryEntry, Unknown } from '../service/history.ts';
import type { Stores } from '../store/stores.ts';
import { rootAddresses } from './apply.ts';

export interface AskOptions {
  readonly priority: Priority;
  readonly signal: AbortSignal;
}

/**
 * What a folder's history answered: the entries that `unknown` did not exclude. `mark` is to be kept together with what is
 * kept of them.
 */
export type Asked =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'new'; readonly entries: readonly HistoryEntry[]; readonly mark: BodyMark | null };

/**
 * The request side of reading a history: at which address, on which condition, and whether the body is the one known
 * already; then it is not even parsed.
 */
export class FolderAsker {
  readonly #client: EngineClient;
  readonly #stores: Stores;
  readonly #unknown: (matterId: MatterId) => Unknown;

  /** @param unknown which entries of an answer are worth reading */
  constructor(client: EngineClient, stores: Stores, unknown: (matterId: MatterId) => Unknown) {
    this.#client = client;
    this.#stores = stores;
    this.#unknown = unknown;
  }

  async ask(
    matterId: MatterId,
    folderId: FolderId | null,
    options: AskOptions,
  ): Promise<Result<Asked, ServiceError>> {
    const known = this.#stores.polls.mark(matterId, folderId);
    return folderId === null
      ? this.#askRoot(matterId, known, options)
      : this.#at(matterId, folderId, known, options);
  }

  /**
   * How the root is named in the history address is not shown: the first candidate that answers is remembered, and
   * looked for again once it does not.
   */
  async #askRoot(
    matterId: MatterId,
    known: BodyMark | null,
    options: AskOptions,
  ): Promise<Result<Asked, ServiceError>> {
    const learnt = this.#stores.matters.rootFolderAddress(matterId);
    let refusal: ServiceError | null = null;
    for (const address of new Set([...(learnt === null ? [] : [learnt]), ...rootAddresses(matterId)])) {
      const asked = await this.#at(matterId, address, address === learnt ? known : null, options);
      if (asked.ok) {
        if (address !== learnt) this.#stores.matters.learnRootFolderAddress(matterId, address);
        return asked;
      }
      // Of several refusals, the one of the address that used to work says most.
      refusal ??= asked.error;
      if (!['not-found', 'forbidden', 'rejected'].includes(asked.error.kind)) return asked;
    }
    return err(refusal as ServiceError);
  }

  async #at(
    matterId: MatterId,
    address: string,
    known: BodyMark | null,
    options: AskOptions,
  ): Promise<Result<Asked, ServiceError>> {
    const answer = await this.#client.history.read(matterId, address, {
      ...options,
      known,
      unknown: this.#unknown(matterId),
    });
    if (!answer.ok) return answer;
    const { unchanged, entries, mark } = answer.value;
    return ok(unchanged ? { kind: 'unchanged' } : { kind: 'new', entries, mark: mark ?? null });
  }
}
