import { z } from 'zod';

/** Why a save waits or needs a person, in words, kept with the save. */
const saveProblemSchema = z.object({
  code: z.enum([
    /** The service has a version this computer's copy does not include (promise 7). */
    'newer-version',
    /** A document of this name was filed before this folder was linked. */
    'already-filed',
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
  ]),
  what: z.string(),
  why: z.string(),
  next: z.string(),
});
export type SaveProblem = z.infer<typeof saveProblemSchema>;

export const vaultDamaged = (name: string): SaveProblem => ({
  code: 'vault-damaged',
  what: `The kept copy of this save of “${name}” is missing or damaged`,
  why: 'Its file in the program’s own folder is not as it was written, and the document has changed since.',
  next: 'Save the document again; the file in the matter folder is not touched.',
});

export const writeProblem = (problem: SaveProblem): string => JSON.stringify(problem);

export function readProblem(text: string | null): SaveProblem | null {
  return text === null ? null : saveProblemSchema.parse(JSON.parse(text));
}

/** True when something else is filed that the save must not bury. */
export const isConflict = (code: SaveProblem['code'] | null): boolean =>
  code === 'newer-version' || code === 'already-filed';
