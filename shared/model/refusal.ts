import { z } from 'zod';

/** What a person is told when something cannot be done: what happened, why, and what to do next. */
export const refusalSchema = z.object({
  code: z.enum([
    'address-invalid',
    'address-not-secure',
    'configuration-invalid',
    'connection-in-use',
    'document-changed',
    'document-in-use',
    'folder-inside-another',
    'kind-not-known',
    'folder-linked-elsewhere',
    'folder-missing',
    'folder-not-writable',
    'matter-already-linked',
    'name-invalid',
    'name-taken',
    'name-too-long',
    'not-a-file',
    'not-found',
    'not-here',
    'not-permitted',
    'offline',
    'service-failed',
    'sign-in-failed',
    'signed-out',
    'still-written',
    'unreachable',
    'version-not-here',
  ]),
  what: z.string(),
  why: z.string(),
  next: z.string(),
});
export type Refusal = z.infer<typeof refusalSchema>;
