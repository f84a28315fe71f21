import { z } from 'zod';

/** Identifiers as the service gives them: opaque, hostile until proven otherwise, never parsed. */
export const matterIdSchema = z.string().min(1).max(1024).brand<'MatterId'>();
export type MatterId = z.infer<typeof matterIdSchema>;
export const fileIdSchema = z.string().min(1).max(1024).brand<'FileId'>();
export type FileId = z.infer<typeof fileIdSchema>;
export const folderIdSchema = z.string().min(1).max(1024).brand<'FolderId'>();
export type FolderId = z.infer<typeof folderIdSchema>;

/** An instant as ISO 8601 in UTC. */
const instantSchema = z.string();

/** What a person is told when something cannot be done: what happened, why, and what to do next. */
export const refusalSchema = z.object({
  code: z.enum([
    'address-invalid',
    'address-not-secure',
    'configuration-invalid',
    'folder-inside-another',
    'folder-linked-elsewhere',
    'folder-missing',
    'folder-not-writable',
    'matter-already-linked',
    'name-invalid',
    'name-too-long',
    'not-a-file',
    'not-found',
    'not-here',
    'not-permitted',
    'offline',
    'service-failed',
    'sign-in-failed',
    'signed-out',
    'unreachable',
  ]),
  what: z.string(),
  why: z.string(),
  next: z.string(),
});
export type Refusal = z.infer<typeof refusalSchema>;

/** Where the firm's service is and who we are to it. Secrets go in, and never come out again. */
export const connectionSchema = z.object({
  baseUrl: z.string(),
  authUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string().optional(),
  apiKey: z.string(),
  redirect: z.enum(['custom', 'loopback']).default('custom'),
  scope: z.string().optional(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** The part of a connection that may be shown. */
export const connectionViewSchema = z.object({
  baseUrl: z.string(),
  authUrl: z.string(),
  clientId: z.string(),
  redirect: z.enum(['custom', 'loopback']),
  /** `file` is set by an administrator or a command line, and cannot be edited in the window. */
  source: z.enum(['file', 'typed']),
});
export type ConnectionView = z.infer<typeof connectionViewSchema>;

export const sessionSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unconfigured'), refusal: refusalSchema.nullable() }),
  z.object({ state: z.literal('signed-out'), refusal: refusalSchema.nullable() }),
  /** The system browser is open; `address` lets the person open it by hand. */
  z.object({ state: z.literal('signing-in'), address: z.string(), refusal: refusalSchema.nullable() }),
  z.object({
    state: z.literal('signed-in'),
    /** `memory` when this computer has no safe place for secrets: the sign-in ends with the program. */
    keptIn: z.enum(['system', 'memory']),
    /** When the service will want a new sign-in (30 days after this one by default; spec: Token request). */
    signInAgainBy: instantSchema,
  }),
]);
export type Session = z.infer<typeof sessionSchema>;

/** What the engine is doing, for the status line. */
export const engineStatusSchema = z.object({
  /** `stopped` while the engine process is being restarted. */
  engine: z.enum(['running', 'stopped']),
  service: z.enum(['online', 'offline', 'signed-out', 'rate-limited', 'unknown']),
  /** Why the service is not online, for a person; null when it is. */
  why: z.string().nullable(),
  nextTryAt: instantSchema.nullable(),
  paused: z.boolean(),
  /** Saves captured and not yet accepted by the service. */
  waiting: z.int().nonnegative(),
  sending: z.int().nonnegative(),
  /** Saves accepted by the service and not yet seen in its history. */
  sent: z.int().nonnegative(),
  problems: z.int().nonnegative(),
  mattersCheckedAt: instantSchema.nullable(),
});
export type EngineStatus = z.infer<typeof engineStatusSchema>;

/** Before anything is known. */
export const statusBefore: EngineStatus = {
  engine: 'running',
  service: 'unknown',
  why: null,
  nextTryAt: null,
  paused: false,
  waiting: 0,
  sending: 0,
  sent: 0,
  problems: 0,
  mattersCheckedAt: null,
};

export const matterRowSchema = z.object({
  id: matterIdSchema,
  number: z.string(),
  title: z.string(),
  /** Raw status word: Open, Pending, Closed, Deleted, Cancelled, or whatever else the service said. */
  status: z.string(),
  isLead: z.boolean(),
  matterType: z.string().nullable(),
  personResponsible: z.string().nullable(),
  /** Newest change in the cached history; null when nothing is known. */
  lastChangeAt: instantSchema.nullable(),
  linkedFolder: z.string().nullable(),
  waiting: z.int().nonnegative(),
  problems: z.int().nonnegative(),
});
export type MatterRow = z.infer<typeof matterRowSchema>;

export const matterSchema = matterRowSchema.extend({
  description: z.string(),
  personAssisting: z.string().nullable(),
  openedDate: instantSchema.nullable(),
  clientCount: z.int().nonnegative(),
  /** When the service's history of this matter was last read; null when never. */
  historyCheckedAt: instantSchema.nullable(),
  /** Why the history cannot be read now, for a person; null when it can. */
  historyProblem: z.string().nullable(),
});
export type Matter = z.infer<typeof matterSchema>;

/** A folder of a matter, from history. The root is not a row: its id is `null` everywhere. */
export const folderSchema = z.object({
  id: folderIdSchema,
  name: z.string(),
  parentId: folderIdSchema.nullable(),
  documents: z.int().nonnegative(),
});
export type Folder = z.infer<typeof folderSchema>;

/** The life of a save. Only `filed` may be called filed: the service's history shows it. */
export const documentStateSchema = z.enum([
  'filed',
  'waiting',
  'sending',
  'sent',
  'problem',
  /** Deleted on this computer; the service still has it. */
  'removed-here',
  /** In the service, not on this computer. */
  'not-here',
]);
export type DocumentState = z.infer<typeof documentStateSchema>;

export const documentSchema = z.object({
  fileId: fileIdSchema,
  name: z.string(),
  folderId: folderIdSchema.nullable(),
  state: documentStateSchema,
  /** For a state that is not good: cause and next step in words; null otherwise. */
  detail: z.string().nullable(),
  nextTryAt: instantSchema.nullable(),
  /** Bytes accepted so far and in all, while sending. */
  progress: z.object({ sent: z.number(), of: z.number() }).nullable(),
  /** Versions known from history. */
  versions: z.int().nonnegative(),
  /** Saves of this document not yet filed. */
  pending: z.int().nonnegative(),
  changedAt: instantSchema.nullable(),
  changedBy: z.string().nullable(),
  /** Size on disk in bytes; null when not here. */
  size: z.number().nullable(),
  onDisk: z.boolean(),
});
export type DocumentRow = z.infer<typeof documentSchema>;

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

/** Something that needs a person. */
export const problemSchema = z.object({
  id: z.string(),
  matterId: matterIdSchema.nullable(),
  matterTitle: z.string().nullable(),
  /** The document's or folder's name; null for a problem of the whole account. */
  subject: z.string().nullable(),
  what: z.string(),
  why: z.string(),
  next: z.string(),
  since: instantSchema,
  nextTryAt: instantSchema.nullable(),
  actions: z.array(
    z.enum(['retry', 'dismiss', 'show-in-folder', 'keep-unfiled', 'file-on-top', 'file-separately']),
  ),
});
export type Problem = z.infer<typeof problemSchema>;

/** What changed, so that whoever shows it asks again. */
export const changeSchema = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('matters') }),
  z.object({ topic: z.literal('matter'), matterId: matterIdSchema }),
  z.object({ topic: z.literal('problems') }),
]);
export type Change = z.infer<typeof changeSchema>;

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

/** What a search found, in groups, the best first. */
export const foundSchema = z.object({
  matters: z.array(
    z.object({ matterId: matterIdSchema, number: z.string(), title: z.string(), status: z.string() }),
  ),
  documents: z.array(
    z.object({
      matterId: matterIdSchema,
      /** Null for a matter that is not listed. */
      matterNumber: z.string().nullable(),
      matterTitle: z.string().nullable(),
      fileId: fileIdSchema,
      name: z.string(),
    }),
  ),
  people: z.array(z.object({ userId: z.string(), name: z.string() })),
});
