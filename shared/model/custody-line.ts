import { z } from 'zod';

/** One entry of the custody log, as the window shows it. */
export const custodyLineSchema = z.object({
  seq: z.int().positive(),
  /** When it happened, in ISO 8601 of UTC. */
  at: z.string(),
  what: z.string(),
  name: z.string().nullable(),
  /** Of the content that it tells of, in lowercase hex; null where it tells of none. */
  sha256: z.string().nullable(),
  /** Bytes. */
  size: z.number().nullable(),
});
export type CustodyLine = z.infer<typeof custodyLineSchema>;
