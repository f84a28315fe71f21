import { z } from 'zod';
import { fileIdSchema, matterIdSchema } from './ids.ts';

/** What a search found, in groups, the best first. */
export const foundSchema = z.object({
  matters: z.array(
    z.object({
      matterId: matterIdSchema,
      number: z.string(),
      title: z.string(),
      status: z.string(),
      /** As far as the service told any. */
      clientNames: z.array(z.string()).default([]),
    }),
  ),
  documents: z.array(
    z.object({
      matterId: matterIdSchema,
      /** Null for a matter that is not listed. */
      matterNumber: z.string().nullable(),
      matterTitle: z.string().nullable(),
      fileId: fileIdSchema,
      name: z.string(),
    }),
  ),
  people: z.array(z.object({ userId: z.string(), name: z.string() })),
  /** Clients whose names the service told, and how many matters each has. */
  clients: z.array(z.object({ contactId: z.string(), name: z.string(), matters: z.int().nonnegative() })),
});
