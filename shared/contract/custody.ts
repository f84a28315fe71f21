import { z } from 'zod';
import { inDocument, inMatter, pathSchema, procedure } from './parts.ts';

/** What part of the custody log is written to a file, and how. The rest is there by its hashes only. */
export const exportSchema = z.object({
  part: z.discriminatedUnion('scope', [
    z.object({ scope: z.literal('document'), ...inDocument.shape }),
    z.object({ scope: z.literal('matter'), ...inMatter.shape }),
    z.object({ scope: z.literal('all') }),
  ]),
  format: z.enum(['csv', 'json']),
});

export const custody = {
  /** A system dialog asks where to; null when cancelled. Nothing is overwritten: the name may get a number. */
  export: procedure.input(exportSchema).output(z.object({ path: pathSchema }).nullable()),
};
