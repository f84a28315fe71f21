import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import type { BodyMark } from '../../service/body-mark.ts';
import type { Priority } from '../../service/budget/priority.ts';
import type { Urgency } from '../../service/budget/urgency.ts';
import type { EngineClient } from '../../service/client.ts';
import type { ServiceError } from '../../service/errors.ts';
import type { HistoryEntry, KnownAround, Unknown } from '../../service/history.ts';
import type { Stores } from '../../store/stores.ts';
import { rootAddresses } from './apply.ts';
import type { HistoryAside } from './aside.ts';
import type { RootWords } from './root-words.ts';

export interface AskOptions {
  readonly priority: Priority;
  readonly urgency?: Urgency;
  readonly signal: AbortSignal;
  /** Milliseconds that what the firm's hub tells may be older than the question; none unless said. */
  readonly maxAge?: number;
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
   * know: as long as no entry of the root was seen, the other candidates are asked now and then, and one that was refused is asked
   * once more. Once one was seen, an empty answer by another word is not believed.
   */
  async #askRoot(
    matterId: MatterId,
    known: BodyMark | null,
    options: AskOptions,
  ): Promise<Result<Asked, ServiceError>> {
    const learnt = this.#stores.matters.rootFolderAddress(matterId);
    const isSure = learnt !== null && this.#roots.isKnown(matterId);
    const looksFurther = !isSure && this.#roots.mayAskOthers(matterId);
    let refused: { readonly address: string; readonly error: ServiceError } | null = null;
    let empty: { readonly address: string; readonly asked: Asked } | null = null;
    const words = new Set([...(learnt === null ? [] : [learnt]), ...rootAddresses(matterId)]);
    for (const address of words) {
      const asked = await this.#at(matterId, null, address, address === learnt ? known : null, options);
      if (!asked.ok) {
        // Of several refusals, the one of the address that used to work says most.
        refused ??= { address, error: asked.error };
        if (empty === null && !isRefusal(asked.error)) return asked;
        continue;
      }
      if (hasEntries(asked.value)) {
        if (address !== learnt) this.#stores.matters.learnRootFolderAddress(matterId, address);
        return asked;
      }
      if (isSure && address === learnt) return asked;
      // The root has entries: an empty answer by another word is not its history.
      if (isSure) continue;
      empty ??= { address, asked: asked.value };
      if (!looksFurther) break;
    }
    if (empty === null) return err((refused as NonNullable<typeof refused>).error);
    // An empty answer is no proof that its word is the right one; one that failed may be it.
    if (refused === null) {
      if (learnt === null) this.#stores.matters.learnRootFolderAddress(matterId, empty.address);
      return ok(empty.asked);
    }
    if (!looksFurther) return ok(empty.asked);
    const again = await this.#at(matterId, null, refused.address, null, options);
    if (!again.ok) return isRefusal(again.error) ? ok(empty.asked) : again;
    this.#stores.matters.learnRootFolderAddress(matterId, refused.address);
    return again;
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

const isRefusal = ({ kind }: ServiceError): boolean => ['not-found', 'forbidden', 'rejected'].includes(kind);

/** True when it tells of anything, known or not. */
function hasEntries(asked: Asked): boolean {
  if (asked.kind === 'unchanged') return false;
  const { before, among, after } = asked.known ?? { before: 0, among: 0, after: 0 };
  return asked.entries.length + before + among + after > 0;
}
