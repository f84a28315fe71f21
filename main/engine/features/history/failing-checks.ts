import type { Clock } from '../../../../shared/base/clock.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { retryable, type ServiceError } from '../../service/errors.ts';
import { folderKey } from './folder-key.ts';

/** Waits between two looks at a folder that fails, in milliseconds: half of it, and up to as much again by chance. */
const firstRest = 5_000;
const longestRest = 5 * 60_000;
/** So many looks in a row that nothing but a person can mend are told to one. */
const looksUntilTold = 3;
/** What may mend itself is told once it has lasted so long, in milliseconds. */
const toldAfter = 15 * 60_000;

/** A folder whose history could not be read when it was asked for last. */
export interface FailingCheck {
  readonly matterId: MatterId;
  readonly folderId: FolderId | null;
  readonly error: ServiceError;
  /** Milliseconds since 1970 of the first look that failed. */
  readonly since: number;
  /** Milliseconds since 1970 from which it is asked for again. */
  readonly nextLookAt: number;
}

interface Failing {
  readonly matterId: MatterId;
  readonly folderId: FolderId | null;
  readonly error: ServiceError;
  readonly since: number;
  readonly sinceSteady: number;
  /** By the clock that nobody sets. */
  readonly restsUntil: number;
  readonly looks: number;
  /** Saves that cannot go on before the folder was looked at. */
  readonly waiting: Set<number>;
}

/**
 * Folders whose history fails, each for reasons of its own. However many saves wait for one, it is asked for again after
 * growing rests, one look for all of them.
 */
export class FailingChecks {
  readonly #clock: Pick<Clock, 'now' | 'steady'>;
  readonly #random: () => number;
  readonly #failing = new Map<string, Failing>();

  constructor(clock: Pick<Clock, 'now' | 'steady'>, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  failed(matterId: MatterId, folderId: FolderId | null, error: ServiceError): void {
    const key = folderKey(matterId, folderId);
    const now = this.#clock.steady();
    const { since, sinceSteady, looks, waiting } = this.#failing.get(key) ?? {
      since: this.#clock.now(),
      sinceSteady: now,
      looks: 0,
      waiting: new Set<number>(),
    };
    const most = Math.min(longestRest, firstRest * 2 ** looks);
    const asked = 'retryAfterMs' in error ? (error.retryAfterMs ?? 0) : 0;
    const rest = Math.max(most / 2 + (this.#random() * most) / 2, Math.min(asked, longestRest));
    const facts = { matterId, folderId, error, since, sinceSteady, waiting };
    this.#failing.set(key, { ...facts, restsUntil: now + rest, looks: looks + 1 });
  }

  /** @returns the saves that waited for it */
  answered(matterId: MatterId, folderId: FolderId | null): number[] {
    const key = folderKey(matterId, folderId);
    const failing = this.#failing.get(key);
    this.#failing.delete(key);
    return failing ? [...failing.waiting] : [];
  }

  /** What the last look said, while it is too early for another; null when the folder may be looked at. */
  resting(matterId: MatterId, folderId: FolderId | null): ServiceError | null {
    const failing = this.#failing.get(folderKey(matterId, folderId));
    return failing && failing.restsUntil > this.#clock.steady() ? failing.error : null;
  }

  /** Whole milliseconds until the folder is looked at again; 0 when it does not fail. */
  restOf(matterId: MatterId, folderId: FolderId | null): number {
    const failing = this.#failing.get(folderKey(matterId, folderId));
    return failing ? Math.max(0, Math.ceil(failing.restsUntil - this.#clock.steady())) : 0;
  }

  /** This save goes on once the folder was looked at. */
  awaitedBy(matterId: MatterId, folderId: FolderId | null, saveId: number): void {
    this.#failing.get(folderKey(matterId, folderId))?.waiting.add(saveId);
  }

  /**
   * The next look at any folder of this matter is made as soon as it is asked for: the person wants to know now.
   * @returns the saves that wait for one
   */
  lookNow(matterId: MatterId): number[] {
    const ofMatter = [...this.#failing].filter(([, failing]) => failing.matterId === matterId);
    for (const [key, failing] of ofMatter) this.#failing.set(key, { ...failing, restsUntil: 0 });
    return ofMatter.flatMap(([, { waiting }]) => [...waiting]);
  }

  /** What a person is told of where a save needs it, with those that wait for it: only a person can help, or it has lasted long. */
  told(): (FailingCheck & { readonly waiting: readonly number[] })[] {
    const now = this.#clock.steady();
    return [...this.#failing.values()]
      .filter(({ error, looks, sinceSteady }) => {
        const needsPerson = retryable(error) === 'never' && looks >= looksUntilTold;
        return needsPerson || now - sinceSteady >= toldAfter;
      })
      .map(({ matterId, folderId, error, since, restsUntil, waiting }) => {
        const nextLookAt = this.#clock.now() + Math.max(0, restsUntil - now);
        return { matterId, folderId, error, since, nextLookAt, waiting: [...waiting] };
      });
  }
}
