import type { Database } from './database.ts';
import { DocumentStore } from './documents.ts';
import { HistoryStore } from './history.ts';
import { KnownIds } from './known-ids.ts';
import { LinkStore } from './links.ts';
import { MatterStore } from './matters.ts';
import { Outbox } from './outbox.ts';
import { ProjectionStore } from './projection.ts';
import { SearchStore } from './search.ts';
import { TimelineStore } from './timeline.ts';

/** Every room of the database. */
export interface Stores {
  readonly database: Database;
  readonly ids: KnownIds;
  /** Runs `work` in one transaction: all of it or nothing, on disk and in memory. */
  together(work: () => void): void;
  readonly matters: MatterStore;
  readonly history: HistoryStore;
  readonly projection: ProjectionStore;
  readonly documents: DocumentStore;
  readonly timeline: TimelineStore;
  readonly search: SearchStore;
  readonly links: LinkStore;
  readonly outbox: Outbox;
}

export function storesOn(database: Database): Stores {
  const ids = new KnownIds(database);
  return {
    database,
    ids,
    together(work) {
      try {
        database.transaction(work)();
      } catch (failure) {
        ids.forget();
        throw failure;
      }
    },
    matters: new MatterStore(database),
    history: new HistoryStore(database),
    projection: new ProjectionStore(database, ids),
    documents: new DocumentStore(database),
    timeline: new TimelineStore(database, ids),
    search: new SearchStore(database, ids),
    links: new LinkStore(database),
    outbox: new Outbox(database),
  };
}
