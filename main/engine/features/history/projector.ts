import { setImmediate } from 'node:timers/promises';
import type { MatterId } from '../../../../shared/model/index.ts';
import { withoutWaitingForDisk } from '../../store/database.ts';
import type { KeptEntry } from '../../store/history.ts';
import type { KeptItem, NumberedItem, TimelineRow } from '../../store/projection.ts';
import type { Stores } from '../../store/stores.ts';
import {
  applyEntry,
  type Dated,
  type ItemState,
  inOrder,
  type Subject,
  showUnreadable,
  showWhole,
  subjectOf,
  versionIn,
} from './apply.ts';
import { type Entry, readEntry, timeOf } from './entry.ts';
import { statedOrder } from './said-order.ts';

/** Entries projected, and names indexed, in one transaction: a few milliseconds of work. */
const atOnce = 500;

export const dated = (
  entry: Entry,
  { seq, readFrom, orderedAt }: Pick<KeptEntry, 'seq' | 'readFrom' | 'orderedAt'>,
): Dated => {
  const at = timeOf(entry);
  return { entry, at: at ?? 0, order: orderedAt ?? statedOrder(at), seq, readFrom };
};

/**
 * Keeps the projection true to the entries, one batch at a time. An entry older than what its document or folder already
 * includes has that one projected again from its entries; the others are not touched.
 */
export class Projector {
  readonly #stores: Stores;
  /** True when every entry is projected: new ones may then be projected as they come. */
  #caughtUp: boolean;
  #stopped = false;

  constructor(stores: Stores) {
    this.#stores = stores;
    this.#caughtUp = stores.projection.projected() === stores.history.newestSeq();
  }

  get isCaughtUp(): boolean {
    return this.#caughtUp;
  }

  /**
   * Projects entries that were just kept; in the transaction that kept them. While older ones still wait (after an update
   * of the program, or a rebuild) they wait too.
   * @param indexed `later` when many more come: what they name can be searched for after `indexPending`
   */
  take(matterId: MatterId, entries: readonly Dated[], indexed: 'now' | 'later' = 'now'): void {
    if (!this.#caughtUp || entries.length === 0) return;
    this.#project(matterId, entries, indexed);
    this.#stores.projection.setProjected(entries.reduce((newest, { seq }) => Math.max(newest, seq), 0));
  }

  /** The same, of what is no entry: it is shown and changes nothing. */
  takeUnreadable(matterId: MatterId, kept: readonly KeptEntry[]): void {
    if (!this.#caughtUp || kept.length === 0) return;
    for (const one of kept) this.#stores.projection.addRow(matterId, null, showUnreadable(one));
    this.#stores.projection.setProjected(kept.reduce((newest, { seq }) => Math.max(newest, seq), 0));
  }

  /** An entry of this folder or document has another place in the order now. */
  reordered(matterId: MatterId, subject: Subject): void {
    if (this.#caughtUp) this.#projectItem(matterId, subject, [], 'now');
  }

  /** Projects what is kept and not projected yet, in small steps between which others have their turn. */
  async catchUp(): Promise<void> {
    while (!this.#caughtUp && !this.#stopped) {
      withoutWaitingForDisk(this.#stores.database, () => this.#step());
      await setImmediate();
    }
  }

  /** Indexes everything that was left for later; ends early when `stop` was called, or `signal` aborts. */
  async indexPending(signal?: AbortSignal): Promise<void> {
    const { database, search } = this.#stores;
    for (let more = true; more && !this.#stopped && !signal?.aborted; ) {
      withoutWaitingForDisk(database, () =>
        this.#stores.together(() => {
          more = search.putNoted(atOnce);
        }),
      );
      if (more) await setImmediate();
    }
  }

  /** Makes the projection anew from the entries. */
  async rebuild(): Promise<void> {
    this.#stores.together(() => {
      this.#stores.projection.clear();
      this.#stores.search.clearItems();
    });
    this.#caughtUp = false;
    await this.catchUp();
    await this.indexPending();
  }

  stop(): void {
    this.#stopped = true;
  }

  #step(): void {
    const { history, projection } = this.#stores;
    let isLast = false;
    this.#stores.together(() => {
      const kept = history.after(projection.projected(), atOnce);
      for (const [matterId, entries] of Map.groupBy(kept, (entry) => entry.matterId)) {
        this.#project(matterId, entries.flatMap(datedOf), 'later');
        for (const entry of entries.filter(({ raw }) => readEntry(raw) === null)) {
          projection.addRow(matterId, null, showUnreadable(entry));
        }
      }
      const newest = kept.at(-1);
      if (newest) projection.setProjected(newest.seq);
      isLast = kept.length < atOnce;
    });
    this.#caughtUp = isLast;
  }

  #project(matterId: MatterId, entries: readonly Dated[], indexed: 'now' | 'later'): void {
    const { projection } = this.#stores;
    const items = new Map<string, { subject: Subject; entries: Dated[] }>();
    let newest = 0;
    for (const each of entries) {
      newest = Math.max(newest, each.at);
      const subject = subjectOf(matterId, each.entry);
      if (subject === null) {
        projection.addRow(matterId, null, showWhole(matterId, each));
        continue;
      }
      const key = `${subject.isFolder ? 'folder' : 'file'} ${subject.id}`;
      const item = items.get(key);
      if (item) item.entries.push(each);
      else items.set(key, { subject, entries: [each] });
    }
    for (const item of items.values()) this.#projectItem(matterId, item.subject, item.entries, indexed);
    if (newest > 0) projection.raiseLastChange(matterId, newest);
  }

  #projectItem(matterId: MatterId, subject: Subject, arrived: Dated[], indexed: 'now' | 'later'): void {
    const { projection, search } = this.#stores;
    const kept = projection.item(matterId, subject.isFolder, subject.id);
    let entries = arrived.length === 1 ? arrived : arrived.toSorted(inOrder);
    let state: ItemState | null = kept ? stateOf(kept) : null;
    if (kept && state && (!entries[0] || inOrder(entries[0], state) < 0)) {
      entries = [...projection.entriesOf(kept.no).flatMap(datedOf), ...entries].toSorted(inOrder);
      projection.clearItem(kept.no);
      state = null;
    }
    const counted = new Set<string>();
    const rows: TimelineRow[] = [];
    for (const each of entries) {
      const versionId = versionIn(each.entry, state);
      const isNew =
        versionId !== null &&
        !counted.has(versionId) &&
        (kept === undefined || projection.countVersion(kept.no, versionId));
      const applied: { state: ItemState; shown: TimelineRow } = applyEntry(
        matterId,
        state,
        each,
        () => !isNew,
      );
      if (isNew) counted.add(versionId);
      state = applied.state;
      rows.push(applied.shown);
    }
    if (!state) return;
    const item = keptOf(state);
    const no = kept?.no ?? projection.addItem(matterId, subject.isFolder, subject.id, item);
    if (kept) projection.changeItem(kept, subject.isFolder, item);
    else for (const versionId of counted) projection.countVersion(no, versionId);
    for (const row of rows) projection.addRow(matterId, no, row);
    if (kept?.name !== item.name || kept.formerNames !== item.formerNames) {
      if (indexed === 'later') search.noteItem(no);
      else search.putItem(no, matterId, `${item.name}\n${item.formerNames}`);
    }
  }
}

export function datedOf(kept: KeptEntry): Dated[] {
  const entry = readEntry(kept.raw);
  return entry ? [dated(entry, kept)] : [];
}

const stateOf = ({ no: _no, key: _key, at, formerNames, deleted, ...kept }: NumberedItem): ItemState => ({
  ...kept,
  order: at,
  formerNames: formerNames === '' ? [] : formerNames.split('\n'),
  deleted: deleted === 1,
});

const keptOf = ({ formerNames, deleted, order, ...state }: ItemState): KeptItem => ({
  ...state,
  at: order,
  formerNames: formerNames.join('\n'),
  deleted: deleted ? 1 : 0,
});
