import { z } from 'zod';
import { fileIdSchema, instantSchema, matterIdSchema } from './ids.ts';

/** Where a copy is that the program knows of. */
export const exposedCopySchema = z.enum(['folder', 'vault', 'view-copy']);
export type ExposedCopy = z.infer<typeof exposedCopySchema>;

/** Why the last copy that the program knew of is not here any more. */
const goneSchema = z.enum([
  /** Another version of the document was saved over it. */
  'saved-over',
  /** A newer version from the service took its place. */
  'replaced',
  /** To free space. */
  'evicted',
  /** The vault's limits. */
  'vault',
  /** A copy to look at that was old. */
  'view-copy',
  /** The person removed it from the matter folder. */
  'removed-here',
  /** It was removed with a sign-out. */
  'signed-out',
]);

/** Why nobody can say whether a copy is still here. */
const notKnownSchema = z.enum([
  /** The document was deleted in the service, and its file went to the system's wastebasket. */
  'wastebasket',
  /** It stood in a folder that is not linked any more. */
  'unlinked',
  /** It stood in a matter folder at a sign-out that removed what is kept here, and left the folders alone. */
  'left-at-sign-out',
  /** It is not where it was, and nothing tells when it went. */
  'not-found',
]);

/** Until when a version was on this computer. */
export const exposureEndSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('here'), copies: z.array(exposedCopySchema).min(1) }),
  z.object({ kind: z.literal('gone'), at: instantSchema, why: goneSchema }),
  z.object({ kind: z.literal('not-known'), since: instantSchema, why: notKnownSchema }),
]);
export type ExposureEnd = z.infer<typeof exposureEndSchema>;
export type Gone = z.infer<typeof goneSchema>;
export type NotKnown = z.infer<typeof notKnownSchema>;

/** A version of a document that is or was on this computer, from when until when. */
export const exposureRowSchema = z.object({
  matterId: matterIdSchema,
  /** Null for a matter that is not known here any more. */
  matter: z.object({ number: z.string(), title: z.string() }).nullable(),
  fileId: fileIdSchema,
  name: z.string(),
  /** Of its bytes, in lowercase hex. */
  sha256: z.string(),
  size: z.number().nullable(),
  /** Its entry in the service's history; null where that is not known. */
  versionId: z.string().nullable(),
  /** Null where nothing tells when it came. */
  from: instantSchema.nullable(),
  came: z.enum(['saved', 'fetched', 'put-back', 'found']),
  end: exposureEndSchema,
  /** The log of before a sign-out tells it. */
  isEarlier: z.boolean(),
});
export type ExposureRow = z.infer<typeof exposureRowSchema>;

/** A log that was written to a file when a sign-out removed what was kept here. */
export const earlierLogSchema = z.object({
  /** When that was. */
  at: instantSchema,
  /** Versions of which all copies but those in matter folders went with it. */
  removed: z.int().nonnegative(),
  /** Versions that stood in matter folders, which stay. */
  left: z.int().nonnegative(),
});

export const exposureSchema = z.object({
  /** Newest first; of very many only the first. */
  rows: z.array(exposureRowSchema),
  /** Of all versions. */
  total: z.int().nonnegative(),
  here: z.int().nonnegative(),
  notKnown: z.int().nonnegative(),
  /** Of this person, newest first. */
  signOuts: z.array(earlierLogSchema),
  /** Such logs that are not known to be this person's, or are not as they were written: nothing of them is shown. */
  notShown: z.object({ others: z.int().nonnegative(), damaged: z.int().nonnegative() }),
});
export type Exposure = z.infer<typeof exposureSchema>;
