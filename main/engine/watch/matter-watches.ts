import type { MatterId } from '../../../shared/model.ts';
import { failureCode } from '../files/files.ts';
import { mirrorFolders } from '../folders/mirror.ts';
import { MatterWatch, type WatchPorts } from './matter-watch.ts';

/** One watch for each linked matter folder. */
export class MatterWatches {
  readonly #ports: WatchPorts;
  readonly #watches = new Map<MatterId, MatterWatch>();

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
    void this.mirror(matterId);
  }

  /** Folders in which it is not known yet what changed while nobody watched. */
  get looking(): number {
    return [...this.#watches.values()].filter((watch) => !watch.isReconciled).length;
  }

  /** Files that changed and are not captured yet. */
  get unread(): number {
    return [...this.#watches.values()].reduce((sum, watch) => sum + watch.unread, 0);
  }

  async remove(matterId: MatterId): Promise<void> {
    const watch = this.#watches.get(matterId);
    this.#watches.delete(matterId);
    await watch?.stop();
  }

  /** Makes directories for the service's folders; a folder that cannot be made shows as the folder's trouble. */
  async mirror(matterId: MatterId): Promise<void> {
    const link = this.#ports.stores.links.of(matterId);
    if (!link || !this.#watches.has(matterId)) return;
    try {
      await mirrorFolders(this.#ports, link);
    } catch (failure) {
      const missing = failureCode(failure) === 'ENOENT';
      this.#ports.troubles.ofFolder(matterId, missing ? 'missing' : 'unreadable');
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#watches.values()].map((watch) => watch.stop()));
    this.#watches.clear();
  }
}
