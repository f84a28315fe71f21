import { z } from 'zod';
import { fileIdSchema, matterIdSchema } from './ids.ts';

/** Where something outside the window leads: the tray, or a notification that was clicked. */
export const leadSchema = z.discriminatedUnion('to', [
  z.object({ to: z.literal('problems') }),
  z.object({ to: z.literal('document'), matterId: matterIdSchema, fileId: fileIdSchema }),
]);
export type Lead = z.infer<typeof leadSchema>;

/** The profiles of this person on this computer, and which of them the window shows. */
export const profilesSchema = z.object({
  shown: z.string(),
  profiles: z.array(z.object({ id: z.string(), name: z.string() })).min(1),
});
export type ProfilesView = z.infer<typeof profilesSchema>;
