import type { Clock } from '../../../../shared/base/clock.ts';
import type { GroupCommit } from '../../store/group-commit.ts';

/**
 * Milliseconds that registrations are gathered for while many come: several times as long as a commit takes. So many of
 * them are enough.
 */
const gathering = { atLeast: 100, atMost: 2_000, timesTheCommit: 3 };
const enough = 4_000;

/** Registers a save at once when it comes alone, and many in one commit when they come together. */
export class Registrar {
  readonly #clock: Clock;
  readonly #commits: GroupCommit;
  #waiting: (() => void)[] = [];
  #isGathering = false;
  /** Milliseconds, by a clock that nobody sets. */
  #lastCommit = 0;

  constructor(clock: Clock, commits: GroupCommit) {
    this.#clock = clock;
    this.#commits = commits;
  }

  /** Resolves once what `work` wrote is on disk; `work` runs soon, in the order asked, and must not wait for anything. */
  run<Value>(work: () => Value): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => void this.#commits.run(work).then(resolve, reject));
      if (!this.#isGathering) {
        this.#flush();
        this.#gather();
      } else if (this.#waiting.length >= enough) this.#flush();
    });
  }

  #gather(): void {
    this.#isGathering = true;
    const { atLeast, atMost, timesTheCommit } = gathering;
    const wait = Math.min(Math.max(timesTheCommit * this.#lastCommit, atLeast), atMost);
    this.#clock.timer(wait, () => {
      this.#isGathering = false;
      if (this.#waiting.length === 0) return;
      this.#flush();
      this.#gather();
    });
  }

  #flush(): void {
    const works = this.#waiting;
    this.#waiting = [];
    const startedAt = this.#clock.steady();
    for (const work of works) work();
    // A commit that fails is told to those whose works were in it.
    this.#commits
      .run(() => {})
      .then(
        () => (this.#lastCommit = this.#clock.steady() - startedAt),
        () => {},
      );
  }
}
