import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import type { Stores } from '../../store/stores.ts';
import { type Subject, subjectOf } from './apply.ts';
import { changeOf } from './change-kind.ts';
import { type Entry, timeOf } from './entry.ts';
import { inSaidOrder } from './order-of-item.ts';
import { placedAfter, statedOrder } from './said-order.ts';

interface Answer {
  readonly matterId: MatterId;
  readonly folderId: FolderId | null;
  /** The newest entry known when the folder was read before; null when it was not, or nobody knows. */
  readonly seen: number | null;
  /** They come in an order that says which came first. */
  readonly isOrdered: boolean;
}

/** A folder or document of which an answer tells. */
interface Known {
  readonly subject: Subject;
  /** The last place that an entry of it has. */
  last: number | null;
  /** Another folder showed something of it that may have come before or after: all of it is brought into order anew. */
  isMixed: boolean;
}

/** Gives the entries of one answer their places in the order of all that was told of the same folder or document. */
export class Places {
  readonly #stores: Pick<Stores, 'history' | 'projection'>;
  readonly #answer: Answer;
  readonly #known = new Map<string, Known>();
  /** Those of the part of the answer that is being kept. */
  readonly #touched = new Set<Known>();

  constructor(stores: Pick<Stores, 'history' | 'projection'>, answer: Answer) {
    this.#stores = stores;
    this.#answer = answer;
  }

  /** What came before the answer's entries for certain: the newest entry known then; null when nothing is certain. */
  get after(): number | null {
    const { seen, isOrdered } = this.#answer;
    return seen ?? (isOrdered ? 0 : null);
  }

  /**
   * In microseconds since 1970: where an entry's clock puts it, or just after what came before it. To be asked in the order of
   * the answer, oldest first, before it is kept.
   */
  of(entry: Entry): number {
    const at = timeOf(entry);
    const subject = subjectOf(this.#answer.matterId, entry);
    if (subject?.isFolder) this.#introduced(entry, subject.id);
    if (subject === null || this.after === null) return statedOrder(at);
    const known = this.#knownOf(subject);
    known.last = placedAfter(at, known.last);
    return known.last;
  }

  /**
   * Notes entries that another folder had shown first. To be asked once a part of the answer is kept.
   * @param numbers of what was kept of it; null for what was known
   * @param before the newest entry that was kept before it
   */
  keptAs(
    part: readonly { readonly entry: Entry }[],
    numbers: readonly (number | null)[],
    before: number,
  ): void {
    const { matterId, folderId } = this.#answer;
    const { after } = this;
    if (after === null) return;
    let behind = before;
    for (const [index, { entry }] of part.entries()) {
      const number = numbers[index] ?? null;
      if (number !== null) behind = number;
      else if (this.#stores.history.shownAgain(matterId, folderId, entry.id, { behind, after })) {
        const subject = subjectOf(matterId, entry);
        if (subject) this.#knownOf(subject).isMixed = true;
      }
    }
  }

  /**
   * Brings everything into order of which several folders told. To be asked when what was kept is in the projection.
   * @returns what has another order than before
   */
  settle(): Subject[] {
    const { history } = this.#stores;
    const { matterId } = this.#answer;
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched.flatMap((known) => {
      const item = known.isMixed ? this.#itemOf(known.subject) : null;
      if (item === null) return [];
      known.last = null;
      let isChanged = false;
      for (const { seq, stated, place } of inSaidOrder(history.toldOf(matterId, item))) {
        known.last = known.last === null ? stated : Math.max(stated, known.last + 1);
        if (known.last === place) continue;
        history.putPlace(seq, known.last);
        isChanged = true;
      }
      return isChanged ? [known.subject] : [];
    });
  }

  #knownOf(subject: Subject): Known {
    const key = `${subject.isFolder ? 'folder' : 'file'} ${subject.id}`;
    const known = this.#known.get(key) ?? this.#look(subject);
    this.#known.set(key, known);
    this.#touched.add(known);
    return known;
  }

  #look(subject: Subject): Known {
    const { matterId, folderId } = this.#answer;
    const item = this.#itemOf(subject);
    if (item === null) return { subject, last: null, isMixed: false };
    const { place, isBeforeAllNew } = this.#stores.history.lastOf(matterId, item, folderId, this.after ?? 0);
    return { subject, last: place, isMixed: !isBeforeAllNew };
  }

  /** Null for a folder that is not in the projection. */
  #itemOf({ isFolder, id }: Subject): { fileId: string } | { no: number } | null {
    if (!isFolder) return { fileId: id };
    const item = this.#stores.projection.item(this.#answer.matterId, true, id);
    return item ? { no: item.no } : null;
  }

  /** A folder that was made since the one it is in was read: what is in it came after that, too. */
  #introduced(entry: Entry, id: string): void {
    const { history, projection } = this.#stores;
    const { matterId, seen } = this.#answer;
    if (seen === null || changeOf(entry, false) !== 'created') return;
    if (projection.item(matterId, true, id) || history.seen(matterId, id as FolderId) !== null) return;
    history.putSeen(matterId, id as FolderId, seen);
  }
}
