import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { type ServiceError, scopeOf } from '../../service/errors.ts';
import type { Save } from '../../store/save.ts';
import { folderKey } from '../history/folder-key.ts';
import type { PipelinePorts } from './ports.ts';

/** A matter with more folders than these, beside the document's own, is left to the poller: each costs a request. */
const mostFolders = 4;
/**
 * How long ago, in milliseconds, a look at another folder may have begun, besides what it took: as at the document's own while few
 * saves wait. Many may not spend all requests on looking.
 */
const lookAge = { few: 1_000, many: 4_000 };
/** How many saves of a matter are few. */
export const fewSaves = 3;
/** For so many milliseconds a folder that was gone on without is not asked again. */
const skippedFor = 4_000;
/** A folder that fails for longer than this, in milliseconds, is gone on without: it must not hold up the matter. */
const patience = 2 * 60_000;

/** A look that failed, and at which folder. */
export interface FailedCheck {
  readonly folderId: FolderId | null;
  readonly error: ServiceError;
}

/**
 * Looks for documents that were moved to another folder of their matter where, before a version is announced. Some
 * services may tell of a move only in the history of the new folder, together with what was filed there since.
 */
export class Elsewhere {
  readonly #ports: Pick<PipelinePorts, 'stores' | 'reader' | 'clock'>;
  /** Since when a folder fails, and when it was gone on without, by a clock that nobody sets. */
  readonly #failing = new Map<string, number>();
  readonly #skipped = new Map<string, number>();

  constructor(ports: Pick<PipelinePorts, 'stores' | 'reader' | 'clock'>) {
    this.#ports = ports;
  }

  /** Whether what is to be looked at for a document of this folder takes long to be read. */
  isLong(matterId: MatterId, here: FolderId | null): boolean {
    const { stores, reader } = this.#ports;
    if (reader.isLong(matterId, here)) return true;
    const all = stores.polls.folders(matterId);
    return all.length <= 1 + mostFolders && all.some(({ folderId }) => reader.isLong(matterId, folderId));
  }

  /**
   * Only looks that began after the save was made count.
   * @param here the folder that is looked at anyway
   */
  async look(
    { matterId, capturedAt }: Pick<Save, 'matterId' | 'capturedAt'>,
    here: FolderId | null,
    signal: AbortSignal,
  ): Promise<Result<void, FailedCheck>> {
    const { stores, reader, clock } = this.#ports;
    // A refused folder is asked too: it may be new, and told of before it can be read.
    const now = clock.now();
    const age = stores.saves.isWaiting(matterId, fewSaves) ? lookAge.many : lookAge.few;
    const lookSince = (folderId: FolderId | null) => {
      const oldest = now - age - reader.cost(matterId, folderId);
      return this.lookSince(matterId, folderId, Math.min(Math.max(capturedAt, oldest), now), signal);
    };
    const done = new Set([here]);
    const others = () =>
      stores.polls
        .folders(matterId)
        .map(({ folderId }) => folderId)
        .filter((folderId) => !done.has(folderId));
    let next = others();
    do {
      if (done.size + next.length > 1 + mostFolders) return ok(undefined);
      for (const folderId of next) done.add(folderId);
      const failed = (await Promise.all(next.map(lookSince))).find((look) => !look.ok);
      if (failed) return failed;
      // A look may tell of a folder that was made since, and the document may have been moved there.
      next = others();
    } while (next.length > 0);
    return ok(undefined);
  }

  #wasSkippedLately(key: string): boolean {
    return this.#ports.clock.steady() - (this.#skipped.get(key) ?? Number.NEGATIVE_INFINITY) <= skippedFor;
  }

  /** A look at one folder that began after `since`; one that is refused, or fails for minutes, is gone on without. */
  async lookSince(
    matterId: MatterId,
    folderId: FolderId | null,
    since: number,
    signal: AbortSignal,
  ): Promise<Result<void, FailedCheck>> {
    // A read that began too early may be shared by the first; the second is our own, or began meanwhile.
    for (let reads = 0; reads < 2; reads += 1) {
      if (this.#ports.reader.readSince(matterId, folderId, since)) break;
      const looked = await this.#lookAt(matterId, folderId, signal);
      if (!looked.ok) return looked;
    }
    return ok(undefined);
  }

  async #lookAt(
    matterId: MatterId,
    folderId: FolderId | null,
    signal: AbortSignal,
  ): Promise<Result<void, FailedCheck>> {
    const key = folderKey(matterId, folderId);
    if (this.#wasSkippedLately(key)) return ok(undefined);
    // A folder that is skipped must be heard of as soon as it can be read.
    const options = { priority: 'announce', signal, evenResting: true } as const;
    const read = await this.#ports.reader.read(matterId, folderId, options);
    const isTheFolders =
      !read.ok && !['aborted', 'not-kept'].includes(read.error.kind) && scopeOf(read.error) === 'call';
    if (!isTheFolders) {
      this.#failing.delete(key);
      return read.ok ? ok(undefined) : err({ folderId, error: read.error });
    }
    // A folder that was made a moment ago may not be found yet.
    const isRefused = read.error.kind === 'forbidden';
    const now = this.#ports.clock.steady();
    const since = this.#failing.get(key) ?? now;
    this.#failing.set(key, since);
    if (!isRefused && now - since <= patience) return err({ folderId, error: read.error });
    this.#skipped.set(key, now);
    return ok(undefined);
  }
}
