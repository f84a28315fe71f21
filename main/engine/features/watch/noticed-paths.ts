import type { MatterId } from '../../../../shared/model/index.ts';
import type { FileFacts } from '../../platform/files.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Span } from '../../store/who-was-here.ts';
import type { WatchPorts } from './watch-ports.ts';
import { type Noticed, whenSaved } from './when-saved.ts';

/** When the changes of one folder that are not captured yet were noticed, by their path. */
export class NoticedPaths {
  readonly #ports: Pick<WatchPorts, 'clock' | 'stores'>;
  readonly #matterId: MatterId;
  readonly #noticed = new Map<string, Noticed>();

  constructor(ports: Pick<WatchPorts, 'clock' | 'stores'>, matterId: MatterId) {
    this.#ports = ports;
    this.#matterId = matterId;
  }

  /** Nothing that changed before `unchangedUntil` is unknown. */
  add(path: string, unchangedUntil: number | null): void {
    const now = this.#ports.clock.now();
    const first = this.#noticed.get(path) ?? { first: now, unchangedUntil };
    this.#noticed.set(path, { ...first, last: now });
  }

  /** What was saved since then is found at this path, and may have been put there since. */
  addSavedFrom(path: string, from: number): void {
    const first = Math.min(from, this.#noticed.get(path)?.first ?? from);
    this.#noticed.set(path, { first, last: this.#ports.clock.now(), unchangedUntil: null });
  }

  /** What was noticed since it was read is the next save. */
  wasRead(path: string, readAt: number): void {
    const noticed = this.#noticed.get(path);
    if (noticed) this.#noticed.set(path, { ...noticed, first: readAt, unchangedUntil: readAt });
  }

  forget(path: string): void {
    this.#noticed.delete(path);
  }

  /** When this was saved: who was at the computer then may be another person than now. */
  madeIn(
    path: string,
    save: {
      readonly facts: FileFacts;
      readonly known: LocalFile | undefined;
      readonly readAt: number;
      readonly isShared: boolean;
    },
  ): Span {
    const { stores, clock } = this.#ports;
    const { readAt, ...of } = save;
    const noticed = this.#noticed.get(path) ?? { first: readAt, last: readAt, unchangedUntil: null };
    return whenSaved(stores, this.#matterId, { ...of, noticed, now: clock.now() });
  }
}
