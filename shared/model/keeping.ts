import { z } from 'zod';
import { fileIdSchema, folderIdSchema, instantSchema } from './ids.ts';

/** A matter, a folder with all that is in it, or a document. */
export const keptSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('matter') }),
  z.object({ kind: z.literal('folder'), id: folderIdSchema }),
  z.object({ kind: z.literal('document'), id: fileIdSchema }),
]);
export type KeptPart = z.infer<typeof keptSchema>;

/** Documents that somebody renamed, moved or deleted in the service, and that are not so here yet, by what keeps them. */
export const followedHereSchema = z.object({
  /** A program has them open. */
  open: z.int().nonnegative(),
  /** They changed here, or are not filed as they are here. */
  changed: z.int().nonnegative(),
  /** Something else has the name here. */
  taken: z.int().nonnegative(),
  /** This computer does not take the name or the place. */
  refused: z.int().nonnegative(),
  /** They are so many that a person decides. */
  tooMany: z.int().nonnegative(),
  /** They were deleted, and there is no wastebasket for them. */
  noWastebasket: z.int().nonnegative(),
  /** Number of the newest entry among those of each question: what the person says is about these, and none that comes later. */
  tooManyUpTo: z.int().nonnegative(),
  noWastebasketUpTo: z.int().nonnegative(),
});
export type FollowedHere = z.infer<typeof followedHereSchema>;

/** How far a matter is that is kept on this computer. */
export const keepingSchema = z.object({
  /** What the person said of the whole matter. */
  matter: z.boolean(),
  /** Documents that are to be here, and those of them that are. */
  wanted: z.int().nonnegative(),
  here: z.int().nonnegative(),
  /** Newer versions that wait because the copy here is open, or changed. */
  open: z.int().nonnegative(),
  changed: z.int().nonnegative(),
  /** Newer versions that wait because they are so many that a person decides; 0 when none do. */
  tooMany: z.int().nonnegative(),
  isRunning: z.boolean(),
  /** When all of it was last here; null when it never was. */
  completeAt: instantSchema.nullable(),
  /** Why it is not complete, for a person; null when nothing keeps it. */
  why: z.string().nullable(),
  /** False where the matter has no folder here, the service gives no documents out, or that is switched off. */
  isOffered: z.boolean(),
  /** Of all documents that are here, kept or not. */
  following: followedHereSchema,
});
export type Keeping = z.infer<typeof keepingSchema>;

/** Bytes of documents that were fetched into matter folders, at most. */
export const fetchedLimitSchema = z.int().min(100_000_000).max(Number.MAX_SAFE_INTEGER);

/** What of the disk they take. What people saved here themselves is not among them. */
export const fetchedUsageSchema = z.object({
  bytes: z.int().nonnegative(),
  documents: z.int().nonnegative(),
  /** Null for no limit. */
  maxBytes: z.int().nonnegative().nullable(),
});
export type FetchedUsage = z.infer<typeof fetchedUsageSchema>;

/** What became of freeing space. */
export const freedSpaceSchema = z.object({
  freed: z.int().nonnegative(),
  bytes: z.number().nonnegative(),
  left: z.array(
    z.object({
      fileId: fileIdSchema,
      name: z.string(),
      why: z.enum(['not-filed', 'not-newest', 'changed', 'open', 'not-offered', 'not-now']),
    }),
  ),
});
export type FreedSpace = z.infer<typeof freedSpaceSchema>;
