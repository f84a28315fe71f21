import Database from 'better-sqlite3';
import { Account } from '../../main/engine/features/account/account.ts';
import { HistoryReader } from '../../main/engine/features/history/history-reader.ts';
import { HubNews } from '../../main/engine/features/history/hub-news.ts';
import { HistoryIntake } from '../../main/engine/features/history/intake.ts';
import { Poller } from '../../main/engine/features/history/poller.ts';
import { Projector } from '../../main/engine/features/history/projector.ts';
import { createRequestBudget } from '../../main/engine/service/budget/request-budget.ts';
import { createServiceClient } from '../../main/engine/service/client.ts';
import { followNews } from '../../main/engine/service/hub-news.ts';
import { prepareDatabase } from '../../main/engine/store/database.ts';
import { storesOn } from '../../main/engine/store/stores.ts';
import type { Clock } from '../../shared/base/clock.ts';
import { ok } from '../../shared/base/result.ts';
import type { FileId, FolderId, MatterId } from '../../shared/model/index.ts';
import { testAuditContext } from '../support/audit-context.ts';
import { putFolder } from '../support/known-folder.ts';
import type { Desk } from './model-service.ts';

/** A matter as a desktop knows it. */
export interface KnownMatter {
  readonly id: MatterId;
  /** Folders besides the root. */
  readonly folders: number;
  readonly linked: boolean;
  /** Milliseconds since somebody looked; null when nobody ever did. */
  readonly lookedAgo: number | null;
  /** Milliseconds since its folders were read; null when they never were. */
  readonly readAgo: number | null;
}

const folderIds = ({ id, folders }: KnownMatter): FolderId[] =>
  Array.from({ length: folders }, (_, index) => `${id}-${index}` as FolderId);

/** The newest schema, which takes a while to come to. */
const empty = prepareDatabase(new Database(':memory:')).serialize();

/** The real poller, budget, account, client and reader of one desktop, on a model of the service. */
export class Desktop {
  readonly poller: Poller;
  readonly account: Account;
  readonly news: HubNews | null;
  /** Milliseconds from asking to announce a version until the service took it. */
  readonly uploads: number[] = [];
  /** When each was asked for. */
  readonly askedAt: number[] = [];
  /** Milliseconds from filing a version until it was told here, by matter. */
  readonly #newsAfter: ReadonlyMap<string, readonly number[]>;
  readonly #client: ReturnType<typeof createServiceClient>;
  readonly #clock: Clock;
  readonly #told: ReadonlyMap<string, number>;

  constructor(
    clock: Clock,
    random: () => number,
    service: { desk(): Desk },
    matters: readonly KnownMatter[],
  ) {
    const { told, exchange, token = 'token', hub, newsAfter = new Map() } = service.desk();
    this.#newsAfter = newsAfter;
    const database = prepareDatabase(new Database(empty));
    const stores = storesOn(database, testAuditContext);
    const account = new Account({ clock, random, onChange: () => {} });
    const budget = createRequestBudget({ clock, random, onPause: (until) => account.setPause(until) });
    const options = {
      baseUrl: 'https://service.example',
      apiKey: 'key',
      accessToken: () => Promise.resolve(ok(token)),
      hub,
      budget,
      clock,
      random,
      http: { exchange },
    };
    const client = createServiceClient(options);
    const reader = new HistoryReader({
      client,
      account,
      stores,
      clock,
      intake: new HistoryIntake(stores, new Projector(stores), clock),
      isExpecting: (matterId) => poller.isExpectingStill(matterId),
      onHistory: (matterId) => poller.satisfied(matterId),
      onUnchanged: (matterId) => poller.satisfied(matterId),
      random,
      onAnsweredAgain: () => {},
      onNotKept: () => {},
    });
    const poller = new Poller({
      ...{ reader, account, stores, clock, random, onNotKept: () => {} },
      onFolders: () => this.news?.changed(),
    });
    const follow = followNews(options);
    this.news = follow ? new HubNews({ follow, account, stores, reader, poller, clock, random }) : null;
    const now = clock.now();
    database.transaction(() => {
      stores.matters.putSetting('simulated', 'yes');
      const insert = database.prepare(
        `INSERT INTO matter (id, number, title, description, status, is_lead, client_count, root_folder_address,
           looked_at) VALUES (?, '', '', '', 'Open', 0, 0, ?, ?)`,
      );
      for (const matter of matters) {
        const { id, linked, lookedAgo, readAgo } = matter;
        insert.run(id, id, lookedAgo === null ? null : now - lookedAgo);
        if (linked) stores.links.link(id, `/matters/${id}`, now);
        const folders = folderIds(matter);
        for (const folder of folders) putFolder(stores, id, folder, folder);
        if (readAgo === null) continue;
        stores.history.append(id, null, [{ id: `made-${id}`, fileId: null, at: 0, raw: '{}' }], 0);
        for (const folderId of [null, ...folders]) stores.history.checked(id, folderId, now - readAgo);
      }
    })();
    account.setSignedIn(true);
    this.poller = poller;
    this.account = account;
    this.#client = client;
    this.#clock = clock;
    this.#told = told;
  }

  start(): void {
    this.poller.start();
    this.news?.start();
  }

  stop(): void {
    this.poller.stop();
    this.news?.stop();
  }

  /** Announces a version as the upload pipeline does, again and again until it is taken. */
  async upload(matterId: MatterId): Promise<void> {
    const since = this.#clock.now();
    this.askedAt.push(since);
    for (;;) {
      await this.account.ready(new AbortController().signal);
      const body = { fileName: 'Brief.docx', folderId: null };
      const announced = await this.#client.documents.putFile(matterId, 'file' as FileId, body, {
        priority: 'announce',
      });
      if (announced.ok) break;
      this.account.failed(announced.error);
    }
    this.account.succeeded();
    this.uploads.push(this.#clock.now() - since);
    this.poller.expect(matterId, null);
  }

  /** Milliseconds from filing a version in this matter until it was told here. */
  newsAfter(matter: KnownMatter): readonly number[] {
    return this.#newsAfter.get(`/matters/${matter.id}/documents/folders/${matter.id}/history`) ?? [];
  }

  /** Milliseconds since the service told each folder of a matter; null for one never told. */
  ages(matter: KnownMatter): (number | null)[] {
    const now = this.#clock.now();
    return [matter.id, ...folderIds(matter)].map((folder) => {
      const at = this.#told.get(`/matters/${matter.id}/documents/folders/${folder}/history`);
      return at === undefined ? null : now - at;
    });
  }
}
