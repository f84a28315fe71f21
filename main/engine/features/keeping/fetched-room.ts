import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import type { FetchedUsage, FileId, FreedSpace, MatterId } from '../../../../shared/model/index.ts';
import { putSettingOf, settingOf, settings } from '../../store/settings.ts';
import type { Stores } from '../../store/stores.ts';
import { wantedHere } from './wanted-here.ts';

/** Milliseconds for which nothing goes that was fetched: whoever wanted it may be about to open it. */
const stays = 60 * 60_000;
/** Milliseconds between two looks. */
const lookInterval = 10 * 60_000;
/** Milliseconds for which it is believed how much there is: it is asked before each document that is fetched. */
const believed = 5_000;

interface Ports {
  readonly stores: Stores;
  readonly clock: Clock;
  /** Lets copies go that the service gives out again, and that are filed, unmodified and open nowhere. */
  readonly free: (matterId: MatterId, fileIds: readonly FileId[]) => Promise<FreedSpace>;
  /** There may be room again. */
  readonly onRoom: () => void;
}

/** Keeps what was fetched into matter folders within a limit of disk space. What people saved here themselves is not counted, and stays. */
export class FetchedRoom {
  readonly #ports: Ports;
  #timer: Timer | null = null;
  #turn: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** What is here and what is on its way, as of an instant. */
  #used: { bytes: number; readonly at: number } | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  start(): void {
    this.#next(lookInterval);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    await this.#turn;
  }

  /** Bytes; null for no limit. */
  get maxBytes(): number | null {
    return settingOf(this.#ports.stores.matters, settings.fetchedBytes);
  }

  setMaxBytes(maxBytes: number | null): void {
    putSettingOf(this.#ports.stores.matters, settings.fetchedBytes, maxBytes);
    this.#next(0);
  }

  get usage(): FetchedUsage {
    const { bytes, documents } = this.#ports.stores.fetchedVersions.usage();
    return { bytes, documents, maxBytes: this.maxBytes };
  }

  /** True where a document of this size may be fetched by itself; it counts as here from then on. */
  takes({ matterId, fileId }: { readonly matterId: MatterId; readonly fileId: FileId }): boolean {
    const { maxBytes } = this;
    if (maxBytes === null) return true;
    const { stores, clock } = this.#ports;
    const now = clock.now();
    if (this.#used === null || Math.abs(now - this.#used.at) > believed)
      this.#used = { bytes: stores.fetchedVersions.usage().bytes, at: now };
    const size =
      stores.listedDocuments.among(matterId, [fileId])[0]?.size ??
      stores.links.fileOfDocument(matterId, fileId)?.size ??
      0;
    if (this.#used.bytes + size > maxBytes) return false;
    this.#used.bytes += size;
    return true;
  }

  /** Lets go of what is beyond the limit: of what is not to be kept here first, and of the longest fetched. */
  enforce(): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      const { maxBytes } = this;
      const { stores, clock, free, onRoom } = this.#ports;
      if (this.#isStopped) return;
      try {
        let over = maxBytes === null ? 0 : stores.fetchedVersions.usage().bytes - maxBytes;
        for (const { matterId, fileId } of over > 0 ? this.#mayGo(clock.now() - stays) : []) {
          if (over <= 0 || this.#isStopped) break;
          over -= (await free(matterId, [fileId])).bytes;
        }
        this.#used = null;
        onRoom();
      } catch {
        // The disk did not take it: the next look goes on.
      }
    });
    return this.#turn;
  }

  #mayGo(before: number): { readonly matterId: MatterId; readonly fileId: FileId }[] {
    const { stores } = this.#ports;
    const fetched = stores.fetchedVersions.here(before);
    const matters = new Set(fetched.map(({ matterId }) => matterId));
    const wanted = new Map([...matters].map((id) => [id, new Set(wantedHere(stores, id))]));
    const isWanted = (one: (typeof fetched)[number]) => wanted.get(one.matterId)?.has(one.fileId) === true;
    return [...fetched.filter((one) => !isWanted(one)), ...fetched.filter(isWanted)];
  }

  #next(delay: number): void {
    this.#timer?.cancel();
    if (this.#isStopped) return;
    this.#timer = this.#ports.clock.timer(
      delay,
      () => void this.enforce().then(() => this.#next(lookInterval)),
    );
  }
}
