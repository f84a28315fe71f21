import type { Database } from './database.ts';
import { DocumentStore } from './documents.ts';
import { HistoryStore } from './history.ts';
import { LinkStore } from './links.ts';
import { MatterStore } from './matters.ts';
import { Outbox } from './outbox.ts';
import { TimelineStore } from './timeline.ts';
import { UnplacedStore } from './unplaced.ts';

/** Every room of the database. */
export interface Stores {
  readonly database: Database;
  readonly matters: MatterStore;
  readonly history: HistoryStore;
  readonly documents: DocumentStore;
  readonly timeline: TimelineStore;
  readonly links: LinkStore;
  readonly outbox: Outbox;
  readonly unplaced: UnplacedStore;
}

export const storesOn = (database: Database): Stores => ({
  database,
  matters: new MatterStore(database),
  history: new HistoryStore(database),
  documents: new DocumentStore(database),
  timeline: new TimelineStore(database),
  links: new LinkStore(database),
  outbox: new Outbox(database),
  unplaced: new UnplacedStore(database),
});
