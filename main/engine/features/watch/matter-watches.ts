import type { Timer } from '../../../../shared/base/clock.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { localStorageErrorCode } from '../../platform/local-storage-errors.ts';
import { type Mirrored, mirrorFolders } from '../folders/mirror.ts';
import type { WhileStill } from '../folders/rename-directory.ts';
import { isToBeMoved } from '../service-folders/differing-folders.ts';
import { MatterWatch } from './matter-watch.ts';
import type { WatchPorts } from './watch-ports.ts';

/** Milliseconds until a directory whose making or renaming had to wait is tried again. */
const renameRetry = 10_000;

/** Milliseconds between looks whether everything is captured. */
const capturedLook = 50;

/** One watch for each linked matter folder. */
export class MatterWatches {
  readonly #ports: WatchPorts;
  readonly #watches = new Map<MatterId, MatterWatch>();
  /** Resolves when the last run asked for is over. */
  readonly #mirroring = new Map<MatterId, Promise<void>>();
  /** Directories that could not be made. */
  readonly #notMade = new Map<MatterId, readonly string[]>();
  /** Folders of which the watch has ended and another one begins. */
  readonly #betweenWatches = new Set<MatterId>();
  /** When a directory that could not be made or renamed is tried again. */
  readonly #again = new Map<MatterId, Timer>();

  constructor(ports: WatchPorts) {
    this.#ports = ports;
  }

  start(): void {
    for (const { matterId } of this.#ports.stores.links.all()) this.add(matterId);
  }

  /** Begins to watch a folder that was just linked. */
  add(matterId: MatterId): void {
    const link = this.#ports.stores.links.of(matterId);
    if (!link || this.#watches.has(matterId)) return;
    const watch = new MatterWatch(this.#ports, link);
    this.#watches.set(matterId, watch);
    watch.start();
    this.#ports.onChange(matterId);
    this.#mirrorUntilDone(matterId);
  }

  /** Folders in which it is not known yet what changed while nobody watched. */
  get looking(): number {
    return [...this.#watches.values()].filter((watch) => !watch.isReconciled).length;
  }

  /** True once everything that was in a matter's folder when it began to be watched is known. */
  isCompared(matterId: MatterId): boolean {
    return this.#watches.get(matterId)?.isCompared ?? false;
  }

  /** Files that changed and are not captured yet. */
  get unread(): number {
    return [...this.#watches.values()].reduce((sum, watch) => sum + watch.unread, 0);
  }

  /** The same of one matter's folder, once nothing is left to be captured in it, or after so many milliseconds. */
  async captured(matterId: MatterId, patience: number): Promise<{ unread: number; looking: boolean }> {
    const { clock } = this.#ports;
    const until = clock.steady() + patience;
    const look = this.#watches.get(matterId)?.rescanNow() ?? null;
    let isLooking = look !== null;
    void look?.then(() => {
      isLooking = false;
    });
    for (;;) {
      const watch = this.#watches.get(matterId);
      const looking = isLooking || watch?.isReconciled === false || this.#betweenWatches.has(matterId);
      const now = { unread: watch?.unread ?? 0, looking };
      if ((now.unread === 0 && !now.looking) || clock.steady() >= until) return now;
      await clock.sleep(capturedLook);
    }
  }

  /**
   * Looks through every folder of which the system does not tell what changes, so that `unread` and what is captured include what
   * was saved until now.
   * @param patience milliseconds
   * @returns how many were not gone through by then
   */
  async rescanNow(patience: number): Promise<number> {
    const looks = [...this.#watches.values()].flatMap((watch) => watch.rescanNow() ?? []);
    if (looks.length === 0) return 0;
    let left = looks.length;
    for (const look of looks)
      void look.then(() => {
        left -= 1;
      });
    const done = new AbortController();
    await Promise.race([Promise.all(looks), this.#ports.clock.sleep(patience, done.signal)]);
    done.abort();
    return left;
  }

  /** Answers the inode of the directory that was watched; null when none was there. */
  async remove(matterId: MatterId): Promise<string | null> {
    const watch = this.#watches.get(matterId);
    this.#watches.delete(matterId);
    this.#betweenWatches.delete(matterId);
    await watch?.stop();
    await this.#endMirroring(matterId);
    return watch?.inode ?? null;
  }

  /** Everything in the folder is compared and judged again. What is not watched, or not any more by then, is left alone. */
  async anew(matterId: MatterId): Promise<void> {
    if (!this.#watches.has(matterId)) return;
    const removed = this.remove(matterId);
    this.#betweenWatches.add(matterId);
    let isStillWanted = false;
    try {
      await removed;
    } finally {
      isStillWanted = this.#betweenWatches.delete(matterId);
    }
    if (isStillWanted) this.add(matterId);
  }

  /**
   * Makes directories for the service's folders, and renames them where that is safe, one matter's run after the other;
   * one that cannot be made shows as a trouble of its own. Rejects when the disk does not take what follows from it.
   */
  mirror(matterId: MatterId): Promise<void> {
    const run = (this.#mirroring.get(matterId) ?? Promise.resolve()).then(() => this.#mirror(matterId));
    this.#mirroring.set(
      matterId,
      run.catch(() => undefined),
    );
    return run;
  }

  #mirrorUntilDone(matterId: MatterId): void {
    void this.#ports.localStorageErrors.untilDone(() => this.mirror(matterId));
  }

  async #mirror(matterId: MatterId): Promise<void> {
    const watch = this.#watches.get(matterId);
    const link = watch && this.#ports.stores.links.of(matterId);
    if (!link) return;
    this.#again.get(matterId)?.cancel();
    const { files, stores, clock, healthIssues, onChange } = this.#ports;
    const whileStill: WhileStill = async (directories, work) => {
      const isDone = await watch.whileStill(directories, work);
      if (isDone) onChange(matterId);
      return isDone;
    };
    const before = stores.links.folders(matterId);
    let mirrored: Mirrored;
    try {
      const toBeMoved = (folderId: FolderId) => isToBeMoved(stores, matterId, folderId);
      mirrored = await mirrorFolders({ files, stores, whileStill, isToBeMoved: toBeMoved }, link);
    } catch (failure) {
      if (localStorageErrorCode(failure) !== null) throw failure;
      // The watch looks at the folder itself, and says what is wrong with it.
      mirrored = { isDone: false, failed: new Map(), hasMoved: false };
    }
    if (this.#watches.get(matterId) !== watch) return;
    if (mirrored.hasMoved) watch.rescan();
    if (stores.links.folders(matterId) !== before) onChange(matterId);
    for (const path of this.#notMade.get(matterId) ?? [])
      if (!mirrored.failed.has(path)) healthIssues.ofFile(matterId, path, null);
    this.#notMade.set(matterId, [...mirrored.failed.keys()]);
    for (const [path, code] of mirrored.failed)
      healthIssues.ofFile(matterId, path, { kind: 'not-made', code });
    if (mirrored.isDone) return;
    this.#again.set(
      matterId,
      clock.timer(renameRetry, () => this.#mirrorUntilDone(matterId)),
    );
  }

  async #endMirroring(matterId: MatterId): Promise<void> {
    await this.#mirroring.get(matterId);
    this.#mirroring.delete(matterId);
    this.#notMade.delete(matterId);
    this.#again.get(matterId)?.cancel();
    this.#again.delete(matterId);
  }

  async stop(): Promise<void> {
    const watches = [...this.#watches.values()];
    this.#watches.clear();
    this.#betweenWatches.clear();
    await Promise.all(watches.map((watch) => watch.stop()));
    await Promise.all([...this.#mirroring.keys()].map((matterId) => this.#endMirroring(matterId)));
  }
}
