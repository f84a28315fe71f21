import { join, posix } from 'node:path';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { Refusal } from '../../../shared/model/index.ts';
import { lossWords, saysLoss, type Unfiled } from '../../../shared/model/sign-out.ts';
import type { Workspace } from '../compose.ts';
import { foldersOfAnother } from '../persons/folders-of-another.ts';
import { readPerson } from '../persons/kept-person.ts';
import { type Files, failureCode } from '../platform/files.ts';
import { meanwhileLeft } from '../store/contents.ts';
import { custodyLogs } from './earlier-logs.ts';
import { unfiledOf } from './unfiled.ts';

/** Ends the name of a directory that is to go: what a crash left of one goes at the next start. */
const going = '.removed';

/** Whose it is, what the person said would be lost, and who writes the last export of the custody log. */
export interface Removal {
  /** The sign-in of the person who wants it, or for whom it was decided. */
  readonly signIn: string;
  readonly loss: string;
  /** Of the program. */
  readonly version: string;
}

/** Null when nothing would be lost that the person did not name, and nothing of anybody else. */
export function whyNotRemoved(
  stores: Pick<Workspace['stores'], 'matters' | 'links'>,
  unfiled: Unfiled,
  loss: string,
): Refusal | null {
  // How many they are cannot be said, so nobody can say that they may be lost.
  if (stores.matters.setting(meanwhileLeft)) return refusals.unreadable;
  const theirs = foldersOfAnother(stores);
  if (theirs.length > 0) return refusals.anotherPersons(theirs);
  if (unfiled.looking > 0) return refusals.looking;
  const words = lossWords(unfiled);
  return words === null || saysLoss(loss, words) ? null : refusals.unfiled(words);
}

/**
 * Removes everything that is kept of one service: list, timelines, vault. The custody log is written to a file first,
 * because nobody else has it. Matter folders are not touched. The workspace ends in any case; a refusal means that
 * everything is still there.
 * @throws what the disk refused: everything is still there then too
 */
export async function removeKept(
  workspace: Workspace,
  removal: Omit<Removal, 'signIn'>,
): Promise<Result<void, Refusal>> {
  const { files, clock, directory, place } = workspace;
  try {
    const kept = await prepare(workspace, removal);
    if (!kept.ok) return kept;
  } finally {
    // Whoever opens it again must not find it open.
    await workspace.stop();
  }
  const aside = `${directory}-${clock.now()}${going}`;
  await files.replace(directory, aside);
  // From here on it counts as removed: what is left of it goes at the next start.
  await files.sync(place.directory).catch(() => undefined);
  await files.removeOwnTree(aside).catch(() => undefined);
  return ok(undefined);
}

/** Nothing is captured or filed any more, nothing would be lost unsaid, and the custody log is kept. */
async function prepare(
  workspace: Workspace,
  removal: Omit<Removal, 'signIn'>,
): Promise<Result<void, Refusal>> {
  const { watches, replacedFiles } = workspace;
  // Whoever stopped looking knows nothing of what is not read.
  const { unread, looking } = watches;
  await watches.stop();
  await workspace.pipeline.stop();
  await replacedFiles.lookNow();
  const now = unfiledOf(workspace);
  const late = whyNotRemoved(
    workspace.stores,
    { ...now, unread: now.unread + unread, looking },
    removal.loss,
  );
  if (late) return err(late);
  const kept = await keepCustody(workspace, removal);
  if (kept.ok) await replacedFiles.removeAll();
  return kept;
}

/** What is shown is not what was meant. */
export const isAnothers = (): Refusal => refusals.anothers;

/** Something else failed on the way: everything is still there. */
export const notRemoved = (failure: unknown): Refusal => refusals.stuck(failureCode(failure));

async function keepCustody(
  workspace: Workspace,
  { version }: Pick<Removal, 'version'>,
): Promise<Result<void, Refusal>> {
  const { files, clock, place, stores, custodyExporter } = workspace;
  if (stores.custody.isEmpty) return ok(undefined);
  await tellWhatGoes(workspace);
  const directory = join(place.directory, custodyLogs);
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

/** The log says what else is not here any more: nobody can look after it once the rest is removed. */
async function tellWhatGoes({ files, directory, stores }: Workspace): Promise<void> {
  const person = await readPerson(files, directory);
  const subjects = person === null || person === 'unreadable' ? [] : person.subjects;
  stores.together(() => {
    for (const { matterId } of stores.links.all())
      for (const { fileId, path, sha256, size, removed, removedAt } of stores.links.files(matterId))
        if (removed && removedAt)
          stores.custody.gone(
            { matterId, fileId, path, sha256, size, name: posix.basename(path) },
            removedAt,
          );
    stores.custody.removing(subjects.join(' '));
  });
}

/** What a removal that was cut short left behind. */
export async function finishRemovals(files: Files, directory: string): Promise<void> {
  for (const name of await files.list(directory)) {
    // A program may have one of its files open: then it goes at another start.
    if (name.endsWith(going)) await files.removeOwnTree(join(directory, name)).catch(() => undefined);
  }
}

const refusals = {
  anothers: {
    code: 'not-permitted',
    what: 'What is kept here was not removed',
    why: 'What Matterline has open is not of the person whose sign-in it was to be removed for.',
    next: 'Sign in again as that person, and remove it then. Nothing is lost.',
  },
  looking: {
    code: 'not-permitted',
    what: 'What is kept here was not removed',
    why: 'Matterline is still checking a matter folder for changes that are not filed.',
    next: 'Try again in a moment.',
  },
  unreadable: {
    code: 'not-permitted',
    what: 'What is kept here was not removed',
    why: 'Saves captured while the disk was full are in it, whose records this version of Matterline cannot read or has no room to read.',
    next: 'Do what the problem about them says, and remove it then. Nothing is lost.',
  },
  anotherPersons: (paths: readonly string[]): Refusal => ({
    code: 'not-permitted',
    what: 'What is kept here was not removed',
    why: `Folders of another person, who was taken for you, are still among yours, with what they saved: ${paths.join(', ')}.`,
    next: 'They go to that person once they sign in here and their matters are known. Remove what is kept after that, or once theirs was removed.',
  }),
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
} as const satisfies Record<
  string,
  Refusal | ((words: string) => Refusal) | ((paths: readonly string[]) => Refusal)
>;

export const notRemovedYet: Refusal = {
  code: 'not-permitted',
  what: 'What is kept here was not removed',
  why: 'It cannot be opened just now, so it is not known what would be lost.',
  next: 'Try again once it is open: Matterline tries by itself. To sign out now, leave what is kept.',
};
