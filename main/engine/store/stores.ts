import type { Clock } from '../../../shared/base/clock.ts';
import { ChangedDocuments } from './changed-documents.ts';
import { ClientStore } from './clients.ts';
import { ContentStore } from './contents.ts';
import type { AuditContext } from './custody/audit-context.ts';
import { CheckpointStore } from './custody/checkpoints.ts';
import { Custody } from './custody/custody.ts';
import type { Database } from './database.ts';
import { DocumentStore } from './documents.ts';
import { DraftStore } from './drafts.ts';
import { FetchedVersionStore } from './fetched-versions.ts';
import { FolderAgreedStore } from './folders-agreed.ts';
import { FolderToMakeStore } from './folders-to-make.ts';
import { FollowedChangeStore } from './followed-changes.ts';
import { FormerNameStore } from './former-names.ts';
import { HistoryStore } from './history.ts';
import { HistoryGapStore } from './history-gaps.ts';
import { IgnoreRuleStore } from './ignore-rules.ts';
import { IncomingFileStore } from './incoming-files.ts';
import { KeptAnswerStore } from './kept-answers.ts';
import { KeptHereStore } from './kept-here.ts';
import { KnownIds } from './known-ids.ts';
import { LinkStore } from './links.ts';
import { ListedDocumentStore } from './listed-documents.ts';
import { MassChangeStore } from './mass-changes.ts';
import { MatterDetailsStore } from './matter-details.ts';
import { MatterStore, ownUserId } from './matters.ts';
import { Outbox } from './outbox.ts';
import { PauseStore } from './pauses.ts';
import { PollStore } from './polls.ts';
import { PostedDocumentStore } from './posted-documents.ts';
import { ProjectionStore } from './projection.ts';
import { RemovedContentStore } from './removed-contents.ts';
import { RenameToTellStore } from './renames-to-tell.ts';
import { ReplacedFileStore } from './replaced-files.ts';
import { RequestStore } from './requests.ts';
import { RestoredFileStore } from './restored-files.ts';
import { SaveStore } from './saves.ts';
import { SearchStore } from './search.ts';
import { TimelineStore } from './timeline.ts';
import { UndecidedStore } from './undecided.ts';
import { UnplacedStore } from './unplaced.ts';
import { WhoWasHere } from './who-was-here.ts';

/** Every room of the database. */
export interface Stores {
  readonly database: Database;
  readonly ids: KnownIds;
  /** Runs `work` in one transaction: all of it or nothing, on disk and in memory. */
  together(work: () => void): void;
  readonly matters: MatterStore;
  readonly history: HistoryStore;
  readonly historyGaps: HistoryGapStore;
  readonly projection: ProjectionStore;
  readonly documents: DocumentStore;
  readonly timeline: TimelineStore;
  readonly search: SearchStore;
  readonly links: LinkStore;
  readonly saves: SaveStore;
  readonly outbox: Outbox;
  readonly pauses: PauseStore;
  readonly custody: Custody;
  readonly checkpoints: CheckpointStore;
  readonly whoWasHere: WhoWasHere;
  readonly contents: ContentStore;
  readonly polls: PollStore;
  readonly matterDetails: MatterDetailsStore;
  readonly ignoreRules: IgnoreRuleStore;
  readonly massChanges: MassChangeStore;
  readonly undecided: UndecidedStore;
  readonly unplaced: UnplacedStore;
  readonly renamesToTell: RenameToTellStore;
  readonly posted: PostedDocumentStore;
  readonly foldersToMake: FolderToMakeStore;
  readonly foldersAgreed: FolderAgreedStore;
  readonly replacedFiles: ReplacedFileStore;
  readonly restoredFiles: RestoredFileStore;
  readonly incomingFiles: IncomingFileStore;
  readonly fetchedVersions: FetchedVersionStore;
  readonly keptHere: KeptHereStore;
  readonly listedDocuments: ListedDocumentStore;
  readonly formerNames: FormerNameStore;
  readonly followedChanges: FollowedChangeStore;
  readonly removedContents: RemovedContentStore;
  readonly clients: ClientStore;
  readonly changedDocuments: ChangedDocuments;
  readonly requests: RequestStore;
  readonly drafts: DraftStore;
  readonly keptAnswers: KeptAnswerStore;
}

export function storesOn(
  database: Database,
  auditContext: Omit<AuditContext, 'person' | 'presence' | 'clock'> & {
    readonly clock: Pick<Clock, 'now' | 'steady'>;
  },
): Stores {
  const ids = new KnownIds(database);
  const matters = new MatterStore(database);
  const whoWasHere = new WhoWasHere(matters, auditContext.clock);
  const custody = new Custody(database, {
    ...auditContext,
    person: () => matters.setting(ownUserId),
    presence: () => whoWasHere.now,
  });
  const saves = new SaveStore(database);
  const outbox = new Outbox(database, saves, custody, whoWasHere);
  const clients = new ClientStore(database);
  const projection = new ProjectionStore(database, ids);
  return {
    database,
    ids,
    together(work) {
      try {
        database.transaction(work)();
      } catch (failure) {
        ids.forget();
        projection.forget();
        throw failure;
      }
    },
    matters,
    history: new HistoryStore(database),
    historyGaps: new HistoryGapStore(database),
    projection,
    documents: new DocumentStore(database),
    timeline: new TimelineStore(database, ids),
    search: new SearchStore(database, ids, clients),
    changedDocuments: new ChangedDocuments(database),
    links: new LinkStore(database, custody, outbox, auditContext.clock),
    saves,
    outbox,
    pauses: new PauseStore(database),
    custody,
    checkpoints: new CheckpointStore(database),
    whoWasHere,
    contents: new ContentStore(database),
    polls: new PollStore(database),
    matterDetails: new MatterDetailsStore(database),
    ignoreRules: new IgnoreRuleStore(database),
    massChanges: new MassChangeStore(database, outbox),
    undecided: new UndecidedStore(database),
    unplaced: new UnplacedStore(database),
    renamesToTell: new RenameToTellStore(database),
    posted: new PostedDocumentStore(database),
    foldersToMake: new FolderToMakeStore(database),
    foldersAgreed: new FolderAgreedStore(database),
    replacedFiles: new ReplacedFileStore(database),
    restoredFiles: new RestoredFileStore(database, saves, custody),
    listedDocuments: new ListedDocumentStore(database),
    keptHere: new KeptHereStore(database),
    fetchedVersions: new FetchedVersionStore(database),
    incomingFiles: new IncomingFileStore(database),
    formerNames: new FormerNameStore(database),
    followedChanges: new FollowedChangeStore(database),
    removedContents: new RemovedContentStore(database),
    clients,
    requests: new RequestStore(database, custody),
    drafts: new DraftStore(database),
    keptAnswers: new KeptAnswerStore(database),
  };
}
