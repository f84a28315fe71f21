import { z } from 'zod';
import { folderIdSchema, instantSchema, matterIdSchema } from './ids.ts';

/** The statuses the spec names; a service may come to say others (spec: States and transitions). */
export const matterStatuses = ['Open', 'Pending', 'Closed', 'Deleted', 'Cancelled'] as const;
export type MatterStatus = (typeof matterStatuses)[number];

export const matterRowSchema = z.object({
  id: matterIdSchema,
  number: z.string(),
  title: z.string(),
  /** Raw status word: Open, Pending, Closed, Deleted, Cancelled, or whatever else the service said. */
  status: z.string(),
  isLead: z.boolean(),
  matterType: z.string().nullable(),
  personResponsible: z.string().nullable(),
  /** Newest change of the matter, or of its documents as far as their history is known; null when nothing is known. */
  lastChangeAt: instantSchema.nullable(),
  /** Somebody else changed something in it since the person looked at it last. */
  unread: z.boolean().default(false),
  linkedFolder: z.string().nullable(),
  waiting: z.int().nonnegative(),
  problems: z.int().nonnegative(),
  /** Saves of this matter are captured, and not filed until it goes on. */
  paused: z.boolean(),
  clientCount: z.int().nonnegative(),
  /** Names of clients as far as the service told any: the interface shows their ids only (spec: Matter). */
  clientNames: z.array(z.string()).optional(),
});
export type MatterRow = z.infer<typeof matterRowSchema>;

export const matterSchema = matterRowSchema.extend({
  description: z.string(),
  personAssisting: z.string().nullable(),
  openedDate: instantSchema.nullable(),
  /** When the service's history of this matter was last read; null when never. */
  historyCheckedAt: instantSchema.nullable(),
  /** Why the history cannot be read now, for a person; null when it can. */
  historyProblem: z.string().nullable(),
});
export type Matter = z.infer<typeof matterSchema>;

/** Everything the service says of a matter, for reading. */
export const matterDetailsSchema = z.object({
  /** When the service was last asked; null when never. */
  readAt: instantSchema.nullable(),
  /** Why newer details cannot be read, for a person; null when they can. */
  problem: z.string().nullable(),
  /** Whether newer ones are just being read. */
  reading: z.boolean().default(false),
  sections: z.array(
    z.object({
      title: z.string(),
      /** What people need now and then, as ids and whatever else the service said. */
      technical: z.boolean().default(false),
      rows: z.array(z.object({ label: z.string(), value: z.string() })),
    }),
  ),
});
export type MatterDetails = z.infer<typeof matterDetailsSchema>;

/** A folder of a matter, from history. The root is not a row: its id is `null` everywhere. */
export const folderSchema = z.object({
  id: folderIdSchema,
  name: z.string(),
  parentId: folderIdSchema.nullable(),
  /** Why this folder's history cannot be read now, for a person; null when it can. */
  historyProblem: z.string().nullable(),
});
export type Folder = z.infer<typeof folderSchema>;
