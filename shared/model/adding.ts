import { z } from 'zod';
import { matterIdSchema } from './ids.ts';
import { refusalSchema } from './refusal.ts';

/** What became of one document that was to be added. */
export const addOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ path: z.string(), outcome: z.literal('added'), name: z.string() }),
  z.object({ path: z.string(), outcome: z.literal('refused'), refusal: refusalSchema }),
]);
export type AddOutcome = z.infer<typeof addOutcomeSchema>;

/** What became of documents that were to be added together. */
export const addedSchema = z.object({
  outcomes: z.array(addOutcomeSchema),
  /** How many were not come to. */
  left: z.int().nonnegative(),
  /** What was asked for and not answered: it may have been added, and whoever adds it again may have it twice. */
  unsure: z
    .object({ paths: z.array(z.string()), refusal: refusalSchema.pick({ what: true, why: true }) })
    .nullable(),
});
export type AddedTogether = z.infer<typeof addedSchema>;

/** Documents that are being added, and those of which the person has not been told yet what became of them. */
export const addingSchema = z.object({
  now: z
    .object({
      folderName: z.string(),
      done: z.int().nonnegative(),
      of: z.int().nonnegative(),
      /** What is still being written by another program, when that is waited for. */
      waitingFor: z.array(z.string()),
    })
    .nullable(),
  ended: z.array(addedSchema.extend({ id: z.string(), matterId: matterIdSchema, folderName: z.string() })),
});
export type AddingView = z.infer<typeof addingSchema>;
