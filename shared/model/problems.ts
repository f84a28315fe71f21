import { z } from 'zod';
import { fileIdSchema, instantSchema, matterIdSchema } from './ids.ts';

/** Of many saves that one decision is about: how many they are, and what tells the last of them, such as when it came. */
export const gatheredSchema = z.object({ count: z.int().nonnegative(), last: z.number() });
export type Gathered = z.infer<typeof gatheredSchema>;

/** Something that needs a person. */
export const problemSchema = z.object({
  id: z.string(),
  matterId: matterIdSchema.nullable(),
  matterTitle: z.string().nullable(),
  /** The document's or folder's name; null for a problem of the whole account. */
  subject: z.string().nullable(),
  /** The document concerned; null when it is not one, or not known yet. */
  fileId: fileIdSchema.nullable(),
  /** Two versions of the document, of which one must not bury the other; null for any other problem. */
  conflict: z
    .object({
      mine: z.object({
        savedAt: instantSchema,
        size: z.number(),
        /** Of the versions of the document, the one that is asked about; what is in the folder may be newer. */
        version: z.string(),
      }),
      theirs: z.object({
        who: z.string().nullable(),
        filedAt: instantSchema.nullable(),
        /** Its entry in the service's history, to be said with the decision: what is agreed to is this version. */
        version: z.string().nullable(),
        /** Whether it can be had from the service, to be compared; not unless said. */
        fetchable: z.enum(['yes', 'perhaps', 'no']).optional(),
      }),
    })
    .nullable(),
  /** What one decision is about, to be said with it: nothing that came later is agreed to. Left out for any other problem. */
  gathered: gatheredSchema.optional(),
  what: z.string(),
  why: z.string(),
  next: z.string(),
  since: instantSchema,
  nextTryAt: instantSchema.nullable(),
  actions: z.array(
    z.enum([
      'retry',
      'dismiss',
      'show-in-folder',
      'keep-unfiled',
      'file-on-top',
      /** The version shown is this save. */
      'already-there',
      'file-separately',
      /** Of one save among many that changed at once. */
      'file',
      /** Of many documents that changed at once. */
      'file-all',
      'keep-all-unfiled',
      'look-at-each',
      /** Of documents of which nobody could look whether the service has them. */
      'file-all-as-new',
      /** Of another directory at the path of a matter's folder: it is that folder. */
      'same-folder',
    ]),
  ),
  /** True for a document that is open on this computer while somebody else filed a newer version of it. */
  changedWhileOpen: z.boolean().optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** From when on changes of many documents of a matter at once are a question to the person. */
export const massChangeLimitsSchema = z.object({
  /** More documents than this, */
  documents: z.int().min(1).max(100_000),
  /** or more than this share of the matter's documents, in percent, where it has more than `ofMoreThan`, */
  percent: z.int().min(1).max(100),
  ofMoreThan: z.int().min(1).max(100_000),
  /** changed or removed within so many seconds. */
  withinSeconds: z.int().min(1).max(300),
});
export type MassChangeLimits = z.infer<typeof massChangeLimitsSchema>;

export const usualMassChangeLimits: MassChangeLimits = {
  documents: 50,
  percent: 40,
  ofMoreThan: 20,
  withinSeconds: 60,
};
