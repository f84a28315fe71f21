import type { AddOutcome } from '../../shared/model/adding.ts';

/** Documents copied before the person is told again how far it is, and may stop. */
export const atOnce = 20;
/** How often what is still being written is tried again; each try waits some seconds by itself. */
const mostTries = 30;

interface Steps {
  /** Adds some; one outcome per file. */
  readonly add: (paths: string[]) => Promise<readonly AddOutcome[]>;
  readonly isStopped: () => boolean;
  /** Written down by the time it answers: the next ones are asked for after that. */
  readonly tellDone: (done: number) => Promise<unknown>;
  readonly tellWaiting: (paths: readonly string[]) => void;
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
): Promise<AddedInTurn> {
  let outcomes: AddOutcome[] = [];
  let done = 0;
  while (done < paths.length && !isStopped()) {
    await tellDone(done);
    if (isStopped()) break;
    const batch = paths.slice(done, done + atOnce);
    try {
      outcomes.push(...(await add(batch)));
    } catch (error) {
      return { outcomes, left: paths.length - done - batch.length, unsure: { paths: batch, error } };
    }
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
    const others = outcomes.filter(({ path }) => !batch.includes(path));
    try {
      outcomes = [...others, ...(await add(batch))];
    } catch (error) {
      return { outcomes: others, left: paths.length - done, unsure: { paths: batch, error } };
    }
  }
  return { outcomes, left: paths.length - done, unsure: null };
}

const isStillWritten = (one: AddOutcome): boolean =>
  one.outcome === 'refused' && one.refusal.code === 'still-written';
