import type { Clock } from '../../shared/base/clock.ts';
import type { Problem } from '../../shared/model/index.ts';
import type { EngineSource } from '../conversation/forward.ts';
import { following } from '../engine-process/following.ts';

interface ProblemNews {
  readonly engine: EngineSource;
  readonly clock: Clock;
  readonly tell: (fresh: readonly Problem[]) => void;
}

/** Milliseconds between two looks at the problems: many may come at once. */
const restBetween = 2_000;

/** Tells of new problems for as long as the program runs; those there were at the start are no news. */
export async function followProblems({ engine, clock, tell }: ProblemNews): Promise<void> {
  let known: ReadonlySet<string> | null = null;
  let isDue = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    isDue = false;
    lookedAt = clock.now();
    const link = engine.link.value;
    const problems = await link?.client.engine.problems
      .list(undefined, { signal: link.ended })
      // An engine that has just ended answers nothing: the next one says how many there are.
      .catch(() => null);
    if (!problems) return;
    const before = known;
    known = new Set(problems.map(({ id }) => id));
    const fresh = before ? problems.filter(({ id }) => !before.has(id)) : [];
    if (fresh.length > 0) tell(fresh);
  };
  await following(
    engine,
    (client, signal) => client.engine.status(undefined, { signal }),
    () => {
      // While nothing kept is open, none is counted: how many there are is what the list says.
      if (isDue) return;
      isDue = true;
      const since = clock.now() - lookedAt;
      clock.timer(since >= 0 && since < restBetween ? restBetween - since : 0, () => void look());
    },
  );
}
