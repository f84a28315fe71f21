import { z } from 'zod';
import { inDocument, inMatter, ofVersion, pathSchema, procedure } from './parts.ts';

/** What part of the custody log is written to a file, and how. The rest is there by its hashes only. */
export const exportSchema = z.object({
  part: z.discriminatedUnion('scope', [
    z.object({ scope: z.literal('document'), ...inDocument.shape }),
    z.object({ scope: z.literal('matter'), ...inMatter.shape }),
    z.object({ scope: z.literal('all') }),
  ]),
  format: z.enum(['csv', 'json']),
});

/** Which versions were on this computer: of a matter, or of all. `onlyHere`: what is not known to have gone. */
export const exposureInput = z.object({
  matterId: inMatter.shape.matterId.nullable(),
  onlyHere: z.boolean(),
});

/** What a record is made of: a page to read, and a file beside it with which anyone can check it. */
export const recordPartSchema = z.discriminatedUnion('scope', [
  z.object({ scope: z.literal('version'), ...ofVersion.shape }),
  z.object({ scope: z.literal('document'), ...inDocument.shape }),
  z.object({ scope: z.literal('matter'), ...inMatter.shape }),
]);

export const custody = {
  /** Asks likewise where to; answers where the page stands, and the file beside it. */
  saveRecord: procedure
    .input(z.object({ part: recordPartSchema }))
    .output(z.object({ path: pathSchema, proofs: pathSchema }).nullable()),
  /** The exposure report as a CSV file; asks likewise where to. */
  exportExposure: procedure.input(exposureInput).output(z.object({ path: pathSchema }).nullable()),
  /** A system dialog asks where to; null when cancelled. Nothing is overwritten: the name may get a number. */
  export: procedure.input(exportSchema).output(z.object({ path: pathSchema }).nullable()),
};
