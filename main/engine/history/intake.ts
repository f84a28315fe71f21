import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../shared/clock.ts';
import type { FolderId, MatterId } from '../../../shared/model.ts';
import type { HistoryEntry, Unknown } from '../service/history.ts';
import { withoutWaitingForDisk } from '../store/database.ts';
import type { Stores } from '../store/stores.ts';
import { type Entry, entryOf, timeOf } from './entry.ts';
import { dated, type Projector } from './projector.ts';

/** Entries kept in one transaction at first, and at most: each between two answers to the window. */
const fewest = 250;
const most = 1_000;
/** Milliseconds that a transaction may take; twice as many entries are kept at once while it takes less than half. */
const longest = 20;
/** From so many ids on, reading all there are is faster than looking each up. */
const askedAtOnce = 500;

interface Received {
  readonly entry: Entry;
  readonly id: string;
  readonly fileId: string | null;
  readonly at: number | null;
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

  constructor(stores: Stores, projector: Projector, clock: Pick<Clock, 'steady'>) {
    this.#stores = stores;
    this.#projector = projector;
    this.#clock = clock;
  }

  /** What must be read of one answer: the entries of a matter that are not kept yet. */
  unknown(matterId: MatterId): Unknown {
    const { history } = this.#stores;
    let kept: ReadonlySet<string> | null = null;
    return (ids) => {
      if (ids.length < askedAtOnce) return new Set(ids.filter((id) => !history.isKept(matterId, id)));
      kept ??= new Set(history.ids(matterId));
      const all = kept;
      return new Set(ids.filter((id) => !all.has(id)));
    };
  }

  /**
   * Keeps the entries not seen before. A crash on the way leaves the batches before it, and the rest is new again in the next
   * answer: the folder counts as read only at the end.
   * @param now milliseconds since 1970
   * @param whole writes down that the answer is kept, in the transaction that keeps the last of it
   * @returns null when `signal` ended it before its end
   */
  async take(
    matterId: MatterId,
    folderId: FolderId | null,
    received: readonly HistoryEntry[],
    { now, signal, whole }: { now: number; signal: AbortSignal; whole: () => void },
  ): Promise<Taken | null> {
    const stores = this.#stores;
    const entries = oldestFirst(received);
    const others = new Set<MatterId>();
    let added = 0;
    const findable = entries.length <= this.#atOnce ? 'now' : 'later';
    for (let start = 0; ; ) {
      const startedAt = this.#clock.steady();
      const batch = entries.slice(start, start + this.#atOnce);
      start += batch.length;
      const isLast = start >= entries.length;
      withoutWaitingForDisk(stores.database, () =>
        stores.together(() => {
          added += this.#keep(matterId, folderId, batch, { now, echo: false, findable });
          for (const [other, shown] of echoes(matterId, batch)) {
            if (this.#keep(other, null, shown, { now, echo: true, findable }) > 0) others.add(other);
          }
          if (isLast) whole();
        }),
      );
      this.#pace(this.#clock.steady() - startedAt, batch.length);
      if (isLast) break;
      await setImmediate();
      if (signal.aborted) return null;
    }
    if (findable === 'later') await this.#projector.makeFindable(signal);
    return { added, others };
  }

  #keep(
    matterId: MatterId,
    folderId: FolderId | null,
    batch: readonly Received[],
    { now, echo, findable }: { now: number; echo: boolean; findable: 'now' | 'later' },
  ): number {
    const numbers = this.#stores.history.append(matterId, folderId, batch, now, echo);
    const added = batch.flatMap(({ entry }, index) => {
      const seq = numbers[index] ?? null;
      return seq === null ? [] : [dated(entry, seq, folderId ?? '')];
    });
    this.#projector.take(matterId, added, findable);
    return added.length;
  }

  /** As many entries at once as the computer keeps in the time that the window can wait. */
  #pace(took: number, kept: number): void {
    if (took > longest) this.#atOnce = Math.max(fewest, Math.floor(this.#atOnce / 2));
    else if (took < longest / 2 && kept === this.#atOnce) this.#atOnce = Math.min(most, this.#atOnce * 2);
  }
}

/** Entries of the same moment stay in the order in which the service shows them, read from the older end. */
function oldestFirst(entries: readonly HistoryEntry[]): Received[] {
  const received = entries.map((each): Received => {
    const entry = entryOf(each);
    return { entry, id: each.id, fileId: entry.file, at: timeOf(entry), raw: each.raw };
  });
  const [first, last] = [received[0]?.at ?? 0, received.at(-1)?.at ?? 0];
  if (first > last) received.reverse();
  return received.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

/** A move between matters is shown in both. */
function echoes(matterId: MatterId, batch: readonly Received[]): Map<MatterId, Received[]> {
  const others = new Map<MatterId, Received[]>();
  for (const received of batch) {
    const { oldMatterId, newMatterId } = received.entry;
    for (const named of new Set([oldMatterId, newMatterId])) {
      if (named === null || named === '' || named === matterId) continue;
      const other = named as MatterId;
      others.set(other, [...(others.get(other) ?? []), received]);
    }
  }
  return others;
}
