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
    'document-changed',
    'document-in-use',
    'folder-inside-another',
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
    'unreachable',
    'version-not-here',
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

/** How many requests the firm's service takes: so many a second, so many at once after a silence. */
export const requestLimitSchema = z.object({
  perSecond: z.number().min(0.1).max(1_000_000),
  burst: z.int().min(1).max(1_000_000),
});

/** The part of a connection that may be shown. */
export const connectionViewSchema = z.object({
  baseUrl: z.string(),
  authUrl: z.string(),
  clientId: z.string(),
  redirect: z.enum(['custom', 'loopback']),
  /** `policy` is set by an administrator, `file` by a command line; neither can be edited in the window. */
  source: z.enum(['policy', 'file', 'typed']),
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
  /** Matter folders in which it is not known yet what changed while the program was closed. */
  looking: z.int().nonnegative(),
  mattersCheckedAt: instantSchema.nullable(),
  /** Set while filing waits by itself, as the person wants it: on battery. Apart from `paused`, which the person did. */
  held: z.enum(['battery']).nullable().optional(),
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
  looking: 0,
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
  /** Saves of this matter are captured, and not filed until it goes on. */
  paused: z.boolean(),
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

/** Everything the service says of a matter, for reading. */
export const matterDetailsSchema = z.object({
  /** When the service was last asked; null when never. */
  readAt: instantSchema.nullable(),
  /** Why newer details cannot be read, for a person; null when they can. */
  problem: z.string().nullable(),
  sections: z.array(
    z.object({ title: z.string(), rows: z.array(z.object({ label: z.string(), value: z.string() })) }),
  ),
});
export type MatterDetails = z.infer<typeof matterDetailsSchema>;

/** A folder of a matter, from history. The root is not a row: its id is `null` everywhere. */
export const folderSchema = z.object({
  id: folderIdSchema,
  name: z.string(),
  parentId: folderIdSchema.nullable(),
  documents: z.int().nonnegative(),
  /** Why this folder's history cannot be read now, for a person; null when it can. */
  historyProblem: z.string().nullable(),
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
  /** True while the person has paused filing of this document. */
  paused: z.boolean().optional(),
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
  /** The document concerned; null when it is not one, or not known yet. */
  fileId: fileIdSchema.nullable(),
  /** Two versions of the document, of which one must not bury the other; null for any other problem. */
  conflict: z
    .object({
      mine: z.object({ savedAt: instantSchema, size: z.number() }),
      theirs: z.object({ who: z.string().nullable(), filedAt: instantSchema.nullable() }),
    })
    .nullable(),
  what: z.string(),
  why: z.string(),
  next: z.string(),
  since: instantSchema,
  nextTryAt: instantSchema.nullable(),
  actions: z.array(
    z.enum([
      'retry',
      'dismiss',
      'show-in-folder',
      'keep-unfiled',
      'file-on-top',
      'file-separately',
      /** Of one save among many that changed at once. */
      'file',
      /** Of many documents that changed at once. */
      'file-all',
      'keep-all-unfiled',
      'look-at-each',
    ]),
  ),
  /** True for a document that is open on this computer while somebody else filed a newer version of it. */
  changedWhileOpen: z.boolean().optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** What changed, so that whoever shows it asks again. */
export const changeSchema = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('matters') }),
  z.object({ topic: z.literal('matter'), matterId: matterIdSchema }),
  z.object({ topic: z.literal('problems') }),
]);
export type Change = z.infer<typeof changeSchema>;

/** One entry of the custody log, as it may be shown (docs/custody-log.md says what each kind means). */
export const custodyEntrySchema = z.object({
  seq: z.int().positive(),
  kind: z.enum([
    'captured',
    'announcing',
    'sending',
    'sent',
    'interrupted',
    'filed',
    'conflict',
    'problem',
    'decided',
    'restored',
    'linked',
    'unlinked',
    'exporting',
    'exported',
  ]),
  /** When it happened, and when the log was written. */
  at: instantSchema,
  writtenAt: instantSchema,
  /** `metadata` is a rename or a move; null for what is not about a save. */
  change: z.enum(['content', 'metadata']).nullable(),
  /** Of the exact bytes; null when no bytes are concerned. */
  sha256: z.string().nullable(),
  size: z.number().nullable(),
  name: z.string().nullable(),
  path: z.string().nullable(),
  /** The entry of the service's history, once it is filed. */
  versionId: z.string().nullable(),
  /** The decision, or the code of what stopped the save; null otherwise. */
  detail: z.string().nullable(),
  /** Staff name; the raw user id when unknown; null while it is not known who is signed in. */
  who: z.string().nullable(),
  userName: z.string().nullable(),
  hostName: z.string().nullable(),
  deviceId: z.string(),
  hash: z.string(),
});
export type CustodyRow = z.infer<typeof custodyEntrySchema>;
/** A version of a document: a save of this computer, or one that only the service's history shows. */
export const documentVersionSchema = z.object({
  id: z.string(),
  /** When it was saved here, or filed elsewhere. */
  at: instantSchema,
  /** Staff name, or the raw user id; null for a save of this computer that history does not show yet. */
  who: z.string().nullable(),
  savedHere: z.boolean(),
  /** `kept`: the person chose not to file it. */
  state: z.enum(['filed', 'waiting', 'sending', 'sent', 'problem', 'kept']),
  /** Bytes; null when not known here. */
  size: z.number().nullable(),
  /** Lowercase hex; null when not known here. */
  sha256: z.string().nullable(),
  /** True for what is in the matter folder now, as far as it was captured. */
  current: z.boolean(),
  /** Whether its bytes are on this computer: only then can it be opened and restored. */
  here: z.boolean(),
  /** Why its bytes are not here, for a person; null when they are. */
  whyNot: z.string().nullable(),
});
export type DocumentVersion = z.infer<typeof documentVersionSchema>;

/** How much of the past is kept on this computer; null for no limit. What is not filed stays whatever the limits. */
export const vaultLimitsSchema = z.object({
  /** Bytes in all. */
  maxBytes: z.int().min(100_000_000).max(Number.MAX_SAFE_INTEGER).nullable(),
  /** Days since a version was saved. */
  maxAgeDays: z.int().min(1).max(36_500).nullable(),
});
export type VaultLimits = z.infer<typeof vaultLimitsSchema>;

export const vaultUsageSchema = vaultLimitsSchema.extend({
  /** Bytes of the versions kept now, and how many different ones. */
  bytes: z.int().nonnegative(),
  contents: z.int().nonnegative(),
});
/** A reason to look at the service sooner, or (`out-of-sight`) less often. */
export const awakeSchema = z.object({ reason: z.enum(['focus', 'out-of-sight', 'resume', 'network']) });
export type AwakeReason = z.infer<typeof awakeSchema>['reason'];
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

/** From when on changes of many documents of a matter at once are a question to the person. */
export const massChangeLimitsSchema = z.object({
  /** More documents than this, */
  documents: z.int().min(1).max(100_000),
  /** or more than this share of the matter's documents, in percent, where it has more than `ofMoreThan`, */
  percent: z.int().min(1).max(100),
  ofMoreThan: z.int().min(1).max(100_000),
  /** changed or removed within so many seconds. */
  withinSeconds: z.int().min(1).max(300),
});
export type MassChangeLimits = z.infer<typeof massChangeLimitsSchema>;

export const usualMassChangeLimits: MassChangeLimits = {
  documents: 50,
  percent: 40,
  ofMoreThan: 20,
  withinSeconds: 60,
};

/** Slower than this, a piece of a content takes so long that its way counts as broken. Bytes a second. */
export const sendLimitSchema = z.int().min(16_000).max(1_000_000_000);
export const lockAfterMinutesSchema = z.int().min(1).max(1_440);

/** What the person prefers of the window; kept on this computer. */
export const preferencesSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  notifications: z.boolean(),
  /** Matters kept at hand, in the order they were pinned. */
  pinned: z.array(matterIdSchema).max(100),
  /** Matters opened last, newest first. */
  recent: z.array(matterIdSchema).max(20),
  /** Which matters the list shows. */
  show: z.enum(['open', 'all', 'leads', 'linked', 'pinned', 'recent']),
  /** The place in the window that was open last, as its address. */
  place: z.string().max(5_000),
  /** How dates and numbers are written, as a language tag; null for the system's way. */
  formats: z.string().min(2).max(35).nullable(),
  /** Whether filing waits while the computer runs on its battery. */
  pauseOnBattery: z.boolean(),
  /** Whoever is signed out, by themselves or by the service, leaves nothing here that is filed. */
  removeOnSignOut: z.boolean().optional(),
  /** Minutes without use after which the window is locked; null for never. */
  lockAfterMinutes: lockAfterMinutesSchema.nullable().optional(),
  /** Bytes of contents a second that are sent at most; null for no limit. */
  sendLimit: sendLimitSchema.nullable().optional(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** A save between this computer and the service, as the list of what is going on shows it. */
export const filingRowSchema = z.object({
  saveId: z.int(),
  matterId: matterIdSchema,
  /** Number and title; null for a matter that is not listed. */
  matter: z.string().nullable(),
  fileId: fileIdSchema,
  name: z.string(),
  /** `metadata` is a rename or a move. */
  change: z.enum(['content', 'metadata']),
  state: z.enum(['waiting', 'sending', 'sent', 'problem', 'filed']),
  savedAt: instantSchema,
  /** Bytes. */
  size: z.number(),
  /** Bytes handed to the network so far, and since when; null while none are. */
  progress: z.object({ sent: z.number(), since: instantSchema }).nullable(),
  /** What a waiting save waits for; null for any other. */
  waitsFor: z
    .enum([
      'turn',
      'earlier-save',
      'next-try',
      'service',
      'resume',
      'resume-matter',
      'resume-document',
      'person',
      'power',
    ])
    .nullable(),
  /** Why it is not filed yet, and what to do, for a person; null when there is nothing to say. */
  why: z.string().nullable(),
  nextTryAt: instantSchema.nullable(),
  filedAt: instantSchema.nullable(),
});
export type FilingRow = z.infer<typeof filingRowSchema>;

export const filingSchema = z.object({
  /** Sending and sent first, then problems, then what waits, each in the order of the saves; at most 500. */
  open: z.array(filingRowSchema),
  openTotal: z.int().nonnegative(),
  /** Of the last 24 hours, newest first; at most 200. */
  filed: z.array(filingRowSchema),
});
export type Filing = z.infer<typeof filingSchema>;
/** What an administrator may decide for everybody (docs/policy.md). */
export const managedSchema = z.enum([
  'connection',
  'redirect',
  'rootFolder',
  'requestLimit',
  'vaultLimits',
  'updates',
  'removeOnSignOut',
  'lockAfterMinutes',
  'sendLimit',
]);
export type Managed = z.infer<typeof managedSchema>;

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
  forIt: z.string().nullable(),
});
export type DiagnosisStep = z.infer<typeof diagnosisStepSchema>;

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

/** A document saved on this computer lately, and still here. */
export const recentDocumentSchema = z.object({
  matterId: matterIdSchema,
  fileId: fileIdSchema,
  name: z.string(),
});
export type RecentDocument = z.infer<typeof recentDocumentSchema>;

/** Where something outside the window leads: the tray, or a notification that was clicked. */
export const leadSchema = z.discriminatedUnion('to', [
  z.object({ to: z.literal('problems') }),
  z.object({ to: z.literal('document'), matterId: matterIdSchema, fileId: fileIdSchema }),
]);
export type Lead = z.infer<typeof leadSchema>;
/** The profiles of this person on this computer, and which of them the window shows. */
export const profilesSchema = z.object({
  shown: z.string(),
  profiles: z.array(z.object({ id: z.string(), name: z.string() })).min(1),
});
export type ProfilesView = z.infer<typeof profilesSchema>;
