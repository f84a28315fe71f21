import { z } from 'zod';
import { documentsAtOnce } from './documents-at-once.ts';
import { fileIdSchema, instantSchema, matterIdSchema } from './ids.ts';
import { refusalSchema } from './refusal.ts';

/** Why filing waits by itself, as the person wants it: the computer runs on battery, or its network is metered. */
export const heldSchema = z.enum(['battery', 'metered']);
export type Held = z.infer<typeof heldSchema>;

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
  /** Files that changed and are not captured yet: still being written, or not readable. */
  unread: z.int().nonnegative(),
  /** Documents whose version saved last the person chose to keep unfiled. */
  kept: z.int().nonnegative().default(0),
  mattersCheckedAt: instantSchema.nullable(),
  /** Requests (not documents) that are not done: waiting or sent, and those that need the person. */
  requests: z.object({ open: z.int().nonnegative(), problems: z.int().nonnegative() }).optional(),
  /** Requests go through the firm's hub. */
  throughHub: z.boolean().optional(),
  /** The hub is away: for now a few requests go to the service itself. */
  pastHub: z.boolean().optional(),
  /** Nobody's work is open: how much waits is not known, and not counted. */
  isNobodys: z.boolean().optional(),
  /** Set while filing waits by itself. Apart from `paused`, which the person did. */
  held: heldSchema.nullable().optional(),
  /** Why something that is kept here is not open; null or left out when all of it is. */
  blockedBy: refusalSchema.nullable().optional(),
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
  unread: 0,
  kept: 0,
  mattersCheckedAt: null,
};

/** What changed, so that whoever shows it asks again. */
export const changeSchema = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('matters') }),
  z.object({
    topic: z.literal('matter'),
    matterId: matterIdSchema,
    /** Nothing else about its documents and folders changed; undefined where anything may have. */
    documents: z.array(fileIdSchema).max(documentsAtOnce).optional(),
  }),
  z.object({ topic: z.literal('problems') }),
  /** Requests, or drafts of them. */
  z.object({ topic: z.literal('requests') }),
  /** What `engine.records` answers. */
  z.object({ topic: z.literal('records') }),
  /** Another person's work is shown, or nobody's: nothing that was asked for before is to be shown any more. */
  z.object({ topic: z.literal('person') }),
]);
export type Change = z.infer<typeof changeSchema>;

/** A reason to look at the service sooner, or (`out-of-sight`) less often. */
export const awakeSchema = z.object({ reason: z.enum(['focus', 'out-of-sight', 'resume', 'network']) });
export type AwakeReason = z.infer<typeof awakeSchema>['reason'];
