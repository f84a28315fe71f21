import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { FolderId, Gathered, MatterId, Refusal } from '../../../../shared/model/index.ts';
import { isMoreThanShown } from '../../domain/gathered.ts';
import { moreCame, noProblem } from '../../domain/refusals.ts';
import { inParts } from '../../platform/in-parts.ts';
import type { LocalStorageErrors } from '../../platform/local-storage-errors.ts';
import type { Stores } from '../../store/stores.ts';
import type { UndecidedDocument } from '../../store/undecided.ts';
import type { Account } from '../account/account.ts';
import { type PlaceOf, placesIn } from '../folders/folders-there.ts';
import { folderKey } from '../history/folder-key.ts';
import type { HistoryReader } from '../history/history-reader.ts';
import { decideIdentities } from './decide-identity.ts';
import { gatheredOf, refusedDocuments } from './refused-places.ts';
import { unreadFolder } from './unread-place.ts';

/** Documents decided about in one transaction: each between two answers to the window. */
const atOnce = 100;

/**
 * Sees to it that documents captured before the history of their place was read are decided about once it was. Each
 * history is asked for at once; one that fails comes again in the poller's turn.
 */
export class UndecidedDocuments {
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #reader: HistoryReader;
  readonly #account: Account;
  readonly #localStorageErrors: LocalStorageErrors;
  readonly #mirror: (matterId: MatterId) => Promise<void>;
  readonly #onFirst: (matterId: MatterId) => void;
  readonly #onDecided: (matterId: MatterId) => void;
  readonly #stop = new AbortController();
  /** Matters being looked at, and whether something changed since that began. */
  readonly #running = new Map<MatterId, boolean>();
  /** Histories asked for; one that failed is not asked for again from here. */
  readonly #asked = new Set<string>();
  /** How often the person wanted that tried again: a look that began before says nothing. */
  #retries = 0;

  constructor(options: {
    stores: Stores;
    clock: Clock;
    reader: HistoryReader;
    account: Account;
    localStorageErrors: LocalStorageErrors;
    /** Recognises the service's folders in the matter's folder. */
    mirror: (matterId: MatterId) => Promise<void>;
    /** A matter has such documents: its history has to be read. */
    onFirst: (matterId: MatterId) => void;
    onDecided: (matterId: MatterId) => void;
  }) {
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#reader = options.reader;
    this.#account = options.account;
    this.#localStorageErrors = options.localStorageErrors;
    this.#mirror = options.mirror;
    this.#onFirst = options.onFirst;
    this.#onDecided = options.onDecided;
  }

  start(): void {
    for (const matterId of this.#stores.undecided.matters()) this.wake(matterId);
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Something was captured in this matter, or its history was read. */
  wake(matterId: MatterId): void {
    if (this.#stop.signal.aborted) return;
    if (this.#running.has(matterId)) return void this.#running.set(matterId, true);
    // Nothing can be decided before the top folder was read, and that is the poller's to ask for now.
    const isAsked = this.#asked.has(folderKey(matterId, null));
    if (isAsked && this.#stores.history.checkedAt(matterId, null) === null) return;
    if (this.#stores.undecided.count(matterId) === 0) return;
    this.#running.set(matterId, true);
    this.#onFirst(matterId);
    void this.#localStorageErrors
      .untilDone(() => this.#run(matterId))
      .finally(() => {
        const hasChanged = this.#running.get(matterId);
        this.#running.delete(matterId);
        // After the last look, and before this.
        if (hasChanged) this.wake(matterId);
      });
  }

  /** The person wants refused histories asked for again. */
  retry(matterId: MatterId): void {
    this.#asked.clear();
    this.#retries += 1;
    this.wake(matterId);
  }

  /**
   * The person wants these documents filed as new ones, though nobody could look whether the service has them.
   * @param shown which they were shown: nothing that came since is agreed to
   */
  fileAll(matterId: MatterId, shown: Gathered | null): Result<void, Refusal> {
    const { database, undecided, outbox } = this.#stores;
    const refused = refusedDocuments(this.#stores, matterId);
    if (refused.length === 0) return err(noProblem);
    if (isMoreThanShown(gatheredOf(refused), shown)) return err(moreCame);
    database.transaction(() => {
      for (const { fileId } of refused) {
        outbox.filedUnread(matterId, fileId);
        undecided.forget(matterId, fileId);
      }
    })();
    this.#onDecided(matterId);
    return ok(undefined);
  }

  async #run(matterId: MatterId): Promise<void> {
    const { signal } = this.#stop;
    do {
      this.#running.set(matterId, false);
      // What was found may be in folders that have to be read as well, and so may what is recognised by that.
      for (;;) {
        const unread = await this.#unread(matterId);
        if (unread.length === 0) break;
        for (const folderId of unread) await this.#ask(matterId, folderId);
        if (signal.aborted) return;
        await this.#mirror(matterId);
      }
      if (this.#stores.history.checkedAt(matterId, null) === null) continue;
      await this.#mirror(matterId);
      if (signal.aborted) return;
      if ((await this.#unread(matterId)).length > 0) this.#running.set(matterId, true);
      else await this.#decide(matterId);
    } while (this.#running.get(matterId) && !signal.aborted);
  }

  async #ask(matterId: MatterId, folderId: FolderId | null): Promise<void> {
    const { signal } = this.#stop;
    await this.#account.ready(signal);
    if (signal.aborted) return;
    const retries = this.#retries;
    const options = { priority: 'view', signal, evenResting: true, anew: retries > 0 } as const;
    const read = await this.#reader.read(matterId, folderId, options);
    // The account's trouble says nothing of the folder.
    if (read.ok || (this.#account.isReady && retries === this.#retries))
      this.#asked.add(folderKey(matterId, folderId));
  }

  /** Histories to be asked for, each once. */
  async #unread(matterId: MatterId): Promise<(FolderId | null)[]> {
    const folders = new Map<string, FolderId | null>();
    const placeOf = placesIn(this.#stores, matterId);
    for (const page of this.#stores.undecided.pages(matterId)) {
      for (const folderId of page.flatMap((document) => this.#missing(matterId, document, placeOf))) {
        const key = folderKey(matterId, folderId);
        if (!this.#asked.has(key)) folders.set(key, folderId);
      }
      await setImmediate();
    }
    return [...folders.values()];
  }

  #missing(
    matterId: MatterId,
    { capturedAs, path }: UndecidedDocument,
    placeOf: PlaceOf,
  ): (FolderId | null)[] {
    return [capturedAs, path].flatMap((one) => {
      const folderId = one === null ? undefined : unreadFolder(this.#stores, matterId, one, placeOf);
      return folderId === undefined ? [] : [folderId];
    });
  }

  async #decide(matterId: MatterId): Promise<void> {
    const placeOf = placesIn(this.#stores, matterId);
    const ready: UndecidedDocument[] = [];
    for (const page of this.#stores.undecided.pages(matterId)) {
      ready.push(...page.filter((document) => this.#missing(matterId, document, placeOf).length === 0));
      await setImmediate();
    }
    for (const some of inParts(ready, atOnce)) {
      if (this.#stop.signal.aborted) return;
      decideIdentities(this.#stores, matterId, some, this.#clock.now());
      this.#onDecided(matterId);
      await setImmediate();
    }
  }
}
