import { z } from 'zod';
import { instantSchema } from './ids.ts';

/** One entry of the custody log, as it may be shown (docs/custody-log.md says what each kind means). */
export const custodyEntrySchema = z.object({
  seq: z.int().positive(),
  kind: z.enum([
    'captured',
    'announcing',
    'sending',
    'sent',
    'interrupted',
    'filed',
    'conflict',
    'problem',
    'decided',
    'restored',
    'linked',
    'unlinked',
    'signed-in',
    'not-this-person',
    'exporting',
    'exported',
  ]),
  /** When it happened, and when the log was written. */
  at: instantSchema,
  writtenAt: instantSchema,
  /** `metadata` is a rename or a move; null for what is not about a save. */
  change: z.enum(['content', 'metadata']).nullable(),
  /** Of the exact bytes; null when no bytes are concerned. */
  sha256: z.string().nullable(),
  size: z.number().nullable(),
  name: z.string().nullable(),
  path: z.string().nullable(),
  /** The entry of the service's history, once it is filed. */
  versionId: z.string().nullable(),
  /** The decision, or the code of what stopped the save; null otherwise. */
  detail: z.string().nullable(),
  /** Staff name; the raw user id when unknown; null while it is not known who is signed in. */
  who: z.string().nullable(),
  userName: z.string().nullable(),
  hostName: z.string().nullable(),
  deviceId: z.string(),
  hash: z.string(),
});
export type CustodyRow = z.infer<typeof custodyEntrySchema>;
