import type { AddOutcome } from '../../shared/model/adding.ts';

/** Documents copied before the person is told again how far it is, and may stop. */
export const atOnce = 20;
/** How often what is still being written is tried again; each try waits some seconds by itself. */
const mostTries = 30;

interface Steps {
  /** Adds some; one outcome per file. */
  readonly add: (paths: string[]) => Promise<readonly AddOutcome[]>;
  readonly isStopped: () => boolean;
  /** So many are through, the last ones with these outcomes: written down by the time it answers, before more is asked for. */
  readonly tellDone: (done: number, outcomes: readonly AddOutcome[]) => Promise<unknown>;
  /** All that is waited for, and what of it is asked for again when it answers. */
  readonly tellWaiting: (paths: readonly string[], asked: readonly string[]) => unknown;
}

/** How far it has come. */
export interface AddedSoFar {
  readonly done: number;
  readonly outcomes: readonly AddOutcome[];
}

interface AddedInTurn {
  readonly outcomes: readonly AddOutcome[];
  /** How many were not come to. */
  readonly left: number;
  /** What was asked for and not answered: it may have been added, and whoever adds it again may have it twice. */
  readonly unsure: { readonly paths: readonly string[]; readonly error: unknown } | null;
}

/**
 * Adds documents some at a time, and what was still being written again at the end, until it is finished, the person stops
 * it, nobody answers, or minutes are over.
 */
export async function addInTurn(
  paths: readonly string[],
  { add, isStopped, tellDone, tellWaiting }: Steps,
  soFar: AddedSoFar = { done: 0, outcomes: [] },
): Promise<AddedInTurn> {
  let { done, outcomes } = soFar;
  while (done < paths.length && !isStopped()) {
    const batch = paths.slice(done, done + atOnce);
    const added = await answered(add(batch));
    if ('error' in added)
      return { outcomes, left: paths.length - done - batch.length, unsure: { paths: batch, ...added } };
    outcomes = [...outcomes, ...added.outcomes];
    done += batch.length;
    await tellDone(done, added.outcomes);
  }
  for (let tries = 0; tries < mostTries && !isStopped(); tries += 1) {
    // What lies in a folder that was dropped cannot be named alone.
    const unfinished = outcomes
      .filter(isStillWritten)
      .map(({ path }) => path)
      .filter((path) => paths.includes(path));
    if (unfinished.length === 0) break;
    const batch = unfinished.slice(0, atOnce);
    await tellWaiting(unfinished, batch);
    const others = withoutPaths(outcomes, batch);
    const added = await answered(add(batch));
    if ('error' in added)
      return { outcomes: others, left: paths.length - done, unsure: { paths: batch, ...added } };
    outcomes = [...others, ...added.outcomes];
    await tellDone(done, added.outcomes);
  }
  return { outcomes, left: paths.length - done, unsure: null };
}

const answered = (
  asked: Promise<readonly AddOutcome[]>,
): Promise<{ outcomes: readonly AddOutcome[] } | { error: unknown }> =>
  asked.then(
    (outcomes) => ({ outcomes }),
    (error: unknown) => ({ error }),
  );

export function withoutPaths(outcomes: readonly AddOutcome[], paths: readonly string[]): AddOutcome[] {
  const gone = new Set(paths);
  return outcomes.filter(({ path }) => !gone.has(path));
}

const isStillWritten = (one: AddOutcome): boolean =>
  one.outcome === 'refused' && one.refusal.code === 'still-written';
