import { z } from 'zod';
import { documentStateSchema } from './documents.ts';
import { fileIdSchema, instantSchema, matterIdSchema } from './ids.ts';

export const timelineKindSchema = z.enum([
  'created',
  'new-version',
  'renamed',
  'moved',
  'copied',
  'deleted',
  'restored',
  'folder-created',
  'folder-renamed',
  'folder-moved',
  'folder-deleted',
  /** A change nobody documented: `rawKind` has the service's own words. */
  'other',
]);
export type TimelineKind = z.infer<typeof timelineKindSchema>;

export const timelineEntrySchema = z.object({
  id: z.string(),
  kind: timelineKindSchema,
  /** The service's own `type` and `changeType`, as they came. */
  rawKind: z.string(),
  at: instantSchema,
  /** Staff name; the raw user id when unknown; `null` for saves of this computer that are not filed yet. */
  who: z.string().nullable(),
  fileId: fileIdSchema.nullable(),
  /** Name of the document or folder at that time. */
  name: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Which version of the document it made, counted as the list of documents counts them; null for other changes, or where it is not known. */
  version: z.int().positive().nullable().default(null),
  /** `filed` for entries of the service's history; otherwise the state of a local save. */
  state: documentStateSchema,
  matterId: matterIdSchema,
  /** Number and title of the matter, where entries of several matters are shown; null elsewhere. */
  matter: z.string().nullable(),
  /**
   * Set when this entry stands for several in a row: the same change of the same document by the same person. Given back as
   * `run`, `id` shows each of them.
   */
  run: z.object({ id: z.string(), count: z.int().min(2), since: instantSchema }).nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** What is wanted of a timeline; what is left out is not limited. */
export const timelineFilterSchema = z.object({
  /** A staff member's id, or an unknown user's. */
  userId: z.string().min(1).max(1024).nullable().default(null),
  kinds: z.array(timelineKindSchema).min(1).nullable().default(null),
  /** From and up to, both included. */
  since: z.iso.datetime({ offset: true }).nullable().default(null),
  until: z.iso.datetime({ offset: true }).nullable().default(null),
  /** Words of the document's or folder's name, now or earlier; beginnings of words are enough. */
  text: z.string().max(500).default(''),
});
export type TimelineFilter = z.infer<typeof timelineFilterSchema>;
