import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../../shared/base/clock.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import type { HistoryEntry, KnownAround, Unknown } from '../../service/history.ts';
import { withoutWaitingForDisk } from '../../store/database.ts';
import { putSettingOf, settingOf, settings } from '../../store/settings.ts';
import type { Stores } from '../../store/stores.ts';
import { asEcho, echoes, idOfEchoed, isSameMove, mayBeBetween } from './echoes.ts';
import { type Entry, entryOf, timeOf } from './entry.ts';
import { Places } from './places.ts';
import { dated, type Projector } from './projector.ts';
import { type Lean, oldestFirst } from './said-order.ts';

/** Entries kept in one transaction at first, and at most: each between two answers to the window. */
const fewest = 250;
const most = 1_000;
/** Milliseconds that a transaction may take; twice as many entries are kept at once while it takes less than half. */
const longest = 20;
/** Entries of an answer that are brought into order between two answers to the window. */
const receivedAtOnce = 2_000;

interface Received {
  readonly entry: Entry;
  readonly id: string;
  readonly fileId: string | null;
  readonly at: number | null;
  readonly orderedAt?: number;
  readonly raw: string;
}

/** What an answer came to. */
export interface Taken {
  readonly added: number;
  /** Other matters that its entries name, and that have something new by that. */
  readonly others: ReadonlySet<MatterId>;
}

/** Takes what the service's history says into the store, and what follows from it, a batch at a time. */
export class HistoryIntake {
  readonly #stores: Stores;
  readonly #projector: Projector;
  readonly #clock: Pick<Clock, 'steady'>;
  #atOnce = fewest;
  #lean: Lean;

  constructor(stores: Stores, projector: Projector, clock: Pick<Clock, 'steady'>) {
    this.#stores = stores;
    this.#projector = projector;
    this.#clock = clock;
    this.#lean = settingOf(stores.matters, settings.historyLean);
  }

  /** What must be read of one answer: the entries of a matter that are not kept yet, or that this folder shows first now. */
  unknown(matterId: MatterId, folderId: FolderId | null): Unknown {
    const { history } = this.#stores;
    return (ids) => {
      const told = new Set(history.toldAmong(matterId, folderId, ids));
      return new Set(ids.filter((id) => !told.has(id)));
    };
  }

  /**
   * Keeps the entries not seen before. A crash on the way leaves the batches before it, and the rest is new again in the next
   * answer: the folder counts as read only at the end.
   * @param now milliseconds since 1970
   * @param unreadable what the answer has beside them that is no entry: kept and shown, and never acted on
   * @param known where in the answer they stood
   * @param whole writes down that the answer is kept, in the transaction that keeps the last of it
   * @returns null when `signal` ended it before its end
   */
  async take(
    matterId: MatterId,
    folderId: FolderId | null,
    received: readonly HistoryEntry[],
    {
      now,
      signal,
      whole,
      unreadable = [],
      known = null,
    }: {
      now: number;
      signal: AbortSignal;
      whole: () => void;
      unreadable?: readonly string[];
      known?: KnownAround | null;
    },
  ): Promise<Taken | null> {
    const stores = this.#stores;
    const seen = stores.history.seen(matterId, folderId);
    const readable = await eachOnce(received);
    if (signal.aborted) return null;
    const ordered = oldestFirst(readable, known, seen !== null, this.#lean);
    const { entries } = ordered;
    const places = new Places(stores, { matterId, folderId, seen, isOrdered: ordered.isAsShown });
    const others = new Set<MatterId>();
    let added = 0;
    if (known !== null || entries.length > 0) this.#noteGap(matterId, folderId, seen, entries, known);
    const indexed = entries.length <= this.#atOnce ? 'now' : 'later';
    for (let start = 0; ; ) {
      const startedAt = this.#clock.steady();
      const batch = entries.slice(start, start + this.#atOnce);
      start += batch.length;
      const isLast = start >= entries.length;
      withoutWaitingForDisk(stores.database, () =>
        stores.together(() => {
          added += this.#keepInOrder(matterId, folderId, batch, places, { now, indexed });
          for (const [other, named] of echoes(matterId, batch)) {
            const shown = named.filter((one) => !this.#isShownBy(other, one)).map(asEcho(matterId));
            const numbers = stores.history.append(other, null, shown, now, { echo: true });
            if (this.#project(other, null, shown, numbers, indexed) > 0) others.add(other);
          }
          if (isLast && unreadable.length > 0)
            added += this.#keepUnreadable(matterId, folderId, unreadable, now);
          if (isLast) {
            this.#learn(ordered.lean);
            whole();
          }
        }),
      );
      this.#pace(this.#clock.steady() - startedAt, batch.length);
      if (isLast) break;
      await setImmediate();
      if (signal.aborted) return null;
    }
    if (indexed === 'later') await this.#projector.indexPending(signal);
    return { added, others };
  }

  /** What was shown before is shown no more: what happened between that and the oldest of these, or since, is not known. */
  #noteGap(
    matterId: MatterId,
    folderId: FolderId | null,
    seen: number | null,
    entries: readonly Received[],
    known: KnownAround | null,
  ): void {
    const { history, historyGaps } = this.#stores;
    const knownBefore = this.#knownAmong(matterId, folderId, entries, known);
    const wasEmptied = historyGaps.isEmptied(matterId, folderId);
    const mayMissSome = seen !== null || wasEmptied;
    // Whoever agrees to file over the gap agreed to no entry that comes after it.
    if (knownBefore === 0 && mayMissSome && history.hasAnyFrom(matterId, folderId)) {
      if (entries.length > 0) historyGaps.put(matterId, folderId, history.skipSeq());
      else if (!wasEmptied) historyGaps.emptied(matterId, folderId, history.skipSeq());
    }
    if (entries.length + knownBefore > 0) historyGaps.refilled(matterId, folderId);
  }

  /** How many entries of an answer were known before. */
  #knownAmong(
    matterId: MatterId,
    folderId: FolderId | null,
    entries: readonly Received[],
    known: KnownAround | null,
  ): number {
    // Another answer, asked for at the same time, may have brought them since this one was compared.
    if (known !== null && known.before + known.among + known.after > 0)
      return known.before + known.among + known.after;
    const ids = entries.map(({ id }) => id);
    return this.#stores.history.toldAmong(matterId, folderId, ids).length;
  }

  /** Kept, for the first answer after a start may not tell. */
  #learn(lean: Lean): void {
    if (lean === this.#lean) return;
    this.#lean = lean;
    putSettingOf(this.#stores.matters, settings.historyLean, lean);
  }

  /** How many of them are new. */
  #keepInOrder(
    matterId: MatterId,
    folderId: FolderId | null,
    batch: readonly Received[],
    places: Places,
    { now, indexed }: { now: number; indexed: 'now' | 'later' },
  ): number {
    const { history } = this.#stores;
    this.#nameOwn(matterId, batch);
    const before = history.newestSeq();
    const placed = batch.map((each) => ({ ...each, orderedAt: places.of(each.entry) }));
    const numbers = history.append(matterId, folderId, placed, now, { after: places.after });
    places.keptAs(batch, numbers, before);
    const added = this.#project(matterId, folderId, placed, numbers, indexed);
    for (const subject of places.settle()) this.#projector.reordered(matterId, subject);
    return added;
  }

  /** Whether the matter's own history showed this entry, which another one's shows too. */
  #isShownBy(matterId: MatterId, { id, entry }: Received): boolean {
    const raw = this.#stores.history.rawOf(matterId, id);
    return raw !== undefined && isSameMove(raw, entry);
  }

  /** What other matters' histories showed of these moves goes by the ids that it has here. */
  #nameOwn(matterId: MatterId, batch: readonly Received[]): void {
    const { history } = this.#stores;
    const moves = new Map(batch.filter(mayBeBetween).map((move) => [move.id, move]));
    if (moves.size === 0) return;
    for (const { seq, id, raw } of history.echoesIn(matterId)) {
      const own = moves.get(idOfEchoed(id));
      if (own && isSameMove(raw, own.entry)) history.isOwnToo(seq, own.id);
    }
  }

  /** @param numbers of those that are new */
  #project(
    matterId: MatterId,
    folderId: FolderId | null,
    batch: readonly Received[],
    numbers: readonly (number | null)[],
    indexed: 'now' | 'later',
  ): number {
    const added = batch.flatMap(({ entry, orderedAt = null }, index) => {
      const seq = numbers[index] ?? null;
      return seq === null ? [] : [dated(entry, { seq, readFrom: folderId ?? '', orderedAt })];
    });
    this.#projector.take(matterId, added, indexed);
    return added.length;
  }

  #keepUnreadable(
    matterId: MatterId,
    folderId: FolderId | null,
    unreadable: readonly string[],
    now: number,
  ): number {
    const received = unreadable.map((raw) => ({ id: idOfUnreadable(raw), fileId: null, at: null, raw }));
    const numbers = this.#stores.history.append(matterId, folderId, received, now);
    const added = received.flatMap(({ raw }, index) => {
      const seq = numbers[index] ?? null;
      return seq === null ? [] : [{ seq, readFrom: folderId ?? '', raw, receivedAt: now }];
    });
    this.#projector.takeUnreadable(matterId, added);
    return added.length;
  }

  /** As many entries at once as the computer keeps in the time that the window can wait. */
  #pace(took: number, kept: number): void {
    if (took > longest) this.#atOnce = Math.max(fewest, Math.floor(this.#atOnce / 2));
    else if (took < longest / 2 && kept === this.#atOnce) this.#atOnce = Math.min(most, this.#atOnce * 2);
  }
}

/** What is no entry has no id: the same text is the same thing. */
const idOfUnreadable = (raw: string): string =>
  `unreadable-${createHash('sha256').update(raw).digest('hex')}`;

/** Some services show an entry more than once in an answer. */
async function eachOnce(entries: readonly HistoryEntry[]): Promise<Received[]> {
  const received = new Map<string, Received>();
  for (const each of entries) {
    if (received.size % receivedAtOnce === receivedAtOnce - 1) await setImmediate();
    const entry = entryOf(each);
    received.set(each.id, { entry, id: each.id, fileId: entry.file, at: timeOf(entry), raw: each.raw });
  }
  return [...received.values()];
}
