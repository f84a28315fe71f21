import { z } from 'zod';
import { instantSchema, matterIdSchema } from './ids.ts';
import { requestFormSchema, requestIdSchema, requestOperationSchema } from './request-forms.ts';

/**
 * A request is a durable write to the service that is no document. The window makes its id, so that one submitted twice is one
 * request, and so that a matter's form can name the request that makes its client. It follows them by `engine.changes`
 * (topic `requests`) and asks again; offline too, since all of them are kept here.
 */

/** spec: What the service does 4. */
export const regionSchema = z.enum(['AU', 'UK', 'US']);
export type Region = z.infer<typeof regionSchema>;

/** Something at the service that may be what a creation of unknown outcome made, for the person to compare. */
export const candidateSchema = z.object({
  id: z.string().min(1).max(1024),
  /** Number and title of a matter, name of a contact. */
  name: z.string(),
  /** What of it is as in the form, and what is not: `label` in words. */
  facts: z.array(z.object({ label: z.string(), value: z.string(), same: z.boolean() })),
});
export type Candidate = z.infer<typeof candidateSchema>;

/** A field that somebody changed since the person was shown the record. Values in words; null for none. */
export const changedFieldSchema = z.object({
  field: z.string(),
  /** Undefined where what they were shown is not kept. */
  seen: z.string().nullable().optional(),
  now: z.string().nullable(),
  /** What the request would set; undefined where it leaves the field alone. */
  yours: z.string().nullable().optional(),
});
export type ChangedField = z.infer<typeof changedFieldSchema>;

/** What the person can do about a problem; each is an operation of `engine.requests`. */
export const requestActionSchema = z.enum(['edit', 'cancel', 'retry', 'decide']);
export type RequestAction = z.infer<typeof requestActionSchema>;

export const requestProblemSchema = z.object({
  kind: z.enum([
    /** The service or a rule refused it: `fields` says what where it names something. */
    'refused',
    /** Somebody changed the record since: `changed` and `version`; decided with `send-anyway`. */
    'changed-since',
    /** Nobody knows whether a creation arrived: `candidates`; decided with `it-is`, `send-again` or `leave`. */
    'unknown-outcome',
    /** A creation was accepted, and nobody knows what it made: `candidates`; decided with `it-is`, `look-again` or `leave`. */
    'unknown-id',
    /** Accepted, and what it points to does not show it; decided with `look-again` or `leave`. */
    'not-shown',
    /** A contact or task it names will not come into being: that request was cancelled. */
    'needs-another',
    /** The secret it is sent with is not on this computer any more: it must be entered again. */
    'key-missing',
  ]),
  what: z.string(),
  why: z.string(),
  next: z.string(),
  /** The service's own words, or a rule's, by the field of the form that they are about ('' for the whole). */
  fields: z.array(z.object({ field: z.string(), words: z.string() })),
  candidates: z.array(candidateSchema),
  /** Whether candidates were looked for: false where the specification shows no way to, and where the service did not answer. */
  lookedFor: z.boolean(),
  /** Whether there is a way to look for candidates; left out where a program from before this was kept found the problem. */
  canBeLookedFor: z.boolean().optional(),
  changed: z.array(changedFieldSchema),
  /** The record's version that `changed` was read from, to be said with `send-anyway`. */
  version: z.string().nullable(),
  actions: z.array(requestActionSchema),
});
export type RequestProblem = z.infer<typeof requestProblemSchema>;

/** What a request is about. `name` in words: the matter's number and title, the contact's name, … */
export const requestSubjectSchema = z.object({
  /** The matter concerned; null for a new one, and for what belongs to no matter. */
  matterId: matterIdSchema.nullable(),
  name: z.string(),
});

/** What came of a request that is done. */
export const requestResultSchema = z.object({
  /** The id of what was made or changed, as the service gave it; null where its answer has none we can see. */
  id: z.string().nullable(),
  /** It was seen at the service; false where the specification shows no way to look. */
  seen: z.boolean(),
  /** Fields that were set and that the record does not show; left out where a program from before this was kept wrote it. */
  notShown: z.array(z.string()).optional(),
  /** Nothing was sent: the record was so already. */
  wasSo: z.boolean(),
});

const common = {
  id: requestIdSchema,
  operation: requestOperationSchema,
  subject: requestSubjectSchema,
  form: requestFormSchema,
  /** Counted up by each edit, and said with the next one: an edit of what was not shown is refused. */
  revision: z.int().nonnegative(),
  submittedAt: instantSchema,
  changedAt: instantSchema,
};

export const requestSchema = z.discriminatedUnion('state', [
  z.object({
    ...common,
    state: z.literal('waiting'),
    waitsFor: z.enum([
      'turn',
      /** Of the same record. */
      'earlier-request',
      /** The contact or task that it names is not there yet. */
      'another-request',
      'next-try',
      /** Offline, signed out, or asked to slow down: `engine.status` says which. */
      'service',
      /** Of the service: it is on its way, and can no longer be edited or cancelled. */
      'answer',
    ]),
    /** Why the last try did not succeed, for a person; null when there was none. */
    why: z.string().nullable(),
    nextTryAt: instantSchema.nullable(),
  }),
  /** Accepted; what it points to does not show it yet. */
  z.object({ ...common, state: z.literal('sent'), sentAt: instantSchema, madeId: z.string().nullable() }),
  z.object({ ...common, state: z.literal('done'), doneAt: instantSchema, result: requestResultSchema }),
  z.object({ ...common, state: z.literal('problem'), problem: requestProblemSchema }),
  z.object({
    ...common,
    state: z.literal('cancelled'),
    /** False where it may have been made all the same, and the person left it at that. */
    certainlyNotMade: z.boolean(),
  }),
]);
export type RequestView = z.infer<typeof requestSchema>;
export type RequestState = RequestView['state'];
export const requestStateSchema = z.enum(['waiting', 'sent', 'done', 'problem', 'cancelled']);

/** What a person decides about a problem. `shown` and `version` are what they were shown: a decision about anything else is refused. */
export const requestDecisionSchema = z.discriminatedUnion('decision', [
  /** This candidate is what was made: the request is done. */
  z.object({ decision: z.literal('it-is'), candidateId: z.string().min(1).max(1024) }),
  /** None of the candidates is: it is sent again. */
  z.object({ decision: z.literal('send-again'), shown: z.array(z.string().max(1024)).max(1_000) }),
  /** Over what somebody else changed. */
  z.object({ decision: z.literal('send-anyway'), version: z.string().max(1024).nullable() }),
  z.object({ decision: z.literal('look-again') }),
  /** Nothing more is done about it. */
  z.object({ decision: z.literal('leave') }),
]);
export type RequestDecision = z.infer<typeof requestDecisionSchema>;

/**
 * A form as far as it was filled in. `fields` is the window's own, as JSON: kept as it is until the request is submitted or the
 * draft thrown away. Secrets do not belong in it: they are kept by main, and a form has their ids.
 */
export const draftSchema = z.object({
  id: z.uuid(),
  operation: requestOperationSchema,
  matterId: matterIdSchema.nullable(),
  /** In the words of the list of drafts. */
  name: z.string().max(1_000),
  fields: z.string().max(200_000),
  savedAt: instantSchema,
});
export type Draft = z.infer<typeof draftSchema>;

/** What a firm configures of its requests; kept with the workspace on this computer. */
export const requestSettingsSchema = z.object({
  /** Null while nobody chose: then fields of every region are offered, and say where they exist. */
  region: regionSchema.nullable(),
  /** Address shown in portal tasks, with `{matterId}`, `{matterNumber}`, `{fileId}` and `{fileName}` in it; null for none. */
  portalAddressTemplate: z.string().max(2_000).nullable(),
  /** The external user id of portal tasks, with `{contactId}` and `{email}` in it; null: typed each time. */
  portalUserTemplate: z.string().max(2_000).nullable(),
  /** Names that the service has for two properties of a plugin; the specification does not show them. */
  pluginProperties: z.object({
    application: z.string().max(200).nullable(),
    componentType: z.string().max(200).nullable(),
  }),
  /** The service's word for an equal split among originating staff, which the specification does not show. */
  equalSplitWord: z.string().max(200).nullable(),
  /** Whether plugins and webhook subscriptions are offered. */
  administrator: z.boolean(),
});
export type RequestSettings = z.infer<typeof requestSettingsSchema>;

export const requestSettingsBefore: RequestSettings = {
  region: null,
  portalAddressTemplate: null,
  portalUserTemplate: null,
  pluginProperties: { application: null, componentType: null },
  equalSplitWord: null,
  administrator: false,
};
