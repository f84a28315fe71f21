import { join } from 'node:path';
import { lossWords, saysLoss, type Unfiled } from '../../../shared/leaving.ts';
import type { Refusal } from '../../../shared/model.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Workspace } from '../compose.ts';
import { type Files, failureCode } from '../files/files.ts';
import { unfiledOf } from './unfiled.ts';

/** Ends the name of a directory that is to go: what a crash left of one goes at the next start. */
const going = '.removed';

/** What the person said would be lost, and who writes the last export of the custody log. */
export interface Removal {
  readonly loss: string;
  /** Of the program. */
  readonly version: string;
}

/** Null when nothing would be lost that the person did not name. */
export function whyNotRemoved(unfiled: Unfiled, loss: string): Refusal | null {
  if (unfiled.looking > 0) return refusals.looking;
  const words = lossWords(unfiled);
  return words === null || saysLoss(loss, words) ? null : refusals.unfiled(words);
}

/**
 * Removes everything that is kept of one service: list, timelines, vault. The custody log is written to a file first,
 * because nobody else has it. Matter folders are not touched. The workspace ends in any case; a refusal means that
 * everything is still there.
 */
export async function removeKept(workspace: Workspace, removal: Removal): Promise<Result<void, Refusal>> {
  const { files, clock, directory, place } = workspace;
  // Nothing may be captured or filed between the last look and the removal.
  await workspace.watches.stop();
  await workspace.pipeline.stop();
  const late = whyNotRemoved(unfiledOf(workspace), removal.loss);
  const kept = late ? err(late) : await keepCustody(workspace, removal);
  await workspace.stop();
  if (!kept.ok) return kept;
  try {
    const aside = `${directory}-${clock.now()}${going}`;
    await files.replace(directory, aside);
    await files.sync(place.directory);
    await files.removeOwnTree(aside);
    return ok(undefined);
  } catch (failure) {
    return err(refusals.stuck(failureCode(failure)));
  }
}

async function keepCustody(workspace: Workspace, { version }: Removal): Promise<Result<void, Refusal>> {
  const { files, clock, place, stores, custodyExporter } = workspace;
  if (stores.custody.isEmpty) return ok(undefined);
  const directory = join(place.directory, 'custody logs');
  await files.makeDirectories(directory);
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const written = await custodyExporter.export({
    scope: 'all',
    matterId: null,
    fileId: null,
    format: 'json',
    path: join(directory, `Custody log ${new URL(place.baseUrl).hostname} ${day}.jsonl`),
    version,
  });
  return written.ok ? ok(undefined) : written;
}

/** What a removal that was cut short left behind. */
export async function finishRemovals(files: Files, directory: string): Promise<void> {
  for (const name of await files.list(directory)) {
    // A program may have one of its files open: then it goes at another start.
    if (name.endsWith(going)) await files.removeOwnTree(join(directory, name)).catch(() => undefined);
  }
}

const refusals = {
  looking: {
    code: 'not-permitted',
    what: 'What is kept here was not removed',
    why: 'Matterline is still looking through a matter folder for changes that are not filed.',
    next: 'Try again in a moment.',
  },
  unfiled: (words: string): Refusal => ({
    code: 'not-permitted',
    what: 'What is kept here was not removed',
    why: `Something would be lost that is nowhere else: it would ${words}.`,
    next: 'Wait until everything is filed, or say what you want to lose.',
  }),
  stuck: (code: string): Refusal => ({
    code: 'not-permitted',
    what: 'What is kept here was not removed',
    why: `The system did not allow it (${code}): another program may have one of the files open.`,
    next: 'Close other programs and try again.',
  }),
} as const satisfies Record<string, Refusal | ((words: string) => Refusal)>;
