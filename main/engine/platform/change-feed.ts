import type { Clock } from '../../../shared/base/clock.ts';
import { type Change, documentsAtOnce, type FileId, type MatterId } from '../../../shared/model/index.ts';

/** Milliseconds in which changes are gathered before those who follow are told. */
const gathering = 40;

/** Tells the window what to ask for again: gathered, and never more than one of a kind waiting for a slow listener. */
export class ChangeFeed {
  readonly #clock: Clock;
  readonly #gathered = new Gathered();
  readonly #followers = new Set<(changes: readonly Change[]) => void>();
  #gathering = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  matters(): void {
    this.#gather({ topic: 'matters' });
  }

  /** @param documents those that changed, where nothing else about the matter's documents and folders did */
  matter(matterId: MatterId, documents?: readonly FileId[]): void {
    this.#gather({ topic: 'matter', matterId, ...(documents && { documents: [...documents] }) });
    this.#gather({ topic: 'problems' });
  }

  /** Another person’s work is shown than before. */
  person(): void {
    this.#gather({ topic: 'person' });
  }

  requests(): void {
    this.#gather({ topic: 'requests' });
  }

  records(): void {
    this.#gather({ topic: 'records' });
  }

  problems(): void {
    this.#gather({ topic: 'problems' });
  }

  async *follow(signal?: AbortSignal): AsyncGenerator<Change, void> {
    const waiting = new Gathered();
    let wake = () => {};
    const listener = (changes: readonly Change[]) => {
      for (const change of changes) waiting.add(change);
      wake();
    };
    const end = () => wake();
    this.#followers.add(listener);
    signal?.addEventListener('abort', end);
    try {
      while (!signal?.aborted) {
        yield* waiting.take();
        if (waiting.isAny || signal?.aborted) continue;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      this.#followers.delete(listener);
      signal?.removeEventListener('abort', end);
    }
  }

  #gather(change: Change): void {
    this.#gathered.add(change);
    if (this.#gathering) return;
    this.#gathering = true;
    this.#clock.timer(gathering, () => {
      this.#gathering = false;
      const changes = this.#gathered.take();
      for (const follower of this.#followers) follower(changes);
    });
  }
}

/** Changes, those of a kind together. */
class Gathered {
  readonly #changes = new Map<string, { readonly change: Change; documents: Set<FileId> | null }>();

  get isAny(): boolean {
    return this.#changes.size > 0;
  }

  add(change: Change): void {
    const [key, told] =
      change.topic === 'matter' ? [`matter ${change.matterId}`, change.documents] : [change.topic];
    const before = this.#changes.get(key);
    if (!before) {
      this.#changes.set(key, { change, documents: told ? new Set(told) : null });
      return;
    }
    for (const document of told ?? []) before.documents?.add(document);
    if (!told || (before.documents?.size ?? 0) > documentsAtOnce) before.documents = null;
  }

  take(): Change[] {
    const changes = [...this.#changes.values()].map(({ change, documents }): Change => {
      if (change.topic !== 'matter') return change;
      const { topic, matterId } = change;
      return { topic, matterId, ...(documents && { documents: [...documents] }) };
    });
    this.#changes.clear();
    return changes;
  }
}
