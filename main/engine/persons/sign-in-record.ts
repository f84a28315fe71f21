import { z } from 'zod';
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
  if (signIn === null || signInRecord(stores)?.id === signIn) return;
  stores.together(() => {
    const { database, matters, custody, outbox, whoWasHere } = stores;
    const afterSave =
      database.prepare<[], number>('SELECT coalesce(max(id), 0) FROM save').pluck().get() ?? 0;
    if (openedBy === 'token' || openedBy === 'stated') custody.signedIn(openedBy, staff);
    const expected = matters.setting(ownUserId) ?? staff?.id ?? null;
    const at = whoWasHere.unknownSince ?? now;
    const record: SignInRecord = { id: signIn, openedBy, afterSave, afterEntry: custody.last, at, expected };
    matters.putSetting(setting, JSON.stringify(record));
    // What was captured while it was not known who had signed in was theirs.
    outbox.unknownIsOwn();
  });
}

/** True while nobody has worked in it: nothing in it is anybody's. */
export function isUntouched({ database, matters }: Pick<Stores, 'database' | 'matters'>): boolean {
  const has = (table: string): boolean =>
    database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined;
  const isRecovered = matters.setting(recoverySetting) !== null;
  return !isRecovered && !['matter', 'matter_folder', 'save', 'custody', 'content'].some(has);
}
