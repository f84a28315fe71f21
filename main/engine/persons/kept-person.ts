import { join } from 'node:path';
import { z } from 'zod';
import { type SignIn, staffMemberSchema } from '../../../shared/model/index.ts';
import { type Files, failureCode } from '../platform/files.ts';

const fileName = 'person.json';
/** More than any such file has, in bytes. */
const most = 64 * 1024;
/** Sign-ins that were proven to be another person's are remembered, the last so many. */
const remembered = 20;

/** How a sign-in came to a workspace. */
export const openedBySchema = z.enum([
  /** Its tokens tell the subject that the workspace belongs to. */
  'token',
  /** The person said so. */
  'stated',
  /** There was nobody before. */
  'first',
  /** It is the one that was there before people were told apart. */
  'earlier',
]);
export type OpenedBy = z.infer<typeof openedBySchema>;

const personSchema = z.object({
  subjects: z.array(z.string()),
  /** Those of the subjects that are known only because somebody whose tokens tell them said that they are this person. */
  stated: z.array(z.string()).default([]),
  /** Whom of the firm's staff they said they are. */
  staff: staffMemberSchema.nullable(),
  /** The sign-in that it is open to, or was last. */
  signIn: z.string().nullable(),
  openedBy: openedBySchema,
  /** Milliseconds since 1970. */
  openedAt: z.number(),
  /** Sign-ins that were taken for this person's, and proven to be another's. */
  notSignIns: z.array(z.string()),
});
/** Whose a workspace is, in a file of its own: a damaged database must not make it nobody's. */
export type KeptPerson = z.infer<typeof personSchema>;

/** Null when nothing says whose it is; `unreadable` when something does that makes no sense. */
export async function readPerson(files: Files, directory: string): Promise<KeptPerson | 'unreadable' | null> {
  let text: string;
  try {
    text = Buffer.from(await files.readSmall(join(directory, fileName), most)).toString('utf8');
  } catch (failure) {
    if (failureCode(failure) === 'ENOENT') return null;
    throw failure;
  }
  try {
    return personSchema.parse(JSON.parse(text));
  } catch {
    return 'unreadable';
  }
}

/** The person again, without anything that a sign-in told that was taken for theirs and is another's. */
export function withoutSignIn(person: KeptPerson, { id, subjects }: SignIn): KeptPerson {
  const own = (known: readonly string[]) => known.filter((subject) => !subjects.includes(subject));
  return {
    ...person,
    subjects: own(person.subjects),
    stated: own(person.stated),
    signIn: person.signIn === id ? null : person.signIn,
    notSignIns: [...new Set([...person.notSignIns, id])],
  };
}

/** Resolves once it survives a power cut; what was there before stays until then. */
export async function keepPerson(
  files: Files,
  directory: string,
  person: KeptPerson,
  uniqueName: string,
): Promise<void> {
  const path = join(directory, fileName);
  const partial = `${path}-${uniqueName}.new`;
  const kept = { ...person, notSignIns: person.notSignIns.slice(-remembered) };
  await files.writeNew(partial, chunksOf(JSON.stringify(kept)));
  await files.sync(partial);
  await files.replace(partial, path);
  await files.sync(directory);
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, 'utf8');
}
