import { z } from 'zod';
import { fileIdSchema, folderIdSchema, instantSchema, matterIdSchema } from './ids.ts';

/** The life of a save. Only `filed` may be called filed: the service's history shows it. */
export const documentStateSchema = z.enum([
  'filed',
  'waiting',
  'sending',
  'sent',
  'problem',
  /** The person chose not to file what is here: it is on this computer alone. */
  'kept',
  /** A rule leaves out files of its name: what is saved here now is not captured. */
  'left-out',
  /** Deleted in the service, or moved to another matter there. What is on this computer stays. */
  'deleted-there',
  /** Deleted on this computer; the service still has it. */
  'removed-here',
  /** In the service, not on this computer. */
  'not-here',
]);
export type DocumentState = z.infer<typeof documentStateSchema>;

export const documentSchema = z.object({
  fileId: fileIdSchema,
  name: z.string(),
  folderId: folderIdSchema.nullable(),
  state: documentStateSchema,
  /** For a state that is not good: cause and next step in words; null otherwise. */
  detail: z.string().nullable(),
  nextTryAt: instantSchema.nullable(),
  /** Bytes accepted so far and in all, while sending. */
  progress: z.object({ sent: z.number(), of: z.number() }).nullable(),
  /** Versions known from history. */
  versions: z.int().nonnegative(),
  /** Saves of this document not yet filed. */
  pending: z.int().nonnegative(),
  changedAt: instantSchema.nullable(),
  changedBy: z.string().nullable(),
  /** Bytes: on disk, or as the service says of one that is not here; null where it does not. */
  size: z.number().nullable(),
  onDisk: z.boolean(),
  /** True while the person has paused filing of this document. */
  paused: z.boolean().optional(),
});
export type DocumentRow = z.infer<typeof documentSchema>;

/** A version of a document: a save of this computer, or one that only the service's history shows. */
export const documentVersionSchema = z.object({
  id: z.string(),
  /** When it was saved here, or filed elsewhere. */
  at: instantSchema,
  /** Staff name, or the raw user id; null for a save of this computer that history does not show yet. */
  who: z.string().nullable(),
  savedHere: z.boolean(),
  /** `kept`: the person chose not to file it. */
  state: z.enum(['filed', 'waiting', 'sending', 'sent', 'problem', 'kept']),
  /** Bytes; null when not known here. */
  size: z.number().nullable(),
  /** Lowercase hex; null when not known here. */
  sha256: z.string().nullable(),
  /** True for what is in the matter folder now, as far as it was captured. */
  current: z.boolean(),
  /** Whether its bytes are on this computer: only then can it be opened and restored. */
  here: z.boolean(),
  /** Why its bytes are not here, for a person; null when they are. */
  whyNot: z.string().nullable(),
  /** True where they are not here, and the service may give them. */
  fetchable: z.boolean().optional(),
});
export type DocumentVersion = z.infer<typeof documentVersionSchema>;

/** A document saved on this computer lately, and still here. */
export const recentDocumentSchema = z.object({
  matterId: matterIdSchema,
  fileId: fileIdSchema,
  name: z.string(),
});
export type RecentDocument = z.infer<typeof recentDocumentSchema>;
