import { z } from 'zod';
import { matterIdSchema } from './ids.ts';

/** Slower than this, a piece of a content takes so long that its way counts as broken. Bytes a second. */
export const sendLimitSchema = z.int().min(16_000).max(1_000_000_000);

export const lockAfterMinutesSchema = z.int().min(1).max(1_440);

/** What the person prefers of the window; kept on this computer. */
export const preferencesSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  notifications: z.boolean(),
  /** Matters kept at hand, in the order they were pinned. */
  pinned: z.array(matterIdSchema).max(100),
  /** Recently opened matters, newest first. */
  recent: z.array(matterIdSchema).max(20),
  /** Which matters the list shows; `usual` until the person chose: theirs, else those opened last, else all open ones. */
  show: z.enum(['usual', 'open', 'mine', 'all', 'leads', 'linked', 'pinned', 'recent']),
  /** How lists look; columns are named after their list, as `matters.clients`. */
  lists: z
    .object({
      density: z.enum(['comfortable', 'compact']),
      hidden: z.array(z.string().max(60)).max(60),
      /** In pixels, of those that were given a width. */
      widths: z.record(z.string().max(60), z.int().min(40).max(2_000)),
    })
    .optional(),
  /** The place in the window that was open last, as its address. */
  place: z.string().max(5_000),
  /** How dates and numbers are written, as a language tag; null for the system's way. */
  formats: z.string().min(2).max(35).nullable(),
  /** Whether filing waits while the computer runs on its battery. */
  pauseOnBattery: z.boolean(),
  /** Whether filing waits on a metered network. */
  pauseOnMetered: z.boolean().optional(),
  /** Whether the program goes on, and files, when its window is closed; where it is left out, `goesOnWhenClosed` says. */
  goOnWhenClosed: z.boolean().optional(),
  /** Whoever is signed out, by themselves or by the service, leaves nothing here that is filed. */
  removeOnSignOut: z.boolean().optional(),
  /** Minutes without use after which the window is locked; null for never. */
  lockAfterMinutes: lockAfterMinutesSchema.nullable().optional(),
  /** Bytes of contents a second that are sent at most; null for no limit. */
  sendLimit: sendLimitSchema.nullable().optional(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** Not by itself on Linux: many desktops there show no sign by which a program without a window is found and ended. */
export const goesOnWhenClosed = (
  { goOnWhenClosed }: Pick<Preferences, 'goOnWhenClosed'>,
  platform: 'win32' | 'darwin' | 'linux',
): boolean => goOnWhenClosed ?? platform !== 'linux';

/** What an administrator may decide for everybody (docs/policy.md). */
export const managedSchema = z.enum([
  'connection',
  'redirect',
  'rootFolder',
  'requestLimit',
  'vaultLimits',
  'fetchedLimit',
  'updates',
  'removeOnSignOut',
  'lockAfterMinutes',
  'sendLimit',
  'identity',
  'capabilities',
  'timeStamping',
  'checkpointMatter',
]);
export type Managed = z.infer<typeof managedSchema>;
