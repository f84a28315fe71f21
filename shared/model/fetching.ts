import { z } from 'zod';
import { refusalSchema } from './refusal.ts';

export const fetchingSchema = z.object({
  step: z.literal('fetching'),
  /** Bytes that are here, and in all; null while nobody says. */
  done: z.int().nonnegative(),
  of: z.int().nonnegative().nullable(),
});

const refusedSchema = z.object({
  step: z.literal('refused'),
  refusal: refusalSchema,
  /** Versions of the document are on this computer all the same. */
  kept: z.boolean(),
});

/** How a version of a document comes to this computer, as the engine tells main; the last step is not `fetching`. */
export const fetchStepSchema = z.discriminatedUnion('step', [
  fetchingSchema,
  /**
   * `isChecked` is false where the service could not be asked whether there is a newer version; `isInFolder` true where it is the
   * document in the matter's folder, and no copy to read.
   */
  z.object({
    step: z.literal('here'),
    path: z.string(),
    isChecked: z.boolean(),
    isInFolder: z.boolean().optional(),
  }),
  refusedSchema,
]);
export type FetchStep = z.infer<typeof fetchStepSchema>;

/** The same as main tells the window: paths of the program's own stay behind. */
export const viewStepSchema = z.discriminatedUnion('step', [
  fetchingSchema,
  z.object({ step: z.literal('opened'), isChecked: z.boolean(), isInFolder: z.boolean().optional() }),
  z.object({ step: z.literal('saved'), path: z.string() }),
  /** The person chose no place for it. */
  z.object({ step: z.literal('cancelled') }),
  refusedSchema,
]);
export type ViewStep = z.infer<typeof viewStepSchema>;
