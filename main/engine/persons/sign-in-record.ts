import { z } from 'zod';
import { beforeMeanwhile } from '../features/meanwhile/take-over.ts';
import { ownUserId } from '../store/matters.ts';
import { recoverySetting } from '../store/recovery.ts';
import type { Stores } from '../store/stores.ts';
import { type KeptPerson, openedBySchema } from './kept-person.ts';

const setting = 'sign-in';

const recordSchema = z.object({
  id: z.string(),
  openedBy: openedBySchema,
  /** What was captured after this save, and written after this entry of the custody log, is of this sign-in. */
  afterSave: z.number(),
  afterEntry: z.number(),
  /** When it began, in milliseconds since 1970; left out where an older program kept it. */
  at: z.number().optional(),
  /** Whose id in the service history should show: the person's, or what they had said they are; null while nobody knows. */
  expected: z.string().nullable(),
});
/** From where on what a workspace has is of the sign-in that it is open to. */
export type SignInRecord = z.infer<typeof recordSchema>;

export function signInRecord(stores: Pick<Stores, 'matters'>): SignInRecord | null {
  const kept = stores.matters.setting(setting);
  return kept === null ? null : recordSchema.parse(JSON.parse(kept));
}

/** The workspace is opened to a sign-in: once for each, with an entry in the custody log where somebody or something told who it is. */
export function recordSignIn(stores: Stores, person: KeptPerson, now: number): void {
  const { signIn, openedBy, staff } = person;
  const before = stores.matters.setting(beforeMeanwhile);
  const isRecorded = signInRecord(stores)?.id === signIn;
  if (signIn === null || (isRecorded && before === null)) return;
  stores.together(() => {
    const { database, matters, custody, outbox, saves, whoWasHere } = stores;
    database.prepare('DELETE FROM setting WHERE name = ?').run(beforeMeanwhile);
    if (isRecorded) return;
    // What was captured while they were asked who they are, or while there was no room to record it, is of this sign-in too.
    const afterSave = Math.min(
      saves.last(),
      (outbox.firstOfUnknown() ?? Number.POSITIVE_INFINITY) - 1,
      Number(before ?? Number.POSITIVE_INFINITY),
    );
    if (openedBy === 'token' || openedBy === 'stated') custody.signedIn(openedBy, staff);
    const expected = matters.setting(ownUserId) ?? staff?.id ?? null;
    const at = whoWasHere.unknownSince ?? now;
    const record: SignInRecord = { id: signIn, openedBy, afterSave, afterEntry: custody.last, at, expected };
    matters.putSetting(setting, JSON.stringify(record));
    // What was captured while it was not known who had signed in was theirs.
    outbox.unknownIsOwn();
  });
}

/** True while nobody has worked in it: nothing in it is anybody's. The key the custody log is sealed with is this computer's. */
export function isUntouched({ database, matters }: Pick<Stores, 'database' | 'matters'>): boolean {
  const has = (rows: string): boolean =>
    database.prepare(`SELECT 1 FROM ${rows} LIMIT 1`).get() !== undefined;
  const isRecovered = matters.setting(recoverySetting) !== null;
  const worked = "custody WHERE kind <> 'signing-key'";
  return !isRecovered && !['matter', 'matter_folder', 'save', worked, 'content'].some(has);
}
