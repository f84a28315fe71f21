import { z } from 'zod';

/** How many files that are not captured the person leaves unfiled when a folder is unlinked. */
export const leavingSchema = z.union([z.int().nonnegative(), z.literal('all')]);
export type Leaving = z.infer<typeof leavingSchema>;

export const unlinkingSchema = z.discriminatedUnion('unlinked', [
  z.object({ unlinked: z.literal(true) }),
  z.object({
    unlinked: z.literal(false),
    /** Files that changed and are not captured: still being written, or not readable. */
    unread: z.int().nonnegative(),
    /** It is not known yet which files changed. */
    looking: z.boolean(),
  }),
]);
export type Unlinking = z.infer<typeof unlinkingSchema>;
