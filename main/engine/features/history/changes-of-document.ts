import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import type { Stores } from '../../store/stores.ts';
import { deletedAfter } from './apply.ts';
import { changeOf } from './change-kind.ts';
import { type Entry, readEntry } from './entry.ts';

/** What one entry did to a document. */
interface DocumentChange {
  /** Its number among all entries here, in the order in which they came. */
  readonly seq: number;
  readonly entry: Entry;
  readonly change: ReturnType<typeof changeOf>;
  /** True when the document was deleted before it. */
  readonly wasDeleted: boolean;
}

/** Entries that are remembered as read, of all documents: one look at a document asks for them several times over. */
const rememberedEntries = 20_000;

interface Read {
  /** How many entries there were, and the newest: what was added makes it out of date. */
  readonly extent: string;
  readonly changes: readonly DocumentChange[];
}

/** What was read last. */
class LastRead {
  readonly #read = new Map<string, Read>();
  #entries = 0;

  of(key: string, extent: string, read: () => readonly DocumentChange[]): readonly DocumentChange[] {
    const before = this.#read.get(key);
    this.#forget(key);
    const changes = before?.extent === extent ? before.changes : read();
    this.#read.set(key, { extent, changes });
    this.#entries += changes.length;
    for (const oldest of this.#read.keys()) {
      if (this.#entries <= rememberedEntries || oldest === key) break;
      this.#forget(oldest);
    }
    return changes;
  }

  #forget(key: string): void {
    this.#entries -= this.#read.get(key)?.changes.length ?? 0;
    this.#read.delete(key);
  }
}

const lastRead = new WeakMap<Stores['history'], LastRead>();

/**
 * Everything that the service's history shows of a document, oldest first. Brought back from the bin it has no new content:
 * where its other entries name versions, so does the one of an earlier version that was made the newest.
 */
export function changesOf(
  { history }: Pick<Stores, 'history'>,
  matterId: MatterId,
  fileId: FileId,
): readonly DocumentChange[] {
  const last = lastRead.get(history) ?? new LastRead();
  lastRead.set(history, last);
  const key = JSON.stringify([matterId, fileId]);
  return last.of(key, history.extentOf(matterId, fileId), () => readChanges({ history }, matterId, fileId));
}

function readChanges({ history }: Pick<Stores, 'history'>, matterId: MatterId, fileId: FileId) {
  const kept = history.ofDocumentSince(matterId, fileId, 0).flatMap(({ seq, raw }) => {
    const entry = readEntry(raw);
    return entry ? [{ seq, entry }] : [];
  });
  const hasIds = kept.some(({ entry }) => entry.documentVersionId !== null);
  let isDeleted = false;
  return kept.map(({ seq, entry }): DocumentChange => {
    const wasDeleted = isDeleted;
    const change = changeOf(entry, true, wasDeleted || (hasIds && entry.documentVersionId === null));
    isDeleted = deletedAfter(entry, matterId, change, wasDeleted);
    return { seq, entry, change, wasDeleted };
  });
}
