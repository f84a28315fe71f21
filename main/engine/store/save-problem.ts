import { z } from 'zod';

/** Why a save waits or needs a person, in words, kept with the save. */
const saveProblemSchema = z.object({
  code: z.enum([
    /** The service has a version this computer's copy does not include (promise 7). */
    'newer-version',
    /** The service shows only the newest of its history: whether somebody filed a version in between is not known. */
    'not-all-shown',
    /** Whether the service took it is not known, and its history shows a version that may be it or another computer's. */
    'may-be-filed',
    /** Whether the service made a document of it, without content, is not known. */
    'may-be-announced',
    /** A document of this name was filed before this folder was linked. */
    'already-filed',
    /** History says that the document was deleted, or moved to another matter. */
    'deleted-there',
    /** The service does not take a version of such a document. */
    'not-taken-back',
    /** The service takes no new documents this way. */
    'no-new-documents',
    'refused',
    /** Sent or not, nobody can tell: the records of it were lost. */
    'not-shown',
    /** The service took it, and its history has not shown it since. */
    'never-shown',
    'waiting-for-service',
    'vault-damaged',
    'unlinked',
    /** One of many that changed at once; the person looks at each. */
    'one-of-many',
    /** A content of the vault whose save was lost with a damaged database. */
    'found-again',
    /** Written by a program that had the document open when an earlier version took its place. */
    'written-after-restoring',
  ]),
  what: z.string(),
  why: z.string(),
  next: z.string(),
  /** Number of the history entry that the person is shown, where it is no version. */
  shownUpTo: z.number().optional(),
  /** Of a newer version that the person's copy may or may not include: nobody can tell. */
  descent: z.literal('unknown').optional(),
});
export type SaveProblem = z.infer<typeof saveProblemSchema>;

export const vaultDamaged = (name: string): SaveProblem => ({
  code: 'vault-damaged',
  what: `The kept copy of this save of “${name}” is missing or damaged`,
  why: 'Its file in the program’s own folder is not as it was written, and the document has changed since.',
  next: 'Save the document again; the file in the matter folder is not touched.',
});

export const writtenAfterRestoring = (name: string): SaveProblem => ({
  code: 'written-after-restoring',
  what: `A program went on saving “${name}” after another version took its place`,
  why: 'It had the document open all the time. What it saved is kept, and is not what is in the matter folder now.',
  next: 'File it as the newest version, or keep it unfiled. To have it in the folder again, restore it from the list of versions. Close the document in that program.',
});

export const oneOfMany: SaveProblem = {
  code: 'one-of-many',
  what: 'This document changed together with many others',
  why: 'Nothing of it is filed before you say so.',
  next: 'Look at it, then file it or keep it unfiled. This save is kept either way.',
};

/** @param name of the document that the service has */
export const alreadyFiled = (name: string): SaveProblem => ({
  code: 'already-filed',
  what: `“${name}” is already filed in this folder`,
  why: 'It was filed before this copy appeared, and the two cannot be compared from here.',
  next: 'Choose whether this copy becomes a new version of it, a separate document, or is kept unfiled.',
});

/** It was in a folder that the person said is the matter's, and is not what was saved last. */
export const ofUnknownDescent = (name: string): SaveProblem => ({
  code: 'newer-version',
  descent: 'unknown',
  what: `“${name}” in this folder is not the one that was saved here last`,
  why: 'It may be an older one, or one that someone went on with elsewhere: whether it includes the newest version cannot be told.',
  next: 'Compare it with the newest version. Then choose: file yours on top, file it as a separate document, or keep it unfiled. Both are kept.',
});

export const writeProblem = (problem: SaveProblem): string => JSON.stringify(problem);

export function readProblem(text: string | null): SaveProblem | null {
  return text === null ? null : saveProblemSchema.parse(JSON.parse(text));
}

/** True when something else is filed that the save must not bury. */
export const isConflict = (code: SaveProblem['code'] | null): boolean =>
  code === 'newer-version' || code === 'already-filed' || code === 'may-be-filed';
