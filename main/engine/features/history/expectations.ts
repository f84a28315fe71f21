import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { DueQueue } from './due-queue.ts';

/** After something was sent, its folder is read at these waits in turn, in milliseconds, until history shows it. */
const waits = [200, 300, 500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;
const longest = 15_000;
/** The step to which looking falls back while more and more is sent to the same folder. */
const burstStep = 3;
/** Milliseconds in which an accepted write may answer 404 (spec: What the service does 2). */
const notAppliedYet = 2 * 60_000;

interface Expectation {
  readonly matterId: MatterId;
  readonly folderId: FolderId | null;
  readonly since: number;
  step: number;
}

/** Folders in which something sent should show up soon. */
export class Expectations {
  readonly #random: () => number;
  readonly #queue = new DueQueue<Expectation>();
  readonly #matters = new Map<MatterId, Map<FolderId | null, Expectation>>();

  constructor(random: () => number) {
    this.#random = random;
  }

  /** When the next one is due; null when there is none. */
  next(): number | null {
    return this.#queue.first()?.due ?? null;
  }

  add(matterId: MatterId, folderId: FolderId | null, now: number): void {
    const folders = this.#matters.get(matterId) ?? new Map<FolderId | null, Expectation>();
    const before = folders.get(folderId);
    const dueBefore = before && this.#queue.dueOf(before);
    if (before) this.#queue.delete(before);
    // While more and more is sent, the look must not be put off, nor follow each.
    const step = Math.min(before?.step ?? 0, burstStep);
    const expectation = { matterId, folderId, since: now, step };
    this.#matters.set(matterId, folders.set(folderId, expectation));
    const due = now + (waits[step] ?? longest);
    this.#queue.set(expectation, Math.min(dueBefore ?? due, due));
  }

  /** Nothing is missing in this matter any more. */
  satisfied(matterId: MatterId): void {
    for (const expectation of this.#matters.get(matterId)?.values() ?? []) this.#queue.delete(expectation);
    this.#matters.delete(matterId);
  }

  has(matterId: MatterId): boolean {
    return this.#matters.has(matterId);
  }

  /** True while something sent to this matter may not be applied yet. */
  isRecent(matterId: MatterId, now: number): boolean {
    const folders = this.#matters.get(matterId)?.values() ?? [];
    return [...folders].some(({ since }) => now >= since && now - since < notAppliedYet);
  }

  /**
   * The folder to read now, if one is due; it is due again after its next wait.
   * @param cost milliseconds that reading a folder takes: half of the time at most is spent with that
   */
  take(
    now: number,
    cost: (matterId: MatterId, folderId: FolderId | null) => number = () => 0,
  ): { readonly matterId: MatterId; readonly folderId: FolderId | null } | null {
    const first = this.#queue.first();
    // Due later than any wait there is means that the clock was set back.
    if (!first || (first.due > now && first.due <= now + 2 * longest)) return null;
    const { item } = first;
    item.step += 1;
    const wait = Math.max(waits[item.step] ?? longest, 2 * cost(item.matterId, item.folderId));
    this.#queue.set(item, now + wait * (0.75 + this.#random() / 2));
    return item;
  }
}
