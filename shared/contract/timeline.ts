import { z } from 'zod';
import { fileIdSchema, folderIdSchema, timelineEntrySchema, timelineFilterSchema } from '../model/index.ts';
import { inMatter, pathSchema, procedure } from './parts.ts';

export const timelinePosition = {
  /** `next` of the page before. */
  before: z.string().nullable().default(null),
  limit: z.int().min(1).max(500).default(100),
  /** `run.id` of an entry: shows what it stands for, one by one, instead of everything. */
  run: z.string().nullable().default(null),
};
export const timelineSchema = z.object({
  entries: z.array(timelineEntrySchema),
  next: z.string().nullable(),
});

export const timelineInput = inMatter.extend({
  ...timelineFilterSchema.shape,
  fileId: fileIdSchema.nullable().default(null),
  /** Only what happened in this folder and the folders in it; null for the whole matter. */
  folderId: folderIdSchema.nullable().default(null),
});

export const timeline = {
  /** A system dialog asks where to; null when cancelled. Nothing is overwritten: the name may get a number. */
  export: procedure.input(timelineInput).output(z.object({ path: pathSchema }).nullable()),
};
