import { z } from 'zod';

/** What lies in a matter's folder and is not filed, and why. */
export const notFiledSchema = z.object({
  /** Below the matter folder, with '/' between names. */
  path: z.string(),
  /** The pattern or the names of the rule that leaves it out. */
  rule: z.string(),
  why: z.string(),
});
export type NotFiled = z.infer<typeof notFiledSchema>;

/** Which files of a matter's folder are left out. */
export const ignoreRulesSchema = z.object({
  builtIn: z.array(
    z.object({
      id: z.string(),
      /** What the names look like, for a person. */
      names: z.string(),
      why: z.string(),
      /** False when the person switched it off for this matter. */
      on: z.boolean(),
    }),
  ),
  /** Patterns of file names left out too: `*` for any characters, `?` for one; whatever their case. */
  own: z.array(z.string()),
});
export type IgnoreRules = z.infer<typeof ignoreRulesSchema>;
