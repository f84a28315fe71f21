import { z } from 'zod';
import { matterIdSchema, signInSchema, staffMemberSchema } from '../../../shared/model/index.ts';
import type { Stores } from '../store/stores.ts';

const setting = 'taken-for-another';

const correctionSchema = z.object({
  /** The sign-in that was taken for the person whose workspace it is. */
  signIn: signInSchema,
  /** Whose it is, in the service. */
  userId: z.string(),
  /** The same, as one of the firm's staff; null while the list of them does not have the person. */
  staff: staffMemberSchema.nullable(),
  /** When it began, in milliseconds since 1970; left out where that is not known. */
  since: z.number().optional(),
  /** Folders that they linked meanwhile; an earlier program left them where they were. */
  linked: z
    .array(z.object({ matterId: matterIdSchema, path: z.string(), since: z.number(), paused: z.boolean() }))
    .default([]),
  /** Folders of the first person that they unlinked meanwhile. */
  unlinked: z.array(z.object({ matterId: matterIdSchema, path: z.string() })).default([]),
});
/** What is still to be done about a mistake that history showed: kept with it, so that neither a kill nor a full disk loses it. */
export type Correction = z.infer<typeof correctionSchema>;

export const putCorrection = ({ matters }: Pick<Stores, 'matters'>, correction: Correction): void =>
  matters.putSetting(setting, JSON.stringify(correction));

export function correctionToMake({ matters }: Pick<Stores, 'matters'>): Correction | null {
  const kept = matters.setting(setting);
  return kept === null ? null : correctionSchema.parse(JSON.parse(kept));
}

/** It is done: whoever signed in has a workspace of their own. */
export function correctionMade({ database }: Pick<Stores, 'database'>): void {
  database.prepare('DELETE FROM setting WHERE name = ?').run(setting);
}
