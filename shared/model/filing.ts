import { z } from 'zod';
import { fileIdSchema, instantSchema, matterIdSchema } from './ids.ts';

/** A save between this computer and the service, as the list of what is going on shows it. */
export const filingRowSchema = z.object({
  saveId: z.int(),
  matterId: matterIdSchema,
  /** Number and title; null for a matter that is not listed. */
  matter: z.string().nullable(),
  fileId: fileIdSchema,
  name: z.string(),
  /** `metadata` is a rename or a move. */
  change: z.enum(['content', 'metadata']),
  state: z.enum(['waiting', 'sending', 'sent', 'problem', 'filed']),
  savedAt: instantSchema,
  /** Bytes. */
  size: z.number(),
  /** Bytes handed to the network so far, and since when; null while none are. */
  progress: z.object({ sent: z.number(), since: instantSchema }).nullable(),
  /** What a waiting save waits for; null for any other. */
  waitsFor: z
    .enum([
      'turn',
      'earlier-save',
      'next-try',
      'service',
      'resume',
      'resume-matter',
      'resume-document',
      'person',
      'power',
      'network',
      /** Of the matter, which tells whether the service has the document. */
      'history',
    ])
    .nullable(),
  /** Why it is not filed yet, and what to do, for a person; null when there is nothing to say. */
  why: z.string().nullable(),
  nextTryAt: instantSchema.nullable(),
  filedAt: instantSchema.nullable(),
});
export type FilingRow = z.infer<typeof filingRowSchema>;

export const filingSchema = z.object({
  /** Sending and sent first, then problems, then what waits, each in the order of the saves; at most 500. */
  open: z.array(filingRowSchema),
  openTotal: z.int().nonnegative(),
  /** Of the last 24 hours, newest first; at most 200. */
  filed: z.array(filingRowSchema),
});
export type Filing = z.infer<typeof filingSchema>;
