import type { FolderId, MatterId } from '../../../shared/model.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Priority } from '../budget/priority.ts';
import type { Urgency } from '../budget/urgency.ts';
import type { BodyMark } from '../service/body-mark.ts';
import type { EngineClient } from '../service/client.ts';
import type { ServiceError } from '../service/errors.ts';
import type { HistoryEntry, KnownAround, Unknown } from '../service/history.ts';
import type { Stores } from '../store/stores.ts';
import { rootAddresses } from './apply.ts';
import type { HistoryAside } from './aside.ts';
import type { RootWords } from './root-words.ts';

export interface AskOptions {
  readonly priority: Priority;
  readonly urgency?: Urgency;
  readonly signal: AbortSignal;
}

interface Answered {
  /** When the question left for the network, by the clock that nobody sets; undefined when nobody knows. */
  readonly leftAt: number | undefined;
  /** Whether all there is takes long to be read; undefined where none of it came. */
  readonly isLong: boolean | undefined;
}

/**
 * What a folder's history answered: the entries that `unknown` did not exclude. `mark` is to be kept together with what is
 * kept of them.
 */
export type Asked =
  | ({ readonly kind: 'unchanged' } & Answered)
  | ({
      readonly kind: 'new';
      readonly entries: readonly HistoryEntry[];
      /** The JSON of each element that is no entry. */
      readonly unreadable: readonly string[];
      readonly known: KnownAround | null;
      readonly mark: BodyMark | null;
    } & Answered);

/**
 * The request side of reading a history: at which address, on which condition, and whether the body is the one known
 * already; then it is not even parsed.
 */
export class FolderAsker {
  readonly #client: EngineClient;
  readonly #stores: Stores;
  readonly #unknown: (matterId: MatterId, folderId: FolderId | null) => Unknown;
  readonly #aside: HistoryAside | null;
  readonly #roots: RootWords;

  /**
   * @param unknown which entries of an answer are worth reading
   * @param aside who reads long answers; null when they are read here
   * @param roots what is known of how the root is named
   */
  constructor(
    client: EngineClient,
    stores: Stores,
    unknown: (matterId: MatterId, folderId: FolderId | null) => Unknown,
    aside: HistoryAside | null,
    roots: RootWords,
  ) {
    this.#roots = roots;
    this.#aside = aside;
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
      : this.#at(matterId, folderId, folderId, known, options);
  }

  /**
   * How the root is named in the history address is not shown: the first candidate that answers with entries is
   * remembered, and looked for again once it does not answer. Some services answer an empty list to a word they do not
   * know: as long as no entry of the root was seen, the other candidates are asked now and then.
   */
  async #askRoot(
    matterId: MatterId,
    known: BodyMark | null,
    options: AskOptions,
  ): Promise<Result<Asked, ServiceError>> {
    const learnt = this.#stores.matters.rootFolderAddress(matterId);
    const isSure = learnt !== null && this.#roots.isKnown(matterId);
    const looksFurther = !isSure && this.#roots.mayAskOthers(matterId);
    let refusal: ServiceError | null = null;
    let empty: Asked | null = null;
    for (const address of new Set([...(learnt === null ? [] : [learnt]), ...rootAddresses(matterId)])) {
      const asked = await this.#at(matterId, null, address, address === learnt ? known : null, options);
      if (asked.ok) {
        const hasEntries = asked.value.kind === 'new' && asked.value.entries.length > 0;
        const isFirst = empty === null && !isSure && (learnt === null || refusal !== null);
        if (address !== learnt && (hasEntries || isFirst))
          this.#stores.matters.learnRootFolderAddress(matterId, address);
        if (isSure || hasEntries) return asked;
        empty ??= asked.value;
        if (looksFurther) continue;
        break;
      }
      if (empty !== null) continue;
      // Of several refusals, the one of the address that used to work says most.
      refusal ??= asked.error;
      if (!['not-found', 'forbidden', 'rejected'].includes(asked.error.kind)) return asked;
    }
    return empty === null ? err(refusal as ServiceError) : ok(empty);
  }

  async #at(
    matterId: MatterId,
    folderId: FolderId | null,
    address: string,
    known: BodyMark | null,
    options: AskOptions,
  ): Promise<Result<Asked, ServiceError>> {
    const answer = await this.#client.history.read(matterId, address, {
      ...options,
      known,
      unknown: this.#unknown(matterId, folderId),
      aside: this.#aside?.of(matterId, folderId),
    });
    if (!answer.ok) return answer;
    const { unchanged, entries, malformed, known: around = null, mark = null } = answer.value;
    const { leftAt, isLong } = answer.value;
    const unreadable = malformed.map(({ raw }) => raw);
    if (unchanged) return ok({ kind: 'unchanged', leftAt, isLong });
    return ok({ kind: 'new', entries, unreadable, known: around, mark, leftAt, isLong });
  }
}
