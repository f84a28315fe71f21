import { z } from 'zod';
import { fileIdSchema, matterIdSchema } from './ids.ts';
import { matterStatuses } from './matters.ts';

/**
 * What a person fills in to have something made or changed at the service, one form for each operation. The window keeps a form
 * as it is typed in a draft, asks `violationsOf` (shared/rules/violations.ts) with each keystroke, and submits it as a request;
 * limits here only keep a form of any size out, what the specification demands is in shared/rules.
 *
 * Of a record that can be read, a form has what was entered alone (`changes`), and `seen`: the `version` that came with the
 * record when it was shown. Where it is another by the time the request is to be sent, the person is shown that first.
 */
export const requestIdSchema = z.uuid().brand<'RequestId'>();
export type RequestId = z.infer<typeof requestIdSchema>;

const longestText = 20_000;
const text = z.string().max(longestText);
const id = z.string().min(1).max(1024);
/** ISO 8601, with or without a time; what is none is told by the rules. */
const date = z.string().max(100);
const version = z.string().max(1024).nullable();

/** A contact that exists, or the person whom a request that is not done yet makes. `name` is what the window shows. */
export const contactChoiceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('known'), contactId: id, name: text }),
  z.object({ kind: z.literal('requested'), requestId: requestIdSchema, name: text }),
]);
export type ContactChoice = z.infer<typeof contactChoiceSchema>;
const contacts = z.array(contactChoiceSchema).max(1_000);

/** spec: POST /matters. `matterTypeName` is for the list of requests. */
const newMatterForm = z.object({
  operation: z.literal('matters.create'),
  number: text.default(''),
  matterTypeId: z.string().max(1024),
  matterTypeName: text.default(''),
  clients: contacts,
  otherSides: contacts.default([]),
  /** Null for the matter type's default. */
  clientRole: text.nullable().default(null),
  otherSideRole: text.nullable().default(null),
  description: text.default(''),
  /** Null for the service's own. */
  status: z.enum(matterStatuses).nullable().default(null),
  /** May lie in the past; null for the service's own. */
  dateOpened: date.nullable().default(null),
  personResponsibleStaffId: id.nullable().default(null),
  personAssistingStaffId: id.nullable().default(null),
  isLead: z.boolean().default(false),
});

export const splitStaffSchema = z.object({
  isEnabled: z.boolean(),
  splitMatterStaffs: z
    .array(z.object({ matterStaffId: id, matterStaffRatio: z.number().optional() }))
    .max(100)
    .optional(),
  /** `UseRatio`, or the service's word for an equal split, which is not shown. */
  splitMethod: text.optional(),
  remainderStaffId: id.nullable().optional(),
});

/** Fields of PATCH /matters/{matterId}; contacts may be requested ones. What is left out stays as it is. */
export const matterChangesSchema = z
  .object({
    externalSystemId: text.nullable(),
    number: text.nullable(),
    matterTypeId: id.nullable(),
    description: text.nullable(),
    status: z.enum(matterStatuses).nullable(),
    dateOpened: date.nullable(),
    openedDate: date.nullable(),
    closedDate: date.nullable(),
    leadOpenedDate: date.nullable(),
    leadClosedDate: date.nullable(),
    leadClosedReason: text.nullable(),
    referralType: text.nullable(),
    referrer: contactChoiceSchema.nullable(),
    referralAgreementFeeType: z.enum(['%', 'Flat fee', 'Other']).nullable(),
    referralAgreementFee: z.number().nullable(),
    referralAgreementFeeComment: text.nullable(),
    personResponsibleStaffId: id.nullable(),
    personAssistingStaffId: id.nullable(),
    personAssistingStaffIds: z.array(id).max(100).nullable(),
    originatingStaffId: id.nullable(),
    originatingStaffIds: z.array(id).max(100).nullable(),
    splitOriginatingStaffSettings: splitStaffSchema.nullable(),
    supervisorStaffId: id.nullable(),
    clientCode: text.nullable(),
    branchId: text.nullable(),
    branchProviderId: text.nullable(),
    /** Given with `isLead` false alone: that makes a matter of a lead. */
    clientRole: text.nullable(),
    isLead: z.boolean(),
    clients: contacts.nullable(),
    otherSides: contacts.nullable(),
    /** The keys of items are not shown: as typed by whoever knows them. */
    items: z.record(z.string().max(1024), z.json()).nullable(),
  })
  .partial();
export type MatterChanges = z.infer<typeof matterChangesSchema>;

const matterPatchForm = z.object({
  operation: z.literal('matters.patch'),
  matterId: matterIdSchema,
  seen: version,
  changes: matterChangesSchema,
});

/** spec: POST /contacts. A person; the fields of a company are not shown. */
const newContactForm = z.object({
  operation: z.literal('contacts.create'),
  firstName: text,
  lastName: text,
  email: text,
});

/** Everything a relationship has: what could not be read must have been entered. `roleName` is for the list of requests. */
const relationshipForm = z.object({
  operation: z.literal('relationships.put'),
  matterId: matterIdSchema,
  roleId: id,
  roleName: text.default(''),
  relationshipId: id,
  seen: version,
  name: text,
  displayName: text,
  contact: contactChoiceSchema,
  representatives: contacts,
  isMatterItemRequired: z.boolean(),
});

/** Everything an activity code has; fields of other regions are left out. */
export const activityCodeFormSchema = z.object({
  operation: z.literal('activityCodes.put'),
  codeId: id,
  seen: version,
  type: z.literal([0, 1, 2, 3]),
  description: text.nullable(),
  code: text.nullable(),
  isBillable: z.boolean(),
  rateType: z.literal([0, 1, 2]),
  rate: z.number().nullable(),
  /** As sent: of time, minutes divided by 100 (shared/rules/activity-code.ts converts). */
  quantity: z.number().nullable(),
  taxInclusive: z.boolean().optional(),
  taxExempt: z.boolean(),
  taxZeroRated: z.boolean().optional(),
  taxOutOfScope: z.boolean().optional(),
  inputTaxRate: z.number().nullable(),
  outputTaxRate: z.number().nullable(),
});

const optionalText = text.nullable().default(null);

/** spec: POST /matters/{matterId}/portal/tasks. `fileIds` says what it is about, and is kept here alone. */
const newPortalTaskForm = z.object({
  operation: z.literal('portalTasks.create'),
  matterId: matterIdSchema,
  fileIds: z.array(fileIdSchema).max(100).default([]),
  externalUserId: text,
  title: text,
  /** Never an upload address. */
  url: text,
  contact: contactChoiceSchema.nullable().default(null),
  email: optionalText,
  requireMFA: z.boolean().default(false),
  optional: z.boolean().default(false),
  actionText: optionalText,
  completedText: optionalText,
  completedUrl: optionalText,
});

export const portalTaskChangesSchema = z
  .object({
    externalUserId: text,
    title: text,
    url: text,
    actionText: text.nullable(),
    cancelled: z.boolean(),
    cancelledText: text.nullable(),
    cancelledUrl: text.nullable(),
    completed: z.boolean(),
    completedText: text.nullable(),
    completedUrl: text.nullable(),
    expired: z.boolean(),
    expiredText: text.nullable(),
    expiredUrl: text.nullable(),
  })
  .partial();

/** Of a task that was made here: `task` is the request that made it, done or not. */
const portalTaskPatchForm = z.object({
  operation: z.literal('portalTasks.patch'),
  matterId: matterIdSchema,
  task: requestIdSchema,
  changes: portalTaskChangesSchema,
});

/** Of a secret that main keeps (`app.requestKeys`): the secret itself is in no form. */
export const requestKeyIdSchema = z.uuid().brand<'RequestKeyId'>();
export type RequestKeyId = z.infer<typeof requestKeyIdSchema>;

const whole = z.number();
/** spec: PUT /plugins/{pluginId}; what is left out is not sent. `isNew`: only then is there a key. */
const pluginForm = z.object({
  operation: z.literal('plugins.put'),
  pluginId: z.string().max(1024),
  isNew: z.boolean(),
  externalId: text.optional(),
  version: z
    .object({
      name: text,
      description: text,
      placement: text,
      requestEndpointUrl: text,
      attributes: z
        .object({
          text,
          icon: text,
          color: text,
          tooltip: text,
          page: z
            .object({ title: text, width: whole, height: whole, useDefaultBrowser: z.boolean() })
            .partial(),
        })
        .partial(),
      availability: z.object({ matterTypeIds: z.array(id).max(10_000) }).partial(),
    })
    .partial()
    .optional(),
  /** Sent under the names in `requestSettings.pluginProperties`, which the specification does not show. */
  application: z.enum(['Native', 'Web', 'Archie']).nullable().default(null),
  componentType: z.enum(['Button', 'Tab']).nullable().default(null),
  key: requestKeyIdSchema.nullable().default(null),
  additionalData: z.record(z.string().max(1024), z.json()).optional(),
});

/** spec: POST /webhooks. */
const webhookForm = z.object({
  operation: z.literal('webhooks.create'),
  name: text,
  eventTypes: z.array(z.string().max(1024)).max(1_000),
  eventNotificationUrl: text,
  key: requestKeyIdSchema,
});

export const requestFormSchema = z.discriminatedUnion('operation', [
  newMatterForm,
  matterPatchForm,
  newContactForm,
  relationshipForm,
  activityCodeFormSchema,
  newPortalTaskForm,
  portalTaskPatchForm,
  pluginForm,
  webhookForm,
]);
export type RequestForm = z.infer<typeof requestFormSchema>;
export type RequestOperation = RequestForm['operation'];
export type FormOf<Operation extends RequestOperation> = Extract<RequestForm, { operation: Operation }>;

export const requestOperationSchema = z.enum([
  'matters.create',
  'matters.patch',
  'contacts.create',
  'relationships.put',
  'activityCodes.put',
  'portalTasks.create',
  'portalTasks.patch',
  'plugins.put',
  'webhooks.create',
]) satisfies z.ZodType<RequestOperation>;
