import type { AddOutcome } from '../../words/adding.ts';

/** Documents copied before the person is told again how far it is, and may stop. */
const atOnce = 20;
/** How often what is still being written is tried again; each try waits some seconds by itself. */
const mostTries = 30;

interface Steps {
  /** Adds some; one outcome per file. */
  readonly add: (paths: string[]) => Promise<readonly AddOutcome[]>;
  readonly isStopped: () => boolean;
  readonly tellDone: (done: number) => void;
  readonly tellWaiting: (paths: readonly string[]) => void;
}

/**
 * Adds documents some at a time, and what was still being written again at the end, until it is finished, the person stops
 * it, or minutes are over. `left` were not come to.
 */
export async function addInTurn(
  paths: readonly string[],
  { add, isStopped, tellDone, tellWaiting }: Steps,
): Promise<{ readonly outcomes: readonly AddOutcome[]; readonly left: number }> {
  let outcomes: AddOutcome[] = [];
  let done = 0;
  while (done < paths.length && !isStopped()) {
    tellDone(done);
    const batch = paths.slice(done, done + atOnce);
    outcomes.push(...(await add(batch)));
    done += batch.length;
  }
  for (let tries = 0; tries < mostTries && !isStopped(); tries += 1) {
    // What lies in a folder that was dropped cannot be named alone.
    const unfinished = outcomes
      .filter(isStillWritten)
      .map(({ path }) => path)
      .filter((path) => paths.includes(path));
    if (unfinished.length === 0) break;
    tellWaiting(unfinished);
    const batch = unfinished.slice(0, atOnce);
    const again = await add(batch);
    outcomes = [...outcomes.filter(({ path }) => !batch.includes(path)), ...again];
  }
  return { outcomes, left: paths.length - done };
}

const isStillWritten = (one: AddOutcome): boolean =>
  one.outcome === 'refused' && one.refusal.code === 'still-written';
