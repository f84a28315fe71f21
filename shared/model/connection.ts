import { z } from 'zod';
import { instantSchema } from './ids.ts';
import { refusalSchema } from './refusal.ts';

/** Where the firm's service is and who we are to it. Secrets go in, and never come out again. */
export const connectionSchema = z.object({
  baseUrl: z.string(),
  authUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string().optional(),
  /** The firm's hub has it where there is one. */
  apiKey: z.string().default(''),
  /** Address of the firm's hub: then requests go to it alone. */
  hub: z.string().optional(),
  /**
   * This computer's share of what the service takes from the whole firm, for while no hub answers: then requests go to the service itself. By
   * policy only, and with an API key of its own.
   */
  withoutHub: z.lazy(() => z.strictObject(requestLimitSchema.shape)).optional(),
  redirect: z.enum(['custom', 'loopback']).default('custom'),
  scope: z.string().optional(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** What is done with linked folders when the service address changes: the person is asked, takes them along, or leaves them. */
export const linksOnChangeSchema = z.enum(['ask', 'take', 'leave']);
export type LinksOnChange = z.infer<typeof linksOnChangeSchema>;

/** What is kept on this computer for the service address in use. */
export const keptHereSchema = z.object({
  /** Saves of the person that are not filed. */
  unsent: z.int().nonnegative(),
  /** Their linked folders. */
  folders: z.array(z.string()),
  /** How much of both belongs to other people. */
  others: z.object({ unsent: z.int().nonnegative(), folders: z.int().nonnegative() }),
  /** Something of either cannot be opened just now: how much it is, is not known, and not counted. */
  notOpened: z.boolean(),
});
export type KeptHere = z.infer<typeof keptHereSchema>;

/**
 * What is done with what is kept when the service address changes, and what of it the person was shown: a decision about
 * anything else is refused.
 */
export const addressChangeSchema = z.object({
  links: linksOnChangeSchema.default('ask'),
  shown: z.string().max(100_000).nullable().default(null),
});
export type AddressChange = z.infer<typeof addressChangeSchema>;

/** How many requests the firm's service takes: so many a second, so many at once after a silence. */
export const requestLimitSchema = z.object({
  perSecond: z.number().min(0.1).max(1_000_000),
  burst: z.int().min(1).max(1_000_000),
});

/** The part of a connection that may be shown. */
export const connectionViewSchema = z.object({
  baseUrl: z.string(),
  authUrl: z.string(),
  clientId: z.string(),
  redirect: z.enum(['custom', 'loopback']),
  scope: z.string().optional(),
  hub: z.string().optional(),
  /** A client secret is kept; it is never given out. */
  hasClientSecret: z.boolean().default(false),
  /** `policy` is set by an administrator, `file` by a command line; neither can be edited in the window. */
  source: z.enum(['policy', 'file', 'typed']),
});
export type ConnectionView = z.infer<typeof connectionViewSchema>;

export const signedOutSchema = z.object({
  state: z.literal('signed-out'),
  refusal: refusalSchema.nullable(),
  /** The person signed out, and nobody has signed in since: what is kept is not there to be looked at. */
  left: z.boolean().optional(),
});

export const signedInSchema = z.object({
  state: z.literal('signed-in'),
  /** `memory` when this computer has no safe place for secrets: the sign-in ends with the program. */
  keptIn: z.enum(['system', 'memory']),
  /** When the service will want a new sign-in (30 days after this one by default; spec: Token request). */
  signInAgainBy: instantSchema,
  /** Which sign-in it is, however often it is refreshed. */
  signIn: z.string().optional(),
  /** Why another sign-in, begun while this one lasts, was not finished. */
  refusal: refusalSchema.optional(),
});

export const sessionSchema = z.discriminatedUnion('state', [
  signedOutSchema.extend({ state: z.literal('unconfigured') }),
  signedOutSchema,
  /** The system browser is open; `address` lets the person open it by hand. */
  z.object({
    state: z.literal('signing-in'),
    address: z.string(),
    refusal: refusalSchema.nullable(),
    /** The sign-in that lasts meanwhile: whoever signs in again goes on working. */
    meanwhile: signedInSchema.optional(),
  }),
  signedInSchema,
]);
export type Session = z.infer<typeof sessionSchema>;

/** Nobody can sign in: the secrets of the connection are not there, or the sign-in server does not take them. */
export const lacksSecrets = (session: Session): boolean =>
  session.state === 'unconfigured' || session.refusal?.code === 'configuration-invalid';
