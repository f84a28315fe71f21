import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { fullJitter } from '../../platform/back-off.ts';
import type { FolderRead, FollowNews, Interests } from '../../service/hub-news.ts';
import type { Stores } from '../../store/stores.ts';
import type { Account } from '../account/account.ts';
import type { HistoryReader } from './history-reader.ts';
import type { Poller } from './poller.ts';

/** Milliseconds in which changes of what is cared about are gathered. */
const gathering = 300;
/** Milliseconds until a hub that ended the stream is asked again, and one that offers none. */
const again = { base: 1_000, cap: 30_000 } as const;
const notOffered = 10 * 60_000;
/** Milliseconds that a stream has to live until one that ends is no failure. */
const lasting = 30_000;
/** Folders that the hub tells of at most; the others are polled. */
const mostFolders = 4_000;

const words = { view: 'view', linked: 'linked', visited: 'seen' } as const;

/** Hears from the firm's hub which folders it read: what is known here already counts as looked at, anything else is read at once. */
export class HubNews {
  readonly #parts: {
    readonly follow: FollowNews;
    readonly account: Account;
    readonly stores: Stores;
    readonly reader: HistoryReader;
    readonly poller: Poller;
    readonly clock: Clock;
    readonly random: () => number;
  };
  readonly #stop = new AbortController();
  #stream: { readonly asked: string; readonly end: AbortController } | null = null;
  #gathering: Timer | null = null;
  #since: string | null = null;
  #running = false;

  constructor(parts: {
    follow: FollowNews;
    account: Account;
    stores: Stores;
    reader: HistoryReader;
    poller: Poller;
    clock: Clock;
    random: () => number;
  }) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    void this.#run();
  }

  stop(): void {
    this.#stop.abort();
    this.#gathering?.cancel();
    this.#stream?.end.abort();
  }

  /** Other folders are cared about now, or others more. */
  changed(): void {
    this.#gathering ??= this.#parts.clock.timer(gathering, () => {
      this.#gathering = null;
      if (this.#stream && this.#stream.asked !== JSON.stringify(this.#interests())) this.#stream.end.abort();
    });
  }

  async #run(): Promise<void> {
    const { account, clock, follow, poller, random } = this.#parts;
    const { signal } = this.#stop;
    for (let failures = 0; !signal.aborted; ) {
      await account.ready(signal);
      if (signal.aborted) return;
      const end = new AbortController();
      const interests = this.#interests();
      this.#stream = { asked: JSON.stringify(interests), end };
      const beganAt = clock.steady();
      const how = await follow(interests, {
        since: this.#since,
        signal: end.signal,
        onRead: (folders, id) => {
          if (end.signal.aborted) return;
          this.#since = id;
          poller.followed(true);
          this.#heard(folders);
        },
      }).catch(() => 'ended' as const);
      this.#stream = null;
      if (signal.aborted) return;
      // Another stream follows at once: what was told in this one still counts.
      if (end.signal.aborted) continue;
      poller.followed(false);
      if (clock.steady() - beganAt >= lasting) failures = 0;
      await clock.sleep(
        how === 'not-offered' ? notOffered : again.base * random() + fullJitter(failures, random, again),
        signal,
      );
      failures += 1;
    }
  }

  #heard(folders: readonly FolderRead[]): void {
    const { stores, reader, poller, clock } = this.#parts;
    const now = clock.now();
    const reads = folders.flatMap(({ matter, folder, validator, age }) => {
      const matterId = matter as MatterId;
      // What was sent a moment ago is looked for by reads of our own.
      if (poller.isExpecting(matterId)) return [];
      const isRoot = stores.matters.rootFolderAddress(matterId) === folder;
      const folderId = isRoot ? null : (folder as FolderId);
      return [{ matterId, folderId, validator, at: now - Math.ceil(age) }];
    });
    const news = new Set(reader.readElsewhere(reads));
    for (const read of reads) {
      if (news.has(read)) poller.news(read, read.validator === null ? null : read.at);
      else poller.told(read);
    }
  }

  #interests(): Interests {
    const { poller, stores } = this.#parts;
    const interests: Record<keyof Interests, Record<string, string[]>> = { view: {}, linked: {}, seen: {} };
    let count = 0;
    for (const { matterId, folderId, why } of poller.folders()) {
      const address = folderId ?? stores.matters.rootFolderAddress(matterId);
      if (address === null) continue;
      const matters = interests[words[why]];
      matters[matterId] = [...(matters[matterId] ?? []), address];
      count += 1;
      if (count === mostFolders) break;
    }
    return interests;
  }
}
