import { z } from 'zod';
import {
  activityCodesSchema,
  billingSchema,
  contactsSchema,
  draftSchema,
  layoutContactsSchema,
  layoutsSchema,
  listFilterSchema,
  matterColumnSchema,
  matterIdSchema,
  matterRecordSchema,
  matterTypeAloneSchema,
  matterTypesSchema,
  pluginsSchema,
  portalTaskSchema,
  requestDecisionSchema,
  requestFormSchema,
  requestIdSchema,
  requestKeyIdSchema,
  requestOperationSchema,
  requestSchema,
  requestSettingsSchema,
  requestStateSchema,
  staffListSchema,
  stageSetSchema,
  webhooksSchema,
} from '../model/index.ts';
import { inMatter, pathSchema, procedure } from './parts.ts';

const inRequest = z.object({ id: requestIdSchema });
const page = {
  offset: z.int().nonnegative().default(0),
  limit: z.int().min(1).max(500).default(100),
};

/** Writes to the service, kept before they are sent. Answers at once, offline too; `changes` tells what becomes of them. */
export const requests = {
  /** Newest first. */
  list: procedure
    .input(
      z.object({
        matterId: matterIdSchema.nullable().default(null),
        states: z.array(requestStateSchema).min(1).nullable().default(null),
        operations: z.array(requestOperationSchema).min(1).nullable().default(null),
        ...page,
      }),
    )
    .output(z.object({ rows: z.array(requestSchema), total: z.int().nonnegative() })),
  get: procedure.input(inRequest).output(requestSchema),
  /**
   * Keeps all of them or none, in the order in which they are to be sent. The window makes the ids (random UUIDs): what was submitted under one
   * already is not made twice, and changed while it can be where the form is another. A form that breaks a rule is refused in words. `draft` is thrown away with it.
   */
  submit: procedure.input(
    z.object({
      requests: z
        .array(z.object({ id: requestIdSchema, form: requestFormSchema }))
        .min(1)
        .max(500),
      draft: z.uuid().nullable().default(null),
    }),
  ),
  /** While it waits, and as a problem that offers it. A form of the same operation and record. */
  edit: procedure.input(
    inRequest.extend({
      form: requestFormSchema,
      revision: z.int().nonnegative(),
      draft: z.uuid().nullable().default(null),
    }),
  ),
  /** While it waits, and as a problem that offers it. */
  cancel: procedure.input(inRequest),
  /** A problem that offers it, or one that waits for its next try: at once. */
  retry: procedure.input(inRequest),
  decide: procedure.input(inRequest.extend({ decision: requestDecisionSchema })),
  settings: procedure.output(requestSettingsSchema),
  /** Changes what is given, and leaves the rest. */
  setSettings: procedure.input(requestSettingsSchema.partial()).output(requestSettingsSchema),
};

/** Forms that are not submitted yet: kept whatever becomes of the window. */
export const drafts = {
  /** Newest first. */
  list: procedure.output(z.array(draftSchema)),
  put: procedure.input(draftSchema.omit({ savedAt: true })),
  remove: procedure.input(z.object({ id: z.uuid() })),
};

/** What forms choose from, and what screens of the firm's work show. */
export const records = {
  matterTypes: procedure
    .input(
      z.object({
        text: z.string().max(500).default(''),
        location: z.string().max(1024).nullable().default(null),
        category: z.string().max(1024).nullable().default(null),
        kind: z.enum(['matter', 'lead']).nullable().default(null),
        ...page,
      }),
    )
    .output(matterTypesSchema),
  /** One with all that the service says of it: a list may leave out the roles a client may have. */
  matterType: procedure.input(z.object({ id: z.string().min(1).max(1024) })).output(matterTypeAloneSchema),
  /** Those whose name or e-mail has each of the words; by the number of their matters. */
  contacts: procedure
    .input(z.object({ text: z.string().max(500), limit: z.int().min(1).max(100).default(20) }))
    .output(contactsSchema),
  /** Who may be the same as a person about to be made. */
  similarContacts: procedure
    .input(
      z.object({
        firstName: z.string().max(1_000),
        lastName: z.string().max(1_000),
        email: z.string().max(1_000),
      }),
    )
    .output(contactsSchema),
  staff: procedure.output(staffListSchema),
  /** Read anew in the background each time: what a form edits should be what the service has. */
  matter: procedure.input(inMatter).output(matterRecordSchema),
  layouts: procedure.output(layoutsSchema),
  layoutContacts: procedure
    .input(inMatter.extend({ itemId: z.string().min(1).max(1024) }))
    .output(layoutContactsSchema),
  stageSet: procedure.input(inMatter).output(stageSetSchema),
  billing: procedure.input(inMatter).output(billingSchema),
  activityCodes: procedure
    .input(
      z.object({
        text: z.string().max(500).default(''),
        type: z.number().nullable().default(null),
        isBillable: z.boolean().nullable().default(null),
        withDeleted: z.boolean().default(false),
        ...page,
      }),
    )
    .output(activityCodesSchema),
  /** Of one matter, or of all; those made here alone, newest first. */
  portalTasks: procedure
    .input(z.object({ matterId: matterIdSchema.nullable().default(null), ...page }))
    .output(z.object({ rows: z.array(portalTaskSchema), total: z.int().nonnegative() })),
  plugins: procedure.output(pluginsSchema),
  webhooks: procedure.output(webhooksSchema),
};

/** The list of matters as it is narrowed down, without its pages, and the columns that are written of it. */
export const mattersExportInput = listFilterSchema.shape.filter.extend({
  columns: z.array(matterColumnSchema).min(1),
});
/** A system dialog asks where to; null when cancelled. Nothing is overwritten: the name may get a number. */
export const matters = {
  export: procedure.input(mattersExportInput).output(z.object({ path: pathSchema }).nullable()),
};

/** Ways of looking at the list of matters that the person gave names. */
export const listFilters = {
  list: procedure.output(z.array(listFilterSchema)),
  put: procedure.input(listFilterSchema),
  remove: procedure.input(z.object({ id: z.uuid() })),
};

/**
 * Secrets that requests are sent with (keys of plugins and webhook subscriptions). Main keeps them with its other secrets and
 * gives them to the engine at the moment of sending alone; a form has their ids. They are never shown again, only copied.
 */
export const requestKeys = {
  keep: procedure
    .input(z.object({ key: z.string().min(1).max(10_000) }))
    .output(z.object({ id: requestKeyIdSchema, keptIn: z.enum(['system', 'memory']) })),
  /** A random one of 256 bits. */
  make: procedure.output(z.object({ id: requestKeyIdSchema, keptIn: z.enum(['system', 'memory']) })),
  /** Puts it into the clipboard. */
  copy: procedure.input(z.object({ id: requestKeyIdSchema })),
  forget: procedure.input(z.object({ id: requestKeyIdSchema })),
};
