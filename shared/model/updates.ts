import { z } from 'zod';

const instant = z.iso.datetime({ offset: true });

/** How this copy of the program is kept new. */
export const updatesSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('off'),
    /** `system`: whoever installed it for this computer replaces it; `unsigned`: nothing could be told from a forgery. */
    why: z.enum(['managed', 'system', 'unsigned', 'source']),
  }),
  /** Nothing newer, as far as was looked; null while nobody looked yet. */
  z.object({ state: z.literal('current'), checkedAt: instant.nullable() }),
  z.object({ state: z.literal('looking') }),
  /** There is a newer version, which is fetched once everything is filed. */
  z.object({ state: z.literal('waiting'), version: z.string() }),
  z.object({ state: z.literal('fetching'), version: z.string() }),
  /** Fetched and checked; installed when the person says so, and not before everything is filed. */
  z.object({ state: z.literal('ready'), version: z.string(), allFiled: z.boolean() }),
  z.object({ state: z.literal('failed'), why: z.string(), nextTryAt: instant }),
]);
export type UpdatesState = z.infer<typeof updatesSchema>;
