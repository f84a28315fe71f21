import { z } from 'zod';
import { signedInSchema, signedOutSchema } from './connection.ts';
import { fileIdSchema, matterIdSchema } from './ids.ts';
import { matterRowSchema } from './matters.ts';
import { staffMemberSchema } from './person.ts';
import { preferencesSchema } from './preferences.ts';

/** Where something outside the window leads: the tray, or a notification that was clicked. */
export const navigationTargetSchema = z.discriminatedUnion('to', [
  z.object({ to: z.literal('problems') }),
  z.object({ to: z.literal('document'), matterId: matterIdSchema, fileId: fileIdSchema }),
]);
export type NavigationTarget = z.infer<typeof navigationTargetSchema>;

/** The profiles of this person on this computer, and which of them the window shows. */
export const profilesSchema = z.object({
  shown: z.string(),
  profiles: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** What of it needs a person, in words; null when nothing does. */
        need: z.string().nullable().default(null),
      }),
    )
    .min(1),
});
export type ProfilesView = z.infer<typeof profilesSchema>;

/** What the window showed last: the next one begins with it. */
export const keptScreenSchema = z.object({
  session: z.discriminatedUnion('state', [signedInSchema, signedOutSchema]),
  preferences: preferencesSchema,
  /** Whom of the firm's staff the person is; null where nobody knows. */
  staff: staffMemberSchema.nullable().default(null),
  /** The first page of the list of matters that the window opens with; null when another screen was open. */
  matters: z.object({ rows: z.array(matterRowSchema).max(100), total: z.int().nonnegative() }).nullable(),
});
export type KeptScreen = z.infer<typeof keptScreenSchema>;
