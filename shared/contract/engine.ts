import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  awakeSchema,
  changeSchema,
  custodyLineSchema,
  engineStatusSchema,
  exposureSchema,
  fetchedLimitSchema,
  fetchedUsageSchema,
  fileIdSchema,
  filingSchema,
  foundSchema,
  freedSpaceSchema,
  gatheredSchema,
  ignoreRulesSchema,
  keepingSchema,
  keptSchema,
  massChangeLimitsSchema,
  matterDetailsSchema,
  matterIdSchema,
  matterRowSchema,
  matterSchema,
  notFiledSchema,
  personSchema,
  problemSchema,
  recentDocumentSchema,
  staffMemberSchema,
  timelineFilterSchema,
  vaultLimitsSchema,
  vaultUsageSchema,
} from '../model/index.ts';
import { unfiledSchema } from '../model/sign-out.ts';
import { exposureInput } from './custody.ts';
import { inDocument, inMatter, pathSchema, procedure } from './parts.ts';
import { drafts, listFilters, records, requests } from './requests.ts';
import { timelineInput, timelinePosition, timelineSchema } from './timeline.ts';

/** What the engine answers, forwarded by main as it is. */
export const engine = {
  status: procedure.output(eventIterator(engineStatusSchema)),
  changes: procedure.output(eventIterator(changeSchema)),
  /** Whose work the window shows. */
  person: {
    now: procedure.output(eventIterator(personSchema)),
    /** Who signed in says who they are: somebody of those asked about (`id`), or somebody else (null). */
    say: procedure.input(
      z.object({ id: z.string().max(200).nullable(), staff: staffMemberSchema.nullable().default(null) }),
    ),
    /** They may be one of the others here after all: they are asked once more who they are. */
    askAgain: procedure,
    /** Whom of the firm's staff the person in whose name the window works is; null for nobody. */
    isStaff: procedure.input(z.object({ staff: staffMemberSchema.nullable() })),
    /** Folders that came along (`toLink`), as the person was shown them, are theirs, and are linked for them. */
    areMine: procedure.input(z.object({ paths: z.array(pathSchema).max(10_000) })),
    /** Whom the firm has, as far as it is known here, by name. */
    staff: procedure.output(z.array(staffMemberSchema)),
    /** They have read that they had been taken for somebody else. */
    understood: procedure,
  },
  pause: procedure.input(z.object({ paused: z.boolean() })),
  matters: {
    list: procedure
      .input(
        z.object({
          text: z.string().max(500).default(''),
          show: z.enum(['open', 'all', 'leads', 'linked']).default('open'),
          sort: z
            .object({
              by: z.enum(['number', 'title', 'status', 'lastChange', 'responsible']),
              direction: z.enum(['up', 'down']),
            })
            .default({ by: 'number', direction: 'down' }),
          /** Only matters of this person responsible. */
          responsibleId: z.string().min(1).max(1024).nullable().default(null),
          /** Only matters with this status, as the service words it. */
          status: z.string().max(1024).nullable().default(null),
          /** Only matters of the type with this name. */
          matterType: z.string().max(1024).nullable().default(null),
          /** Only matters of types of this state or location. */
          location: z.string().max(1024).nullable().default(null),
          offset: z.int().nonnegative().default(0),
          limit: z.int().min(1).max(500).default(100),
        }),
      )
      .output(z.object({ rows: z.array(matterRowSchema), total: z.int().nonnegative() })),
    get: procedure.input(inMatter).output(matterSchema),
    /** What is kept of the read form, at once; newer is asked for meanwhile, and a change of the matter told. */
    details: procedure.input(inMatter).output(matterDetailsSchema),
    refresh: procedure,
    /** The person looks at this matter now: its history is read soon, and often. */
    look: procedure.input(z.object({ matterId: matterIdSchema.nullable() })),
  },
  /** The window was brought forward or put away, the computer woke, or the network came back. */
  awake: procedure.input(awakeSchema),
  /** What is on its way to the service, what waits and why, and what was filed lately. */
  filing: {
    now: procedure.output(filingSchema),
    /** What waits of a document for its next try is tried at once. */
    tryNow: procedure.input(inDocument),
  },
  /** Newest first; saves that are not filed yet come before everything else. */
  timeline: procedure.input(timelineInput.extend(timelinePosition)).output(timelineSchema),
  /** People who did something in the matter, for the filter. */
  timelinePeople: procedure
    .input(inMatter)
    .output(z.array(z.object({ userId: z.string(), name: z.string() }))),
  /** How much happened in a matter, day by day over its life; days are counted since 1970 in UTC. */
  timelineDays: procedure
    .input(inMatter)
    .output(z.array(z.object({ day: z.int(), count: z.int().positive() }))),
  /** What happened in all matters, newest first. */
  activity: procedure.input(timelineFilterSchema.extend({ ...timelinePosition })).output(timelineSchema),
  /** One box for everything: words in any order, each as it begins, whatever is typed. */
  search: procedure
    .input(z.object({ text: z.string().max(500), limit: z.int().min(1).max(50).default(8) }))
    .output(foundSchema),
  problems: {
    list: procedure.output(z.array(problemSchema)),
    act: procedure.input(
      z.object({
        id: z.string(),
        action: problemSchema.shape.actions.element,
        /** The other version that the person was shown, of a conflict: only that one is decided about. */
        shown: z.string().nullable().default(null),
        /** What the person was shown of many that one decision is about: it is refused when more came since. */
        gathered: gatheredSchema.nullable().default(null),
      }),
    ),
  },
  custody: {
    /** Looks at the whole log: `fault` says where it is not as it was written, null when it is. */
    check: procedure.output(
      z.object({
        entries: z.int().nonnegative(),
        fault: z
          .object({
            seq: z.int().positive().nullable(),
            fault: z.enum(['altered', 'missing', 'repeated', 'reordered']),
            why: z.string(),
          })
          .nullable(),
      }),
    ),
    /** What it says of a document, newest first; of a very long one the newest part. */
    ofDocument: procedure
      .input(inDocument)
      .output(z.object({ entries: z.array(custodyLineSchema), total: z.int().nonnegative() })),
    /** Which versions were on this computer, from when until when. */
    exposure: procedure.input(exposureInput).output(exposureSchema),
  },
  /** The versions kept on this computer. */
  vault: {
    get: procedure.output(vaultUsageSchema),
    setLimits: procedure.input(vaultLimitsSchema),
  },
  keeping: {
    /** How far a matter is that is kept on this computer; asked for again whenever the matter changed. */
    get: procedure.input(inMatter).output(keepingSchema),
    /** Keeps a matter, a folder or a document on this computer, or has it on demand again; nothing that is here goes by that. */
    keep: procedure.input(inMatter.extend({ part: keptSchema, keep: z.boolean() })),
    /** The person agrees to all that others changed up to now: it may take the place of the copies here. */
    agree: procedure.input(inMatter),
    /** The same of all that others renamed, moved or deleted up to the entry that was shown: it may be so here. */
    follow: procedure.input(inMatter.extend({ upTo: z.int().nonnegative() })),
    /** Documents that were deleted in the service up to the entry that was shown go from here, though there is no wastebasket: the vault keeps them for 30 days. */
    removeDeleted: procedure.input(inMatter.extend({ upTo: z.int().nonnegative() })),
    /**
     * Copies of documents leave this computer, of which the service gives out the very bytes again: none that changed, is open or is
     * not filed. Without ids, all of the matter. They are on demand from then on.
     */
    freeSpace: procedure
      .input(inMatter.extend({ fileIds: z.array(fileIdSchema).min(1).max(10_000).nullable() }))
      .output(freedSpaceSchema),
    /** What documents take of the disk that were fetched into matter folders, and at most may. */
    room: procedure.output(fetchedUsageSchema),
    /** Null for no limit. */
    setRoom: procedure.input(z.object({ maxBytes: fetchedLimitSchema.nullable() })),
  },
  /** Saves of the matter go on being captured, and wait. Whatever is on its way arrives. */
  pauseMatter: procedure.input(inMatter.extend({ paused: z.boolean() })),
  /** What lies in the matter's folder and is not filed: the first so many in order of path, and how many in all. */
  notFiled: procedure
    .input(inMatter.extend({ limit: z.int().min(1).max(1_000).default(200) }))
    .output(z.object({ files: z.array(notFiledSchema), total: z.int().nonnegative() })),
  ignoreRules: {
    get: procedure.input(inMatter).output(ignoreRulesSchema),
    /** `off` has ids of built-in rules; the folder is looked at anew, and what was left out so far is filed. */
    set: procedure.input(
      inMatter.extend({ own: z.array(z.string()).max(1_000), off: z.array(z.string()).max(1_000) }),
    ),
  },
  massChange: {
    limits: procedure.output(massChangeLimitsSchema),
    setLimits: procedure.input(massChangeLimitsSchema),
  },
  /** Saves of the document go on being captured, and wait. Whatever is on its way arrives. */
  pauseDocument: procedure.input(inDocument.extend({ paused: z.boolean() })),
  /** Documents saved on this computer lately and still here, newest first. */
  recent: procedure.input(z.object({ limit: z.int().min(1).max(50) })).output(z.array(recentDocumentSchema)),
  /** What is on this computer alone. */
  unfiled: procedure.output(unfiledSchema),
  requests,
  drafts,
  records,
  listFilters,
};
