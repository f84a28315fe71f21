import pLimit from 'p-limit';
import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import type {
  FileId,
  Keeping as KeepingNow,
  KeptPart,
  MatterId,
  Refusal,
} from '../../../../shared/model/index.ts';
import { instant } from '../../domain/instant.ts';
import type { Stores } from '../../store/stores.ts';
import type { Account } from '../account/account.ts';
import type { DocumentLister } from '../fetching/document-lister.ts';
import type { DownloadsOffered } from '../fetching/downloads-offered.ts';
import type { Followed, IntoFolder } from '../fetching/into-folder.ts';
import { Rests } from '../fetching/rests.ts';
import { isMassChange, massChangeLimits } from '../mass-changes/mass-change.ts';
import { newestNotIncluded, possibleVersionsSince } from '../upload/in-history.ts';
import { isAllKnown } from './all-known.ts';
import { compareKept, type Newer } from './compare-kept.ts';
import type { FetchedRoom } from './fetched-room.ts';
import { wantedHere } from './wanted-here.ts';

/** Documents fetched at once. */
const atOnce = 4;
/** Milliseconds until what is open or changed is looked at again. */
const again = 10_000;
/** Milliseconds between looks whether it is known what is in a matter's folder. */
const comparedLook = 500;

interface Ports {
  readonly stores: Stores;
  readonly account: Pick<Account, 'isReady' | 'ready'>;
  readonly clock: Clock;
  readonly downloadsOffered: Pick<DownloadsOffered, 'mayBe'>;
  readonly lister: Pick<DocumentLister, 'look' | 'isOffered'>;
  readonly intoFolder: Pick<IntoFolder, 'fetch' | 'follow' | 'settled' | 'isAway'>;
  /** False while it is not known what is in a matter's folder. */
  readonly isCompared: (matterId: MatterId) => boolean;
  /** False where the limit of disk space leaves no room for it. */
  readonly room: Pick<FetchedRoom, 'takes' | 'maxBytes'>;
  readonly onChange: (matterId: MatterId) => void;
}

/** What a run asks for, and what it met. */
interface Asking {
  readonly matterId: MatterId;
  readonly refusals: Refusal[];
  /** Something stands in the way of these. */
  readonly later: FileId[];
  /** The limit of disk space has no room for these. */
  readonly beyond: FileId[];
}

/** What a run found of one matter. */
interface Found {
  readonly open: number;
  readonly changed: number;
  readonly tooMany: number;
  readonly why: string | null;
  /** To be looked at again soon. */
  readonly isLater: boolean;
}
const noDocuments: { readonly wanted: number; readonly here: number } = { wanted: 0, here: 0 };
const nothingFound: Found = { open: 0, changed: 0, tooMany: 0, why: null, isLater: false };

/** Keeps on this computer what the person wants there: fetches what is missing, and follows what others file. */
export class Keeping {
  readonly #ports: Ports;
  readonly #stop = new AbortController();
  readonly #running = new Map<MatterId, Promise<void>>();
  /** Matters in which something happened since their run began. */
  readonly #asked = new Set<MatterId>();
  readonly #found = new Map<MatterId, Found>();
  /** As of the last run, and what came since. */
  readonly #counts = new Map<MatterId, typeof noDocuments>();
  readonly #timers = new Map<MatterId, Timer>();
  /** Matters of which the limit of disk space keeps something away. */
  readonly #withoutRoom = new Set<MatterId>();
  readonly #limit = pLimit(atOnce);
  readonly #rests: Rests;
  #started = false;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#rests = new Rests(ports.clock);
  }

  start(): void {
    this.#started = true;
    for (const matterId of this.#ports.stores.keptHere.matters()) this.wake(matterId);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    for (const timer of this.#timers.values()) timer.cancel();
    await Promise.all(this.#running.values());
  }

  keep(matterId: MatterId, part: KeptPart, keep: boolean): void {
    const { stores } = this.#ports;
    stores.keptHere.put(matterId, part, keep);
    this.#found.delete(matterId);
    this.#rests.endAll(matterId);
    this.#count(matterId, wantedHere(stores, matterId));
    this.#ports.onChange(matterId);
    this.wake(matterId);
  }

  /** What leaves this computer is not fetched again by itself. */
  onDemand(matterId: MatterId, fileIds: readonly FileId[] | null): void {
    const { stores } = this.#ports;
    if (fileIds === null) {
      this.#counts.delete(matterId);
      return stores.keptHere.put(matterId, { kind: 'matter' }, false);
    }
    const isKept = new Set(wantedHere(stores, matterId));
    for (const id of fileIds)
      if (isKept.has(id)) stores.keptHere.put(matterId, { kind: 'document', id }, false);
    if (isKept.size > 0) this.#count(matterId, wantedHere(stores, matterId));
  }

  /** The person agrees to all that others changed up to now, however many those are. */
  agree(matterId: MatterId): void {
    const { stores } = this.#ports;
    stores.matters.putSetting(agreedSetting(matterId), String(stores.history.newestSeqOf(matterId)));
    this.wake(matterId);
  }

  now(matterId: MatterId): Omit<KeepingNow, 'following'> {
    const { stores, downloadsOffered } = this.#ports;
    const { open, changed, tooMany, why } = this.#found.get(matterId) ?? nothingFound;
    return {
      ...{ open, changed, tooMany, why },
      ...(this.#counts.get(matterId) ?? noDocuments),
      matter: stores.keptHere.of(matterId).matter,
      isRunning: this.#running.has(matterId),
      completeAt: instant(stores.keptHere.completeAt(matterId)),
      isOffered: downloadsOffered.mayBe && stores.links.of(matterId) !== undefined,
    };
  }

  /** Asked for with each change that a window is shown of a matter, so it is not counted then. */
  #count(matterId: MatterId, wanted: readonly FileId[]): void {
    const local = this.#ports.stores.links.filesOfDocuments(matterId, wanted);
    const here = new Set(local.filter(({ removed }) => !removed).map(({ fileId }) => fileId));
    this.#counts.set(matterId, { wanted: wanted.length, here: here.size });
  }

  /** Something may have to be fetched in this matter. */
  wake(matterId: MatterId): void {
    if (!this.#started || this.#stop.signal.aborted) return;
    if (this.#running.has(matterId)) return void this.#asked.add(matterId);
    if (!this.#ports.stores.keptHere.matters().includes(matterId)) return;
    this.#timers.get(matterId)?.cancel();
    const began = this.#ports.clock.steady();
    const run = this.#run(matterId)
      // What the disk does not take is tried again later.
      .catch(() =>
        this.#found.set(matterId, {
          ...nothingFound,
          isLater: true,
          why: 'The disk of this computer did not take it.',
        }),
      )
      .finally(() => {
        this.#running.delete(matterId);
        if (this.#stop.signal.aborted) return;
        this.#ports.onChange(matterId);
        if (this.#asked.delete(matterId)) return this.wake(matterId);
        const wait = this.#untilNextLook(matterId, began);
        if (wait === null) return;
        this.#timers.set(
          matterId,
          this.#ports.clock.timer(wait, () => this.wake(matterId)),
        );
      });
    this.#running.set(
      matterId,
      run.then(() => undefined),
    );
  }

  /** Milliseconds; null where nothing is to be looked at again by itself. */
  #untilNextLook(matterId: MatterId, began: number): number | null {
    const { open, changed, isLater } = this.#found.get(matterId) ?? nothingFound;
    const rest = this.#rests.next(matterId, began);
    if (open + changed === 0 && !isLater) return rest;
    return Math.min(again, rest ?? again);
  }

  async #run(matterId: MatterId): Promise<void> {
    const { stores, account, downloadsOffered, lister, clock } = this.#ports;
    const { signal } = this.#stop;
    await account.ready(signal);
    const isLinked = () => !signal.aborted && stores.links.of(matterId) !== undefined;
    while (isLinked() && !this.#ports.isCompared(matterId)) await clock.sleep(comparedLook, signal);
    if (!isLinked()) return;
    if (!downloadsOffered.mayBe)
      return void this.#found.set(matterId, { ...nothingFound, isLater: true, why: notGiven });
    if (await this.#ports.intoFolder.isAway(matterId))
      return void this.#found.set(matterId, { ...nothingFound, isLater: true, why: folderAway });
    await lister.look(matterId);
    const allKnown = isAllKnown(stores, matterId, lister.isOffered);
    // A list or a folder that cannot be read is looked for ever more seldom.
    if (allKnown) this.#rests.end(matterId, 'documents');
    else this.#rests.begin(matterId, 'documents', null);
    const wanted = wantedHere(stores, matterId);
    const before = await compareKept(stores, matterId, wanted);
    this.#counts.set(matterId, { wanted: wanted.length, here: before.here });
    const asking: Asking = { matterId, refusals: [], later: [], beyond: [] };
    await Promise.all(before.missing.map((fileId) => this.#limit(() => this.#fetch(asking, fileId))));
    const found = await this.#follow(asking, before.newer, wanted.length);
    await this.#ports.intoFolder.settled();
    if (signal.aborted) return;
    const after = await compareKept(stores, matterId, wanted);
    this.#counts.set(matterId, { wanted: wanted.length, here: after.here });
    const refusal = asking.refusals[0];
    const why = refusal ? `${refusal.what}. ${refusal.why}` : this.#whyAway(asking.beyond.length);
    this.#away(matterId, asking.beyond.length > 0);
    const changed = Math.max(found.changed, after.changed);
    const isLater = asking.later.length > 0 || asking.refusals.some(isOfAll);
    this.#found.set(matterId, { ...found, changed, why, isLater });
    const isWhole = why === null && after.missing.length + after.newer.length + changed === 0;
    if (isWhole && allKnown) stores.keptHere.complete(matterId, clock.now());
  }

  /** Looks again at those that the limit of disk space keeps away. */
  roomAgain(): void {
    for (const matterId of [...this.#withoutRoom]) this.wake(matterId);
  }

  #away(matterId: MatterId, isAway: boolean): void {
    if (isAway) this.#withoutRoom.add(matterId);
    else this.#withoutRoom.delete(matterId);
  }

  #whyAway(documents: number): string | null {
    if (documents === 0) return null;
    const limit = `${(this.#ports.room.maxBytes ?? 0) / 1_000_000_000} GB`;
    return `The limit of disk space for fetched documents (${limit}) keeps ${documents} away.`;
  }

  async #fetch(asking: Asking, fileId: FileId): Promise<void> {
    const { matterId, refusals } = asking;
    // Nothing more is begun after what every other document would meet too.
    if (this.#stop.signal.aborted || refusals.some(isOfAll)) return;
    const seq = possibleVersionsSince(this.#ports.stores, { matterId, fileId }, 0).at(-1)?.seq ?? null;
    const rest = this.#rests.of(matterId, fileId, seq);
    if (rest) return void (rest.refusal && refusals.push(rest.refusal));
    if (!this.#ports.room.takes({ matterId, fileId })) return void asking.beyond.push(fileId);
    const got = await this.#ports.intoFolder.fetch({ matterId, fileId }, this.#options);
    if (!got.ok && got.error.code !== 'not-found') this.#refused(asking, fileId, seq, got.error);
    if (got.ok && got.value === 'later') asking.later.push(fileId);
    if (!got.ok || got.value === null || got.value === 'later') return;
    this.#rests.end(matterId, fileId);
    const { wanted, here } = this.#counts.get(matterId) ?? noDocuments;
    this.#counts.set(matterId, { wanted, here: here + 1 });
    this.#ports.onChange(matterId);
  }

  #refused({ matterId, refusals }: Asking, fileId: FileId, seq: number | null, refusal: Refusal): void {
    refusals.push(refusal);
    if (!isOfAll(refusal)) this.#rests.begin(matterId, fileId, seq, refusal);
  }

  async #follow(asking: Asking, newer: readonly Newer[], wanted: number): Promise<Found> {
    const { stores, intoFolder, clock } = this.#ports;
    const { matterId } = asking;
    const limits = massChangeLimits(stores);
    const agreedTo = Number(stores.matters.setting(agreedSetting(matterId)) ?? 0);
    const notAgreed = newer.filter(({ seq }) => seq > agreedTo).length;
    // However few come at a time: what was replaced a moment ago counts with them.
    const since = clock.now() - limits.withinSeconds * 1_000;
    const lately = notAgreed === 0 ? 0 : stores.fetchedVersions.countReplaced(matterId, since, agreedTo);
    const isTooMany = notAgreed > 0 && isMassChange(limits, notAgreed + lately, wanted);
    const may = isTooMany ? newer.filter(({ seq }) => seq <= agreedTo) : newer;
    const became = await Promise.all(may.map((one) => this.#limit(() => this.#followOne(asking, one))));
    await intoFolder.settled();
    for (const [index, { fileId, seq }] of may.entries()) {
      if (this.#stop.signal.aborted || !['same', 'replaced'].includes(became[index] ?? '')) continue;
      const isBehind = (newestNotIncluded(stores, { matterId, fileId })?.seq ?? 0) >= seq;
      // What the service gave out is older than what its history shows.
      if (isBehind) this.#rests.begin(matterId, fileId, seq);
      else this.#rests.end(matterId, fileId);
    }
    const count = (what: string) => became.filter((one) => one === what).length;
    return {
      open: count('open'),
      changed: count('changed-here'),
      tooMany: isTooMany ? notAgreed : 0,
      why: null,
      isLater: false,
    };
  }

  async #followOne(asking: Asking, { fileId, seq }: Newer): Promise<Followed | null> {
    const { matterId, refusals } = asking;
    if (this.#stop.signal.aborted || refusals.some(isOfAll)) return null;
    const rest = this.#rests.of(matterId, fileId, seq);
    if (rest?.refusal) refusals.push(rest.refusal);
    if (rest) return null;
    const got = await this.#ports.intoFolder.follow({ matterId, fileId }, this.#options);
    if (!got.ok) this.#refused(asking, fileId, seq, got.error);
    if (got.ok && got.value === 'replaced')
      this.#ports.stores.fetchedVersions.replaced(matterId, fileId, seq);
    return got.ok ? got.value : null;
  }

  get #options() {
    return { signal: this.#stop.signal, onProgress: () => {}, priority: 'background' as const };
  }
}

const agreedSetting = (matterId: MatterId): string => `keep-agreed ${matterId}`;

const notGiven =
  'This service gives no documents out, or fetching is switched off by your organisation or in the connection.';

const folderAway = 'The folder of the matter cannot be reached.';

/** What stops every document alike. */
const isOfAll = ({ code }: Refusal): boolean =>
  code === 'offline' || code === 'signed-out' || code === 'not-here';
