import type { Clock } from '../../../../shared/base/clock.ts';
import type { FileId, MatterId, Refusal } from '../../../../shared/model/index.ts';

/** Milliseconds until the service is asked again: twice as long each time. */
const shortest = 10_000;
const longest = 60 * 60_000;

interface Rest {
  readonly ms: number;
  /** By the steady clock. */
  readonly until: number;
  /** The history entry that the question is about; null where there is none. */
  readonly seq: number | null;
  readonly refusal: Refusal | null;
}

/** A document of a matter, or which documents it has. */
type Asked = FileId | 'documents';

/** What the service was asked for in vain, of documents that could not be had or are not as history tells: it is asked again ever more seldom. */
export class Rests {
  readonly #clock: Clock;
  readonly #rests = new Map<MatterId, Map<Asked, Rest>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Why it is not asked for now; undefined where it is. What a newer entry tells is asked for at once. */
  of(matterId: MatterId, asked: Asked, seq: number | null): Pick<Rest, 'refusal'> | undefined {
    const rest = this.#rests.get(matterId)?.get(asked);
    return rest && rest.seq === seq && this.#clock.steady() < rest.until ? rest : undefined;
  }

  begin(matterId: MatterId, asked: Asked, seq: number | null, refusal: Refusal | null = null): void {
    const rests = this.#rests.get(matterId) ?? new Map<Asked, Rest>();
    const before = rests.get(asked);
    const ms = before?.seq === seq ? Math.min(before.ms * 2, longest) : shortest;
    rests.set(asked, { ms, until: this.#clock.steady() + ms, seq, refusal });
    this.#rests.set(matterId, rests);
  }

  end(matterId: MatterId, asked: Asked): void {
    this.#rests.get(matterId)?.delete(asked);
  }

  /** The person wants it now. */
  endAll(matterId: MatterId): void {
    this.#rests.delete(matterId);
  }

  /**
   * Milliseconds until the first of a matter is asked for again; null where none rests. Whose rest was over when the look began was
   * asked for in it, or is not wanted any more; whose rest ended during the look may have been passed over.
   * @param lookBegan by the steady clock
   */
  next(matterId: MatterId, lookBegan: number): number | null {
    const ends = [...(this.#rests.get(matterId)?.values() ?? [])].flatMap(({ until }) =>
      until > lookBegan ? [until] : [],
    );
    return ends.length === 0 ? null : Math.max(0, Math.min(...ends) - this.#clock.steady());
  }
}
