import type { Clock } from '../../../shared/clock.ts';
import type { FolderId, MatterId } from '../../../shared/model.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Account } from '../account/account.ts';
import { codeOfOwnTrouble } from '../own-trouble.ts';
import type { EngineClient } from '../service/client.ts';
import { describe } from '../service/describe-error.ts';
import type { ServiceError } from '../service/errors.ts';
import { withoutWaitingForDisk } from '../store/database.ts';
import type { Stores } from '../store/stores.ts';
import { FolderAsker, type AskOptions as ReadOptions } from './folder-asker.ts';
import { folderKey } from './folder-key.ts';
import type { HistoryIntake } from './intake.ts';
import { matterWords, notOurs, refusalIn } from './not-ours.ts';

/** Milliseconds by which the computer's clock may differ from the one that nobody sets while nobody sets it. */
const unevenness = 20;

/** Reads a folder's history into the store and keeps the projection true. */
export class HistoryReader {
  readonly #asker: FolderAsker;
  readonly #account: Account;
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #intake: HistoryIntake;
  readonly #isExpecting: (matterId: MatterId) => boolean;
  readonly #onHistory: (matterId: MatterId, added: number) => void;
  readonly #onUnchanged: (matterId: MatterId) => void;
  readonly #onNotKept: (failure: unknown) => void;
  /** Matters with something new that nobody has heard of yet, because the disk did not take what follows from it. */
  readonly #untold = new Set<MatterId>();
  /** One read of a folder at a time; whoever asks meanwhile shares it. */
  readonly #underWay = new Map<string, Promise<Result<number, ServiceError>>>();
  /** When each folder was last read since the program started, by the clock that nobody sets. */
  readonly #readAt = new Map<string, number>();

  constructor(options: {
    client: EngineClient;
    account: Account;
    stores: Stores;
    clock: Clock;
    intake: HistoryIntake;
    /** True while a write accepted a moment ago may not be applied yet (spec: What the service does 2). */
    isExpecting: (matterId: MatterId) => boolean;
    /** Called after a read that brought a new body or a refusal, with the number of entries not seen before. */
    onHistory: (matterId: MatterId, added: number) => void;
    /** Called after a read of what is known already. */
    onUnchanged: (matterId: MatterId) => void;
    /** Called with what the database said when the disk did not take something. */
    onNotKept: (failure: unknown) => void;
  }) {
    this.#asker = new FolderAsker(options.client, options.stores, (matterId) =>
      options.intake.unknown(matterId),
    );
    this.#account = options.account;
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#intake = options.intake;
    this.#isExpecting = options.isExpecting;
    this.#onHistory = options.onHistory;
    this.#onUnchanged = options.onUnchanged;
    this.#onNotKept = options.onNotKept;
  }

  /** Entries not seen before, kept. `folderId` null is the root folder. */
  async read(
    matterId: MatterId,
    folderId: FolderId | null,
    options: ReadOptions,
  ): Promise<Result<number, ServiceError>> {
    const key = folderKey(matterId, folderId);
    const shared = this.#underWay.get(key);
    if (shared) return shared;
    const reading = this.#read(matterId, folderId, options)
      .catch((failure: unknown) => this.#notKept(failure))
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, reading);
    return reading;
  }

  /**
   * True when the folder was read after `since` (milliseconds since 1970), whether the clock was set or the computer slept
   * meanwhile: both clocks must say so.
   */
  readSince(matterId: MatterId, folderId: FolderId | null, since: number): boolean {
    const now = this.#clock.now();
    const checkedAt = this.#stores.history.checkedAt(matterId, folderId);
    const readAt = this.#readAt.get(folderKey(matterId, folderId));
    if (checkedAt === null || readAt === undefined || checkedAt < since || checkedAt > now) return false;
    return this.#clock.steady() - readAt <= now - since + unevenness;
  }

  async #read(
    matterId: MatterId,
    folderId: FolderId | null,
    options: ReadOptions,
  ): Promise<Result<number, ServiceError>> {
    const started = { at: this.#clock.now(), steady: this.#clock.steady() };
    const asked = await this.#asker.ask(matterId, folderId, options);
    // The database may be closed by now.
    if (options.signal.aborted) return err({ operation: 'history.read', kind: 'aborted' });
    if (!asked.ok) {
      if (!this.#account.failed(asked.error)) this.#refused(matterId, folderId, asked.error);
      return asked;
    }
    this.#account.succeeded();
    if (asked.value.kind === 'unchanged') {
      // The body is the one kept already: all there is to note is when it was looked at.
      withoutWaitingForDisk(this.#stores.database, () => this.#checked(matterId, folderId, started));
      if (this.#untold.has(matterId)) this.#tell(matterId, 1);
      else this.#onUnchanged(matterId);
      return ok(0);
    }
    const { entries, mark } = asked.value;
    const taken = await this.#intake.take(matterId, folderId, entries, {
      now: this.#clock.now(),
      signal: options.signal,
      whole: () => {
        this.#checked(matterId, folderId, started);
        this.#stores.polls.answered(matterId, folderId, mark);
        if (folderId !== null) this.#judge(matterId);
      },
    });
    if (taken === null) return err({ operation: 'history.read', kind: 'aborted' });
    for (const one of [matterId, ...taken.others]) this.#untold.add(one);
    this.#tell(matterId, taken.added);
    for (const other of taken.others) this.#tell(other, 1);
    return ok(taken.added);
  }

  /** Whoever hears of it may have to write something down: until they could, the next read tells it again. */
  #tell(matterId: MatterId, added: number): void {
    this.#onHistory(matterId, added);
    this.#untold.delete(matterId);
  }

  #notKept(failure: unknown): Result<number, ServiceError> {
    const code = codeOfOwnTrouble(failure);
    if (code === null) throw failure;
    this.#onNotKept(failure);
    return err({ operation: 'history.read', kind: 'not-kept', code });
  }

  /** What happened after the question may be missing from the answer. */
  #checked(
    matterId: MatterId,
    folderId: FolderId | null,
    started: { readonly at: number; readonly steady: number },
  ): void {
    this.#stores.history.checked(matterId, folderId, started.at);
    this.#readAt.set(folderKey(matterId, folderId), started.steady);
    if (folderId === null) this.#stores.matters.historyRead(matterId, this.#clock.now());
  }

  /** Trouble of this one folder. A 404 just after an accepted write says only that it is not applied yet. */
  #refused(matterId: MatterId, folderId: FolderId | null, error: ServiceError): void {
    const how = refusalIn(error);
    if (error.kind === 'aborted' || (how === 'not-found' && this.#isExpecting(matterId))) return;
    if (how !== null) {
      this.#stores.polls.refused(matterId, folderId, how, this.#clock.now());
      this.#judge(matterId);
    } else if (folderId === null) {
      this.#stores.matters.historyRefused(matterId, describe(error).why);
    }
    this.#onHistory(matterId, 0);
  }

  /** Says of the matter what the answers of its folders amount to. */
  #judge(matterId: MatterId): void {
    const folders = this.#stores.polls.folders(matterId);
    const root = folders.find((folder) => folder.folderId === null);
    const words = root?.refused ? matterWords(notOurs(folders), root.refused) : null;
    if (words !== null) this.#stores.matters.historyRefused(matterId, words);
  }
}
