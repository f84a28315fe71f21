import type { Timer } from '../../../../shared/base/clock.ts';
import type { Held, MatterId } from '../../../../shared/model/index.ts';
import type { Save } from '../../store/save.ts';
import { writeProblem } from '../../store/save-problem.ts';
import { fileShown, foldersToShow } from './filing.ts';
import { hasVersionsSince } from './in-history.ts';
import { documentsAtOnce, nextSaves } from './lanes.ts';
import { NeverShown } from './never-shown.ts';
import { followOwnId } from './own-id.ts';
import type { PipelinePorts } from './ports.ts';
import { neverShown } from './problem-words.ts';
import { refileUnplaced } from './refile.ts';
import { tellRenames } from './renamed-while-deleted.ts';
import { Sender } from './sender.ts';

/** Progress is told in steps of a hundredth, and of no less than this many bytes. */
const smallestStep = 256 * 1024;

/** Milliseconds between two looks for what is not shown under an id of the service's own. */
const ownIdAgain = 10_000;

/** Takes saves from the outbox to the service: announce, send, see filed. Per document in order, across in parallel. */
export class Pipeline {
  readonly #ports: PipelinePorts;
  readonly #stop = new AbortController();
  readonly #sender: Sender;
  readonly #neverShown: NeverShown;
  readonly #underWay = new Map<number, Save>();
  readonly #work = new Set<Promise<void>>();
  readonly #progress = new Map<number, number>();
  /** When an id of the service's own was last looked for, by save and a clock that nobody sets. */
  readonly #ownIdLooks = new Map<number, number>();
  #started = false;
  #paused = false;
  #held: Held | null = null;
  #sendLimit: number | null = null;
  /** For the account to be ready. */
  #waits = false;
  #timer: Timer | null = null;

  constructor(ports: PipelinePorts) {
    this.#ports = ports;
    this.#neverShown = new NeverShown(ports);
    this.#sender = new Sender(
      ports,
      this.#stop.signal,
      (save, bytes) => this.#progressed(save, bytes),
      () => this.#mayBegin,
    );
  }

  /** Something of the matter is on its way to the service. */
  isUnderWay(matterId: MatterId): boolean {
    return [...this.#underWay.values()].some((save) => save.matterId === matterId);
  }

  /** Bytes of this save handed to the network so far; null while it is not being sent. */
  progress(saveId: number): number | null {
    return this.#progress.get(saveId) ?? null;
  }

  start(paused: boolean): void {
    this.#started = true;
    this.#paused = paused;
    this.#expectSent();
    this.wake();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#timer?.cancel();
    await Promise.all(this.#work);
  }

  pause(paused: boolean): void {
    this.#paused = paused;
    this.wake();
  }

  /** Nothing new begins while filing is held back by itself, whatever the person paused; null when it is not. */
  hold(held: Held | null): void {
    if (held === this.#held) return;
    this.#held = held;
    this.wake();
  }

  /** Why nothing new begins by itself. */
  get held(): Held | null {
    return this.#held;
  }

  get #mayBegin(): boolean {
    return !this.#paused && this.#held === null;
  }

  /** Bytes a second that contents leave with at most; null for no limit. */
  get sendLimit(): number | null {
    return this.#sendLimit;
  }

  /** With little to share, fewer documents are on their way at once. */
  setSendLimit(limit: number | null): void {
    if (limit === this.#sendLimit) return;
    this.#sendLimit = limit;
    this.wake();
  }

  /** Something may be sendable now. */
  wake(): void {
    this.#timer?.cancel();
    if (this.#stop.signal.aborted) return;
    this.#timer = this.#ports.clock.timer(0, () => this.#turn());
  }

  /** History was read: what it shows is filed. */
  historyRead(matterId: MatterId): void {
    const { stores, clock, poller, onChange } = this.#ports;
    const sent = [...stores.saves.sentOnes(matterId), ...stores.saves.neverShown(matterId)];
    const filed = new Set(sent.length === 0 ? [] : fileShown(stores, sent, clock.now()));
    const missing = sent.filter((save) => save.state === 'sent' && !filed.has(save));
    const overdue = this.#neverShown.among(matterId, missing);
    for (const save of overdue)
      stores.outbox.needsPerson(save.id, writeProblem(neverShown(save.name, hasVersionsSince(stores, save))));
    for (const save of sent) if (!filed.has(save)) this.#lookForOwnId(save);
    if (overdue.length === missing.length) poller.satisfied(matterId);
    if (filed.size + overdue.length > 0) onChange(matterId);
    this.placesKnown(matterId);
    if (filed.size > 0) this.wake();
  }

  /** What was sent and is not shown may be in the service under an id of its own. */
  #lookForOwnId(save: Save): void {
    const { clock, onChange } = this.#ports;
    const { id, matterId } = save;
    const before = this.#ownIdLooks.get(id);
    if (this.#stop.signal.aborted || (before !== undefined && clock.steady() - before < ownIdAgain)) return;
    this.#ownIdLooks.set(id, clock.steady());
    const work = followOwnId(this.#ports, save, this.#stop.signal)
      .then((own) => {
        if (own !== 'followed') return;
        this.#ownIdLooks.delete(id);
        onChange(matterId);
        this.wake();
      })
      // What the disk does not take is tried again.
      .catch(() => undefined)
      .finally(() => this.#work.delete(work));
    this.#work.add(work);
  }

  /** The service may have folders now that documents here were waiting for, or documents again that it had deleted. */
  placesKnown(matterId: MatterId): void {
    if (this.#stop.signal.aborted) return;
    const { stores, clock, onChange } = this.#ports;
    const told = tellRenames(stores, matterId, clock.now());
    if (refileUnplaced(stores, matterId, clock.now()) + told === 0) return;
    onChange(matterId);
    this.wake();
  }

  /** Saves of the matter came from another workspace: history may show already what was sent from there. */
  takenOver(matterId: MatterId): void {
    this.#expectSent(matterId);
    this.historyRead(matterId);
    this.wake();
  }

  /** Of one matter, or of all. */
  #expectSent(matterId?: MatterId): void {
    const { stores, poller } = this.#ports;
    for (const save of stores.saves.sentOnes(matterId))
      for (const folderId of foldersToShow(stores, save)) poller.expect(save.matterId, folderId);
  }

  #turn(): void {
    const { account, clock, stores } = this.#ports;
    if (!this.#started || !this.#mayBegin || this.#stop.signal.aborted) return;
    if (!account.isReady) return this.#wakeWhenReady();
    const now = clock.now();
    for (const save of nextSaves(stores.saves, this.#underWay, now, this.#sendLimit)) this.#begin(save);
    if (this.#underWay.size >= documentsAtOnce(this.#sendLimit)) return;
    const next = stores.saves.nextTryAfter(now);
    if (next !== null) this.#timer = clock.timer(next - now, () => this.#turn());
  }

  /** One wait for all: each save that is captured meanwhile asks for a turn. */
  #wakeWhenReady(): void {
    if (this.#waits) return;
    this.#waits = true;
    void this.#ports.account.ready(this.#stop.signal).then(() => {
      this.#waits = false;
      this.wake();
    });
  }

  #begin(save: Save): void {
    this.#underWay.set(save.id, save);
    const work = this.#sender.take(save).finally(() => {
      this.#work.delete(work);
      this.#underWay.delete(save.id);
      this.#progress.delete(save.id);
      this.#ports.onChange(save.matterId, [save.fileId]);
      this.wake();
    });
    this.#work.add(work);
    this.#ports.onChange(save.matterId, [save.fileId]);
  }

  #progressed(save: Save, bytes: number): void {
    const told = this.#progress.get(save.id) ?? 0;
    if (bytes < save.size && bytes - told < Math.max(save.size / 100, smallestStep)) return;
    this.#progress.set(save.id, bytes);
    this.#ports.onChange(save.matterId, [save.fileId]);
  }
}
