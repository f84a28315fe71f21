import type { Database } from './database.ts';
import { DocumentStore } from './documents.ts';
import { HistoryStore } from './history.ts';
import { IgnoreRuleStore } from './ignore-rules.ts';
import { LinkStore } from './links.ts';
import { MassChangeStore } from './mass-changes.ts';
import { MatterStore } from './matters.ts';
import { Outbox } from './outbox.ts';
import { TimelineStore } from './timeline.ts';

/** Every room of the database. */
export interface Stores {
  readonly database: Database;
  readonly matters: MatterStore;
  readonly history: HistoryStore;
  readonly documents: DocumentStore;
  readonly timeline: TimelineStore;
  readonly links: LinkStore;
  readonly outbox: Outbox;
  readonly ignoreRules: IgnoreRuleStore;
  readonly massChanges: MassChangeStore;
}

export const storesOn = (database: Database): Stores => ({
  database,
  matters: new MatterStore(database),
  history: new HistoryStore(database),
  documents: new DocumentStore(database),
  timeline: new TimelineStore(database),
  links: new LinkStore(database),
  outbox: new Outbox(database),
  ignoreRules: new IgnoreRuleStore(database),
  massChanges: new MassChangeStore(database),
});
