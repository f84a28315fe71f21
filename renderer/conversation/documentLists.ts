import type { QueryClient } from '@tanstack/react-query';
// Not by the index, which brings zod along: the first screen does without it.
import { documentsAtOnce } from '../../shared/model/documents-at-once.ts';
import type { Change, FileId, MatterId } from '../../shared/model/index.ts';
import type { Client } from './client.ts';
import type { Queries } from './queries.ts';

type DocumentList = Awaited<ReturnType<Client['documents']['list']>>;

/** A list that is being read, and what changed meanwhile: it may have been read before that. */
interface Reading {
  readonly changed: Set<FileId>;
  isAllChanged: boolean;
}

/**
 * Lists of documents as they are shown: read a page at a time, since a matter may have tens of thousands, and then kept true by
 * asking for those alone that changed.
 */
export class DocumentLists {
  readonly #client: Pick<Client, 'documents'>;
  readonly #queries: Queries;
  readonly #cache: QueryClient;
  readonly #readings = new Map<MatterId, Reading>();
  /** Documents to ask for again, of lists that are shown. */
  readonly #changed = new Map<MatterId, Set<FileId>>();
  #begun = 0;

  constructor(client: Pick<Client, 'documents'>, queries: Queries, cache: QueryClient) {
    this.#client = client;
    this.#queries = queries;
    this.#cache = cache;
  }

  /** All folders and documents of a matter. */
  async read(matterId: MatterId, signal?: AbortSignal): Promise<DocumentList> {
    const reading: Reading = { changed: new Set(), isAllChanged: false };
    this.#begun += 1;
    this.#readings.set(matterId, reading);
    const options = signal ? { signal } : {};
    try {
      let page = await this.#client.documents.list({ matterId }, options);
      const documents = [...page.documents];
      while (page.next !== null) {
        page = await this.#client.documents.list({ matterId, after: page.next }, options);
        documents.push(...page.documents);
      }
      let list: DocumentList = { ...page, documents };
      while (reading.changed.size > 0) {
        const only = taken(reading.changed);
        list = patched(list, only, await this.#client.documents.list({ matterId, only }, options));
      }
      return list;
    } finally {
      if (this.#readings.get(matterId) === reading) this.#readings.delete(matterId);
      // Once what was read is shown.
      if (reading.isAllChanged) setTimeout(() => this.changed({ matterId }));
    }
  }

  /** What is shown of a matter's documents is not true any more. */
  changed({
    matterId,
    documents,
  }: Pick<Extract<Change, { topic: 'matter' }>, 'matterId' | 'documents'>): void {
    const reading = this.#readings.get(matterId);
    if (documents === undefined) {
      // Begun anew with each change, it might never be read to its end.
      if (reading) reading.isAllChanged = true;
      else void this.#cache.invalidateQueries({ queryKey: this.#key(matterId) });
      return;
    }
    if (reading) return addAll(reading.changed, documents);
    // One that is not shown is read when it is.
    if (documents.length === 0 || !this.#isShown(matterId)) return;
    const waiting = this.#changed.get(matterId);
    if (waiting) return addAll(waiting, documents);
    this.#changed.set(matterId, new Set(documents));
    void this.#askForChanged(matterId);
  }

  async #askForChanged(matterId: MatterId): Promise<void> {
    const waiting = this.#changed.get(matterId) ?? new Set();
    try {
      while (waiting.size > 0) {
        const only = taken(waiting);
        const begun = this.#begun;
        const some = await this.#client.documents.list({ matterId, only });
        const reading = this.#readings.get(matterId);
        if (reading) addAll(reading.changed, only);
        else if (begun !== this.#begun) addAll(waiting, only);
        else this.#show(matterId, (list) => patched(list, only, some));
      }
    } catch {
      waiting.clear();
      void this.#cache.invalidateQueries({ queryKey: this.#key(matterId) });
    } finally {
      this.#changed.delete(matterId);
    }
  }

  #show(matterId: MatterId, change: (list: DocumentList) => DocumentList): void {
    const { queryKey } = this.#options(matterId);
    this.#cache.setQueryData<DocumentList>(queryKey, (list) => list && change(list));
  }

  #isShown(matterId: MatterId): boolean {
    const { queryKey } = this.#options(matterId);
    return this.#cache.getQueryCache().find({ queryKey })?.isActive() ?? false;
  }

  #options(matterId: MatterId) {
    return this.#queries.documents.list.queryOptions({ input: { matterId } });
  }

  /** Of everything that was asked of the matter's documents. */
  #key(matterId: MatterId) {
    return this.#queries.documents.list.key({ input: { matterId } });
  }
}

function addAll(set: Set<FileId>, ids: readonly FileId[]): void {
  for (const id of ids) set.add(id);
}

/** As many as can be asked for at once, taken out. */
function taken(set: Set<FileId>): FileId[] {
  const ids = [...set].slice(0, documentsAtOnce);
  for (const id of ids) set.delete(id);
  return ids;
}

/** The list with these documents as they are now: changed, new, or gone. */
function patched(list: DocumentList, ids: readonly FileId[], some: DocumentList): DocumentList {
  const asked = new Set(ids);
  const now = new Map(some.documents.map((document) => [document.fileId, document]));
  const documents = list.documents.flatMap((document) => {
    if (!asked.has(document.fileId)) return [document];
    const changed = now.get(document.fileId);
    now.delete(document.fileId);
    return changed ? [changed] : [];
  });
  return { ...list, folders: some.folders, documents: [...documents, ...now.values()] };
}
