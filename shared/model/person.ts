import { z } from 'zod';
import { refusalSchema } from './refusal.ts';

/** A sign-in: the same from the person's consent until they are signed out, however often its tokens are refreshed. */
export const signInSchema = z.object({
  /** Random, made when the person signed in. */
  id: z.string().min(1).max(100),
  /**
   * The subjects that its tokens tell: each after the kind of token that told it, a hash, and one of the issuer who vouches for it
   * (`id:…@…`, `access:…@…`). Those of different kinds or issuers cannot be compared. Empty where the tokens tell nothing.
   */
  subjects: z.array(z.string().max(200)).max(8),
});
export type SignIn = z.infer<typeof signInSchema>;

/** The sign-in of a program that told sign-ins apart by nothing. */
export const earlierSignIn: SignIn = { id: 'earlier', subjects: [] };

/** What a new sign-in is opened by: what the tokens say, or what the person says. */
export const identityPolicySchema = z.enum(['stated', 'proven']);
export type IdentityPolicy = z.infer<typeof identityPolicySchema>;

export const staffMemberSchema = z.object({ id: z.string().min(1).max(1024), name: z.string().max(1024) });
export type StaffMember = z.infer<typeof staffMemberSchema>;

/** For which sign-in it is said; left out while nobody is signed in. */
const forSignIn = { signIn: z.string().optional() };

/** Whose work the window shows. */
export const personSchema = z.discriminatedUnion('state', [
  /** Nobody has signed in to this service on this computer. */
  z.object({ state: z.literal('nobody') }),
  /** Somebody signed in, and may be one of those who did before: nothing is shown or sent before they say so. */
  z.object({
    state: z.literal('asked'),
    ...forSignIn,
    people: z.array(
      z.object({
        id: z.string(),
        /** What they are called in the service; null when nobody knows. */
        name: z.string().nullable(),
        /** Saves of theirs that wait on this computer; null while that cannot be looked at. */
        waiting: z.int().nonnegative().nullable(),
      }),
    ),
    /** Whom the firm has, as far as it is known here. */
    staff: z.array(staffMemberSchema),
  }),
  /** Nothing may be opened for whoever signed in. */
  z.object({ state: z.literal('refused'), ...forSignIn, refusal: refusalSchema }),
  z.object({
    state: z.literal('known'),
    ...forSignIn,
    /** Of their workspace on this computer. */
    id: z.string(),
    /** Whom of the firm's staff they said they are, or history proved; null while nobody knows. */
    staff: staffMemberSchema.nullable(),
    /** History named them, so that they cannot say that they are somebody else of the firm's staff. */
    staffIsProven: z.boolean().default(false),
    /**
     * What other people who signed in on this computer have waiting here; null while that cannot be looked at. `mayBeMine` when it
     * is not proven of all of them that they are somebody else: the person may ask to be asked again.
     */
    others: z.object({
      people: z.int().nonnegative(),
      waiting: z.int().nonnegative().nullable(),
      mayBeMine: z.boolean().default(false),
    }),
    /** They had been taken for somebody else, or folders that came along were lost sight of: to be told until they dismiss it. */
    mistaken: refusalSchema.nullable(),
    /** Folders that came along from another service address, and of which it is not known that they are this person's. */
    toLink: z.array(z.string()),
    /** Those that are theirs, and whose matters this service does not tell. */
    toLinkLater: z.array(z.string()).default([]),
    /** Folders of theirs that are still watched for somebody they had been taken for, or had said they are not. */
    toTakeOver: z.array(z.string()).default([]),
  }),
]);
export type Person = z.infer<typeof personSchema>;
