import { z } from 'zod';

/** Milliseconds since 1970 by the clock of what hubs share. */
const at = z.number();
const hash = z.string();

/** What hubs tell each other. Folders, matters and tokens are named by keyed hashes. */
export const messageSchema = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('shown'),
    name: hash,
    kind: z.enum(['folder', 'list']),
    group: hash,
    who: hash,
    validator: z.string(),
    serviceValidator: z.string().nullable(),
    /** When the question left; rather too early than too late. */
    leftAt: at,
    /** Milliseconds since then when it was told, by the clock of who tells. */
    age: z.number(),
    status: z.number(),
    headers: z.record(z.string(), z.string()),
  }),
  z.object({ is: z.literal('refused'), name: hash, group: hash, who: hash }),
  z.object({ is: z.literal('withdrawn'), name: hash, who: hash }),
  /** Somebody reads it now. */
  z.object({ is: z.literal('reading'), name: hash }),
  /** The service told of an event that names these. */
  z.object({ is: z.literal('event'), ids: z.array(hash) }),
]);
export type Message = z.infer<typeof messageSchema>;
