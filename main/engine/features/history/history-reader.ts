import type { Clock } from '../../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { failureCode } from '../../platform/files.ts';
import { localStorageErrorCode } from '../../platform/local-storage-errors.ts';
import { Urgency } from '../../service/budget/urgency.ts';
import type { EngineClient } from '../../service/client.ts';
import { describe } from '../../service/describe-error.ts';
import type { ServiceError } from '../../service/errors.ts';
import { withoutWaitingForDisk } from '../../store/database.ts';
import type { Stores } from '../../store/stores.ts';
import type { Account } from '../account/account.ts';
import type { HistoryAside } from './aside.ts';
import { FailingChecks } from './failing-checks.ts';
import { type AskOptions, FolderAsker } from './folder-asker.ts';
import { folderKey } from './folder-key.ts';
import type { HistoryIntake } from './intake.ts';
import { matterWords, notOurs, refusalIn } from './not-ours.ts';
import { RootWords } from './root-words.ts';

/** Milliseconds up to which a read that takes long makes what it says count for longer. */
const longestCost = 10_000;
/** Milliseconds by which the computer's clock may differ from the one that nobody sets while nobody sets it. */
const unevenness = 20;

export interface ReadOptions extends AskOptions {
  /** Asks a folder that fails before its rest is over too: who does so keeps a pace of their own. */
  readonly evenResting?: boolean;
  /** A read that is under way is not shared: it began before whoever asks had their reason to. */
  readonly anew?: boolean;
}

/** What somebody else was told of a folder, by what it is recognised by; null where nobody knows. */
export interface ReadElsewhere {
  readonly matterId: MatterId;
  readonly folderId: FolderId | null;
  readonly validator: string | null;
  readonly at: number;
}

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
  readonly #onAnsweredAgain: (saves: readonly number[]) => void;
  /** Folders that fail: nobody asks for one again before its rest is over. */
  readonly looks: FailingChecks;
  /** Matters with something new that nobody has heard of yet, because the disk did not take what follows from it. */
  readonly #pendingNotifications = new Set<MatterId>();
  /** One read of a folder at a time; whoever asks meanwhile shares it. */
  readonly #underWay = new Map<
    string,
    { result: Promise<Result<number, ServiceError>>; urgency: Urgency; maxAge: number }
  >();
  /** How long the last read of each folder took, without the wait for its turn. */
  readonly #cost = new Map<string, number>();
  /** Folders whose history is long. */
  readonly #long = new Set<string>();
  /** When each folder was last read since the program started, by the clock that nobody sets. */
  readonly #readAt = new Map<string, number>();

  constructor(options: {
    client: EngineClient;
    account: Account;
    stores: Stores;
    clock: Clock;
    random: () => number;
    intake: HistoryIntake;
    /** Who reads long answers; they are read here unless said. */
    aside?: HistoryAside | null;
    /** True while a write accepted a moment ago may not be applied yet (spec: What the service does 2). */
    isExpecting: (matterId: MatterId) => boolean;
    /** Called after a read that brought a new body or a refusal, with the number of entries not seen before. */
    onHistory: (matterId: MatterId, added: number) => void;
    /** Called after a read of what is known already. */
    onUnchanged: (matterId: MatterId) => void;
    /** Called with what the database said when the disk did not take something. */
    onNotKept: (failure: unknown) => void;
    /** Called when a folder that failed was read: these saves waited for it. */
    onAnsweredAgain: (saves: readonly number[]) => void;
  }) {
    const unknown = (matterId: MatterId, folderId: FolderId | null) =>
      options.intake.unknown(matterId, folderId);
    const { saves } = options.stores;
    const mayMiss = (matterId: MatterId) => options.isExpecting(matterId) || saves.isSending(matterId);
    const roots = new RootWords(options.stores, options.clock, mayMiss);
    this.#asker = new FolderAsker(options.client, options.stores, unknown, options.aside ?? null, roots);
    this.#account = options.account;
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#intake = options.intake;
    this.#isExpecting = options.isExpecting;
    this.#onHistory = options.onHistory;
    this.#onUnchanged = options.onUnchanged;
    this.#onNotKept = options.onNotKept;
    this.#onAnsweredAgain = options.onAnsweredAgain;
    this.looks = new FailingChecks(options.clock, options.random);
  }

  /** Entries not seen before, kept. `folderId` null is the root folder. */
  async read(
    matterId: MatterId,
    folderId: FolderId | null,
    options: ReadOptions,
  ): Promise<Result<number, ServiceError>> {
    const key = folderKey(matterId, folderId);
    const shared = this.#underWay.get(key);
    // What was never read is read as it is now: what it tells is all there was.
    const maxAge = this.#stores.history.seen(matterId, folderId) === null ? 0 : (options.maxAge ?? 0);
    if (shared) {
      // Whoever announces must not wait behind what is read in the background.
      shared.urgency.raise(options.priority);
      if (!options.anew && shared.maxAge <= maxAge) return shared.result;
      if (shared.maxAge === 0) {
        await shared.result;
        return this.read(matterId, folderId, { ...options, anew: false });
      }
      // That one may be answered by what the hub read before, and stands in the hub's line as urgent as it was when it left.
    }
    const resting = options.evenResting ? null : this.looks.resting(matterId, folderId);
    if (resting !== null) return err(resting);
    const urgency = new Urgency(options.priority);
    const result = this.#read(matterId, folderId, { ...options, urgency, maxAge }, shared?.result ?? null)
      .catch((failure: unknown) => this.#broke(matterId, folderId, failure, options.signal))
      .finally(() => {
        if (this.#underWay.get(key)?.result === result) this.#underWay.delete(key);
      });
    this.#underWay.set(key, { result, urgency, maxAge });
    return result;
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

  /**
   * Somebody else read these folders then (milliseconds since 1970).
   * @returns those of which something is not known here
   */
  readElsewhere<Read extends ReadElsewhere>(reads: readonly Read[]): Read[] {
    const { polls, history, database } = this.#stores;
    const isKnown = ({ matterId, folderId, validator }: Read) =>
      validator !== null && polls.mark(matterId, folderId)?.etag === validator;
    const known = reads.filter(isKnown);
    const newer = known.filter(
      ({ matterId, folderId, at }) => at > (history.checkedAt(matterId, folderId) ?? 0),
    );
    const note = database.transaction(() => {
      for (const { matterId, folderId, at } of newer) history.checked(matterId, folderId, at);
    });
    if (newer.length > 0) withoutWaitingForDisk(database, note);
    return reads.filter((read) => !known.includes(read));
  }

  /** Milliseconds that reading the folder took last; at most some seconds, 0 when it was not read yet. */
  cost(matterId: MatterId, folderId: FolderId | null): number {
    return Math.min(this.#cost.get(folderKey(matterId, folderId)) ?? 0, longestCost);
  }

  /** True when what the folder's history answered last, since the program started, takes long to be read. */
  isLong(matterId: MatterId, folderId: FolderId | null): boolean {
    return this.#long.has(folderKey(matterId, folderId));
  }

  /** @param before an earlier read of the folder, whose answer is taken in before this one's */
  async #read(
    matterId: MatterId,
    folderId: FolderId | null,
    options: ReadOptions,
    before: Promise<unknown> | null,
  ): Promise<Result<number, ServiceError>> {
    const began = {
      at: this.#clock.now(),
      steady: this.#clock.steady(),
      newest: this.#stores.history.newestSeq(),
    };
    const asked = await this.#asker.ask(matterId, folderId, options);
    await before;
    // The database may be closed by now.
    if (options.signal.aborted) return err({ operation: 'history.read', kind: 'aborted' });
    if (!asked.ok) {
      if (this.#account.failed(asked.error, folderKey(matterId, folderId))) return asked;
      this.#failed(matterId, folderId, asked.error);
      return asked;
    }
    this.#account.succeeded();
    const { leftAt, isLong } = asked.value;
    const key = folderKey(matterId, folderId);
    // What the hub read before the question counts from then.
    const older = Math.ceil(Math.max(0, began.steady - (leftAt ?? began.steady)));
    const started = {
      at: began.at - older,
      steady: began.steady - older,
      newest: older > 0 ? null : began.newest,
    };
    if (leftAt !== undefined) this.#cost.set(key, this.#clock.steady() - leftAt - older);
    if (isLong === true) this.#long.add(key);
    else if (isLong === false) this.#long.delete(key);
    const waiting = this.looks.answered(matterId, folderId);
    if (waiting.length > 0) this.#onAnsweredAgain(waiting);
    if (asked.value.kind === 'unchanged') {
      // The body is the one kept already: all there is to note is when it was looked at.
      withoutWaitingForDisk(this.#stores.database, () => this.#checked(matterId, folderId, started));
      if (this.#pendingNotifications.has(matterId)) this.#tell(matterId, 1);
      else this.#onUnchanged(matterId);
      return ok(0);
    }
    const { entries, unreadable, known, mark } = asked.value;
    const taken = await this.#intake.take(matterId, folderId, entries, {
      now: this.#clock.now(),
      signal: options.signal,
      unreadable,
      known,
      whole: () => {
        this.#checked(matterId, folderId, started);
        this.#stores.polls.answered(matterId, folderId, mark);
        if (folderId !== null) this.#judge(matterId);
      },
    });
    if (taken === null) return err({ operation: 'history.read', kind: 'aborted' });
    for (const one of [matterId, ...taken.others]) this.#pendingNotifications.add(one);
    this.#tell(matterId, taken.added);
    for (const other of taken.others) this.#tell(other, 1);
    return ok(taken.added);
  }

  /** Whoever hears of it may have to write something down: until they could, the next read tells it again. */
  #tell(matterId: MatterId, added: number): void {
    this.#onHistory(matterId, added);
    this.#pendingNotifications.delete(matterId);
  }

  /** The disk did not take it; or something of it that nobody thought of cannot be taken: that must not stop the others. */
  #broke(
    matterId: MatterId,
    folderId: FolderId | null,
    failure: unknown,
    signal: AbortSignal,
  ): Result<number, ServiceError> {
    const operation = 'history.read';
    if (signal.aborted) return err({ operation, kind: 'aborted' });
    const code = localStorageErrorCode(failure);
    if (code !== null) {
      this.#onNotKept(failure);
      return err({ operation, kind: 'not-kept', code });
    }
    const error = { operation, kind: 'malformed', status: null, what: failureCode(failure) } as const;
    this.#failed(matterId, folderId, error);
    return err(error);
  }

  /** What happened after the question may be missing from the answer. */
  #checked(
    matterId: MatterId,
    folderId: FolderId | null,
    started: { readonly at: number; readonly steady: number; readonly newest: number | null },
  ): void {
    this.#stores.history.checked(matterId, folderId, started.at);
    if (started.newest !== null) this.#stores.history.putSeen(matterId, folderId, started.newest);
    this.#readAt.set(folderKey(matterId, folderId), started.steady);
    if (folderId === null) this.#stores.matters.historyRead(matterId, this.#clock.now());
  }

  /** Trouble of this one folder. A 404 just after an accepted write says only that it is not applied yet. */
  #failed(matterId: MatterId, folderId: FolderId | null, error: ServiceError): void {
    const how = refusalIn(error);
    if (error.kind === 'aborted' || (how === 'not-found' && this.#isExpecting(matterId))) return;
    this.looks.failed(matterId, folderId, error);
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
