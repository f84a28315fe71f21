import { z } from 'zod';

/** One thing looked at when the person asks what is wrong. */
export const diagnosisStepSchema = z.object({
  step: z.enum([
    'proxy',
    'names',
    'sign-in-server',
    'service',
    'clock',
    'account',
    'disk-space',
    'disk-speed',
    'folder-watching',
    'storage',
  ]),
  result: z.enum(['ok', 'warn', 'fail']),
  /** What was found, for the person. Addresses are there by their origin only. */
  words: z.string(),
  /** What to tell whoever looks after the computers; null when all is well. */
  adviceForIt: z.string().nullable(),
});
export type DiagnosisStep = z.infer<typeof diagnosisStepSchema>;
