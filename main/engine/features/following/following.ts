import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import type { FileId, FollowedHere, MatterId } from '../../../../shared/model/index.ts';
import type { Files } from '../../platform/files.ts';
import { inParts } from '../../platform/in-parts.ts';
import type { FollowedChange, Waiting } from '../../store/followed-changes.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import type { DownloadsOffered } from '../fetching/downloads-offered.ts';
import { Rests } from '../fetching/rests.ts';
import type { NotYet } from './as-it-is.ts';
import { type FollowDeletionPorts, followDeletion } from './follow-deletion.ts';
import { type FollowNamePorts, followName, isNowThere, pathFor } from './follow-name.ts';
import { putRightRemoval } from './put-right-removal.ts';
import { atOnce, type ToFollow, toFollow } from './to-follow.ts';
import { areTooMany } from './too-many.ts';

/** Milliseconds until what waits is looked at again, and what is in a folder of which it is not known yet. */
const again = 10_000;
const comparedLook = 500;

interface Ports extends FollowNamePorts, FollowDeletionPorts {
  readonly files: Files;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly downloadsOffered: Pick<DownloadsOffered, 'state'>;
  /** False while it is not known what is in a matter's folder. */
  readonly isCompared: (matterId: MatterId) => boolean;
  readonly onChange: (matterId: MatterId) => void;
  /** True where the service gives the record of a document out, and that does not say that it is deleted. */
  readonly isThereStill: (matterId: MatterId, fileId: FileId) => Promise<boolean>;
}

/**
 * Documents that somebody renamed, moved or deleted in the service are so here, in each linked matter of a service that is known to
 * offer more than its specification. What is open, changed or in the way waits; many at once are asked about; each entry of the
 * history is followed once, whatever the person does afterwards.
 */
export class Following {
  readonly #ports: Ports;
  readonly #running = new Map<MatterId, Promise<void>>();
  readonly #asked = new Set<MatterId>();
  readonly #timers = new Map<MatterId, Timer>();
  /** The newest entry that was looked at, since the start. */
  readonly #lookedUpTo = new Map<MatterId, number>();
  /** What waits for something that is told elsewhere: a save on its way, a drive. */
  readonly #later = new Map<MatterId, Set<FileId>>();
  /** Documents of which the service's record said, against an entry, that they are there. */
  readonly #saidThere: Rests;
  #state: 'new' | 'started' | 'stopped' = 'new';

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#saidThere = new Rests(ports.clock);
  }

  /** Puts right what a kill left; before anything is watched. What lies on a drive that is away is looked at with the next start. */
  async open(): Promise<void> {
    for (const change of this.#ports.stores.followedChanges.underWay())
      await this.#putRight(change).catch(() => undefined);
  }

  start(): void {
    if (this.#state === 'stopped') return;
    this.#state = 'started';
    this.wakeAll();
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
    for (const timer of this.#timers.values()) timer.cancel();
    await Promise.all(this.#running.values());
  }

  /** What waits, for the person. */
  now(matterId: MatterId): FollowedHere {
    const waiting = this.#ports.stores.followedChanges.waiting(matterId);
    const count = (what: Waiting) => waiting.get(what)?.count ?? 0;
    return {
      open: count('open'),
      changed: count('changed'),
      taken: count('taken'),
      refused: count('refused'),
      tooMany: count('many'),
      noWastebasket: count('no-wastebasket'),
      tooManyUpTo: waiting.get('many')?.upTo ?? 0,
      noWastebasketUpTo: waiting.get('no-wastebasket')?.upTo ?? 0,
    };
  }

  /** The person agrees to all that others renamed, moved and deleted up to an entry, however many those are. */
  agree(matterId: MatterId, upTo: number): void {
    const both = Math.max(upTo, this.#agreedTo(matterId));
    this.#ports.stores.matters.putSetting(agreed(matterId), String(both));
    this.wake(matterId);
  }

  #agreedTo(matterId: MatterId): number {
    return Number(this.#ports.stores.matters.setting(agreed(matterId)) ?? 0);
  }

  /** The person agrees that what waits for want of a wastebasket goes from here without one, up to an entry. */
  removeWithoutWastebasket(matterId: MatterId, upTo: number): void {
    this.#ports.stores.followedChanges.agreeToRemoval(matterId, upTo);
    this.wake(matterId);
  }

  /** A document is being renamed, or goes, just now. */
  isUnderWay(matterId: MatterId): boolean {
    return this.#ports.stores.followedChanges.underWay().some((one) => one.matterId === matterId);
  }

  /** In every linked matter. */
  wakeAll(): void {
    for (const { matterId } of this.#ports.stores.links.all()) this.wake(matterId);
  }

  /** The service may say something new of this matter's documents. */
  wake(matterId: MatterId): void {
    if (this.#state !== 'started' || this.#ports.downloadsOffered.state !== 'offered') return;
    if (this.#running.has(matterId)) return void this.#asked.add(matterId);
    this.#timers.get(matterId)?.cancel();
    // What the disk does not take is tried again.
    const run = this.#run(matterId)
      .catch(() => again)
      .then((later) => {
        this.#running.delete(matterId);
        if (this.#state === 'stopped') return;
        if (this.#asked.delete(matterId)) return this.wake(matterId);
        if (later === null) return;
        const timer = this.#ports.clock.timer(later, () => this.wake(matterId));
        this.#timers.set(matterId, timer);
      });
    this.#running.set(matterId, run);
  }

  /** Milliseconds after which something is to be looked at again by itself; null where nothing is. */
  async #run(matterId: MatterId): Promise<number | null> {
    const { stores, isCompared, onChange } = this.#ports;
    const root = stores.links.of(matterId)?.path;
    if (root === undefined) return null;
    if (!isCompared(matterId)) return comparedLook;
    await this.#putAllRight(matterId);
    const upTo = stores.history.newestSeqOf(matterId);
    const before = this.#lookedUpTo.get(matterId);
    const later = this.#later.get(matterId) ?? new Set();
    const since = before === undefined ? null : { upTo: before, later };
    const found = await toFollow(stores, matterId, since);
    const agreedTo = this.#agreedTo(matterId);
    const may = new Set(await this.#withoutAsking(matterId, found, agreedTo));
    const stillLater = new Set<FileId>();
    let waits = false;
    for (const part of inParts(found, atOnce)) {
      for (const one of part) {
        if (this.#state === 'stopped') return null;
        const became = may.has(one) ? await this.#follow(root, one).catch((): NotYet => 'later') : 'many';
        if (became === 'later') stillLater.add(one.file.fileId);
        waits ||= became !== 'done' && became !== 'many' && became !== 'no-wastebasket';
      }
      await setImmediate();
    }
    this.#later.set(matterId, stillLater);
    this.#lookedUpTo.set(matterId, upTo);
    if (found.length > 0) onChange(matterId);
    return waits ? again : null;
  }

  /** Nothing else of the matter is under way: what is left so could not be given its name back, or not be written down. */
  async #putAllRight(matterId: MatterId): Promise<void> {
    const { stores, turns } = this.#ports;
    const root = stores.links.of(matterId)?.path ?? '';
    for (const change of stores.followedChanges.underWay())
      if (change.matterId === matterId)
        await turns.run(join(root, change.from), () => this.#putRight(change)).catch(() => undefined);
  }

  /** Those that a person need not be asked about: all of them, or what they agreed to where they are too many. */
  async #withoutAsking(
    matterId: MatterId,
    found: readonly ToFollow[],
    agreedTo: number,
  ): Promise<readonly ToFollow[]> {
    const { stores, clock } = this.#ports;
    const notAgreed = found.filter(({ said }) => said.seq > agreedTo);
    if (!areTooMany(stores, clock, matterId, notAgreed, agreedTo)) return found;
    for (const part of inParts(notAgreed, atOnce)) {
      stores.together(() => {
        for (const { file, said } of part) this.#put(file, said, 'many');
      });
      await setImmediate();
    }
    return found.filter(({ said }) => said.seq <= agreedTo);
  }

  async #follow(root: string, { file, said }: ToFollow): Promise<NotYet | 'done'> {
    const { matterId, fileId } = file;
    if (said.kind === 'deleted') {
      const { followedChanges } = this.#ports.stores;
      const without = followedChanges.isRemovalAgreed(matterId, fileId, said.seq);
      const before = followedChanges.of(matterId, fileId);
      // Asked once, and not again before the person says so.
      if (before?.became === 'no-wastebasket' && before.seq === said.seq && !without) return 'no-wastebasket';
      if (await this.#isThereStill(matterId, fileId, said.seq)) return 'later';
      const became = await followDeletion(this.#ports, root, file, { seq: said.seq, without });
      if (became !== 'done' && became !== 'later') this.#put(file, said, became);
      return became;
    }
    const path = await pathFor(this.#ports, file, said);
    const to = typeof path === 'string' ? file.path : path.to;
    const became = typeof path === 'string' ? path : await followName(this.#ports, root, file, to, said);
    if (became !== 'done' && became !== 'later') this.#put(file, said, became, to);
    return became;
  }

  /** One that was moved or restored is told of as deleted until the history of its other folder is read; asked ever more seldom. */
  async #isThereStill(matterId: MatterId, fileId: FileId, seq: number): Promise<boolean> {
    if (this.#saidThere.of(matterId, fileId, seq)) return true;
    const isThere = await this.#ports.isThereStill(matterId, fileId);
    if (isThere) this.#saidThere.begin(matterId, fileId, seq);
    else this.#saidThere.end(matterId, fileId);
    return isThere;
  }

  #put(file: LocalFile, said: ToFollow['said'], became: Waiting, to = file.path): void {
    const { stores, clock } = this.#ports;
    const { matterId, fileId, path: from, inode } = file;
    const what = said.kind === 'deleted' ? 'removed' : said.moved ? 'moved' : 'renamed';
    stores.followedChanges.put({
      ...{ matterId, fileId, seq: said.seq, what, became, from, to, inode },
      at: clock.now(),
    });
  }

  async #putRight(change: FollowedChange): Promise<void> {
    const { files, stores } = this.#ports;
    const { matterId, fileId, from, to, inode, what } = change;
    const root = stores.links.of(matterId)?.path;
    if (root === undefined) return stores.followedChanges.forget(matterId, fileId);
    if (what === 'removed') return putRightRemoval(this.#ports, root, change);
    if ((await files.facts(dirname(join(root, to)))) === null) return;
    const there = await files.facts(join(root, to));
    if (there?.inode === inode && (await files.facts(join(root, from))) === null) isNowThere(stores, change);
    else stores.followedChanges.forget(matterId, fileId);
  }
}

const agreed = (matterId: MatterId): string => `follow-agreed ${matterId}`;
