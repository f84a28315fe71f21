import { Custody, type Witness } from '../custody/custody.ts';
import { ContentStore } from './contents.ts';
import type { Database } from './database.ts';
import { DocumentStore } from './documents.ts';
import { HistoryStore } from './history.ts';
import { IgnoreRuleStore } from './ignore-rules.ts';
import { LinkStore } from './links.ts';
import { MassChangeStore } from './mass-changes.ts';
import { MatterStore, ownUserId } from './matters.ts';
import { Outbox } from './outbox.ts';
import { PollStore } from './polls.ts';
import { ReadFormStore } from './read-forms.ts';
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
  readonly custody: Custody;
  readonly contents: ContentStore;
  readonly polls: PollStore;
  readonly readForms: ReadFormStore;
  readonly ignoreRules: IgnoreRuleStore;
  readonly massChanges: MassChangeStore;
  readonly unplaced: UnplacedStore;
}

export function storesOn(database: Database, witness: Omit<Witness, 'person'>): Stores {
  const matters = new MatterStore(database);
  const custody = new Custody(database, { ...witness, person: () => matters.setting(ownUserId) });
  const outbox = new Outbox(database, custody);
  return {
    database,
    matters,
    history: new HistoryStore(database),
    documents: new DocumentStore(database),
    timeline: new TimelineStore(database),
    links: new LinkStore(database, custody),
    outbox,
    custody,
    contents: new ContentStore(database),
    polls: new PollStore(database),
    readForms: new ReadFormStore(database),
    ignoreRules: new IgnoreRuleStore(database),
    massChanges: new MassChangeStore(database, outbox),
    unplaced: new UnplacedStore(database),
  };
}
