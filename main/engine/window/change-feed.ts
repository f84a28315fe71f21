import type { Clock } from '../../../shared/clock.ts';
import type { Change, MatterId } from '../../../shared/model.ts';

/** Milliseconds in which changes are gathered before those who follow are told. */
const gathering = 40;

/** Tells the window what to ask for again: gathered, and never more than one of a kind waiting for a slow listener. */
export class ChangeFeed {
  readonly #clock: Clock;
  readonly #gathered = new Map<string, Change>();
  readonly #followers = new Set<(changes: readonly Change[]) => void>();
  #gathering = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  matters(): void {
    this.#gather({ topic: 'matters' });
  }

  matter(matterId: MatterId): void {
    this.#gather({ topic: 'matter', matterId });
    this.#gather({ topic: 'problems' });
  }

  problems(): void {
    this.#gather({ topic: 'problems' });
  }

  async *follow(signal?: AbortSignal): AsyncGenerator<Change, void> {
    const waiting = new Map<string, Change>();
    let wake = () => {};
    const listener = (changes: readonly Change[]) => {
      for (const change of changes) waiting.set(JSON.stringify(change), change);
      wake();
    };
    const end = () => wake();
    this.#followers.add(listener);
    signal?.addEventListener('abort', end);
    try {
      while (!signal?.aborted) {
        const changes = [...waiting.values()];
        waiting.clear();
        yield* changes;
        if (waiting.size > 0 || signal?.aborted) continue;
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
    this.#gathered.set(JSON.stringify(change), change);
    if (this.#gathering) return;
    this.#gathering = true;
    this.#clock.timer(gathering, () => {
      this.#gathering = false;
      const changes = [...this.#gathered.values()];
      this.#gathered.clear();
      for (const follower of this.#followers) follower(changes);
    });
  }
}
