import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../../shared/base/clock.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import type { LocalStorageErrors } from '../../platform/local-storage-errors.ts';
import type { Stores } from '../../store/stores.ts';
import type { UndecidedDocument } from '../../store/undecided.ts';
import type { Account } from '../account/account.ts';
import { type PlaceOf, placesIn } from '../folders/folders-there.ts';
import { folderKey } from '../history/folder-key.ts';
import type { HistoryReader } from '../history/history-reader.ts';
import { decideIdentities } from './decide-identity.ts';
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

  /** The person wants these documents filed as new ones, though nobody could look whether the service has them. */
  fileAll(matterId: MatterId): void {
    const { database, undecided, outbox } = this.#stores;
    database.transaction(() => {
      for (const { fileId } of undecided.of(matterId)) {
        outbox.filedUnread(matterId, fileId);
        undecided.forget(matterId, fileId);
      }
    })();
    this.#onDecided(matterId);
  }

  async #run(matterId: MatterId): Promise<void> {
    const { signal } = this.#stop;
    do {
      this.#running.set(matterId, false);
      // What was found may be in folders that have to be read as well, and so may what is recognised by that.
      for (let unread = this.#unread(matterId); unread.length > 0; unread = this.#unread(matterId)) {
        for (const folderId of unread) await this.#ask(matterId, folderId);
        if (signal.aborted) return;
        await this.#mirror(matterId);
      }
      if (this.#stores.history.checkedAt(matterId, null) === null) continue;
      await this.#mirror(matterId);
      if (signal.aborted) return;
      if (this.#unread(matterId).length > 0) this.#running.set(matterId, true);
      else await this.#decide(matterId);
    } while (this.#running.get(matterId) && !signal.aborted);
  }

  async #ask(matterId: MatterId, folderId: FolderId | null): Promise<void> {
    const { signal } = this.#stop;
    await this.#account.ready(signal);
    if (signal.aborted) return;
    const retries = this.#retries;
    const read = await this.#reader.read(matterId, folderId, { priority: 'view', signal, evenResting: true });
    // The account's trouble says nothing of the folder.
    if (read.ok || (this.#account.isReady && retries === this.#retries))
      this.#asked.add(folderKey(matterId, folderId));
  }

  /** Histories to be asked for, each once. */
  #unread(matterId: MatterId): (FolderId | null)[] {
    const folders = new Map<string, FolderId | null>();
    const placeOf = placesIn(this.#stores, matterId);
    for (const document of this.#stores.undecided.of(matterId)) {
      for (const folderId of this.#missing(matterId, document, placeOf)) {
        const key = folderKey(matterId, folderId);
        if (!this.#asked.has(key)) folders.set(key, folderId);
      }
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
    const ready = this.#stores.undecided
      .of(matterId)
      .filter((document) => this.#missing(matterId, document, placeOf).length === 0);
    for (let start = 0; start < ready.length && !this.#stop.signal.aborted; start += atOnce) {
      decideIdentities(this.#stores, matterId, ready.slice(start, start + atOnce), this.#clock.now());
      this.#onDecided(matterId);
      await setImmediate();
    }
  }
}
