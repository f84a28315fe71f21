import { z } from 'zod';
import { fileIdSchema, instantSchema, matterIdSchema } from './ids.ts';
import type { MatterRow } from './matters.ts';
import {
  activityCodeFormSchema,
  matterChangesSchema,
  portalTaskChangesSchema,
  requestFormSchema,
  requestIdSchema,
} from './request-forms.ts';

/**
 * What forms choose from and screens of the firm's work show. Every question is answered at once from what is kept here, offline
 * too; where it is old, newer is asked for meanwhile, and `engine.changes` tells (topic `records`) when to ask again.
 */
const kept = {
  /** When the service was last asked; null when never. */
  readAt: instantSchema.nullable(),
  /** Why nothing newer can be read, for a person; null when it can. */
  problem: z.string().nullable(),
};

/** spec: Matter type. Deleted ones are left out: they cannot be used for new matters. */
export const matterTypeSchema = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string().nullable(),
  location: z.string().nullable(),
  /** `unknown` where the service does not say. */
  kind: z.enum(['matter', 'lead', 'unknown']),
  /** Roles that a client may have; the first is taken for the default. */
  representativeOptions: z.array(z.string()),
});
export type MatterTypeView = z.infer<typeof matterTypeSchema>;

export const matterTypeAloneSchema = z.object({ ...kept, matterType: matterTypeSchema.nullable() });

export const matterTypesSchema = z.object({
  ...kept,
  rows: z.array(matterTypeSchema),
  total: z.int().nonnegative(),
  /** Of all that are not deleted, for the filters. */
  locations: z.array(z.string()),
  categories: z.array(z.string()),
});

/** A contact as far as anything told of it: lists of matters, names where the service tells them, requests made here. */
export const contactSchema = z.object({
  contactId: z.string(),
  /** Null while nobody told it. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** Matters that have it as a client, as far as they are listed. */
  matters: z.int().nonnegative(),
  /** Made on this computer. */
  madeHere: z.boolean(),
});
export type ContactView = z.infer<typeof contactSchema>;

export const contactsSchema = z.object({
  rows: z.array(contactSchema),
  /** Requested and not there yet: they can be chosen all the same. */
  requested: z.array(
    z.object({ requestId: requestIdSchema, name: z.string(), email: z.string().nullable() }),
  ),
  /** Whether the service was asked too (`yes`), does not offer it (`no`), or is not asked just now (`not-now`). */
  searchedAtService: z.enum(['yes', 'no', 'not-now']),
});

/** spec: Staff. */
export const staffViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  phone: z.string().nullable(),
  cell: z.string().nullable(),
  email: z.string().nullable(),
  /** No longer with the firm. */
  former: z.boolean(),
  enabled: z.boolean().nullable(),
});
export type StaffView = z.infer<typeof staffViewSchema>;
export const staffListSchema = z.object({ ...kept, rows: z.array(staffViewSchema) });

const nameOfContact = z.object({ contactId: z.string().nullable(), name: z.string() });

/** A field that the service may not show: then whoever changes the record as a whole must enter it. */
const shown = <Value extends z.ZodType>(value: Value) =>
  z.discriminatedUnion('shown', [
    z.object({ shown: z.literal(true), value }),
    z.object({ shown: z.literal(false) }),
  ]);

export const relationshipViewSchema = z.object({
  relationshipId: z.string(),
  /** For the form's `seen`. */
  version: z.string(),
  name: shown(z.string()),
  displayName: shown(z.string()),
  contact: shown(nameOfContact),
  representatives: shown(z.array(nameOfContact)),
  isMatterItemRequired: shown(z.boolean()),
});
export type RelationshipView = z.infer<typeof relationshipViewSchema>;

/** A matter as forms need it. */
export const matterRecordSchema = z.object({
  ...kept,
  /** For the form's `seen`; null while the matter was never read. */
  version: z.string().nullable(),
  isLead: z.boolean(),
  title: z.string(),
  /** Fields of PATCH as far as the service shows them; one left out is not shown. Contacts are all known ones. */
  fields: matterChangesSchema,
  matterTypeName: z.string().nullable(),
  roles: z.array(
    z.object({
      roleId: z.string(),
      name: z.string(),
      /** Null for a role without one. The firm's own has a word in the place of an id. */
      contact: nameOfContact.nullable(),
      isFirm: z.boolean(),
      solicitors: z.array(nameOfContact),
      relationships: z.array(relationshipViewSchema),
      /** Other collections below it, by their key, in words. */
      others: z.array(z.object({ key: z.string(), values: z.array(z.string()) })),
    }),
  ),
  /** `name` is the key under which the matter lists it. */
  layouts: z.array(z.object({ itemId: z.string(), name: z.string() })),
  /** Null where its record names none. */
  stageSetId: z.string().nullable(),
});
export type MatterRecord = z.infer<typeof matterRecordSchema>;

/** spec: Layout design, Layout contact. */
export const layoutsSchema = z.object({
  ...kept,
  rows: z.array(z.object({ id: z.string(), name: z.string(), lastUpdated: instantSchema.nullable() })),
});
export const layoutContactsSchema = z.object({
  ...kept,
  rows: z.array(z.object({ key: z.string(), contact: nameOfContact.nullable() })),
});

/** spec: Stage set. Null in `set` where the matter names none, or it was never read. */
export const stageSetSchema = z.object({
  ...kept,
  set: z
    .object({
      name: z.string(),
      isDeleted: z.boolean(),
      stages: z.array(z.object({ id: z.string().nullable(), name: z.string(), isDeleted: z.boolean() })),
    })
    .nullable(),
});

/** spec: Billing configuration. A number or word that is not known is given as it came; null for what is not said. */
export const billingSchema = z.object({
  ...kept,
  configuration: z
    .object({
      billingType: z.union([z.number(), z.string()]).nullable(),
      amount: z.number().nullable(),
      disbursementAmount: z.number().nullable(),
      contingencyAmount: z.number().nullable(),
      debtors: z.array(nameOfContact),
      rateSetId: z.string().nullable(),
      isUtbmsEnabled: z.boolean().nullable(),
      ledesFirmId: z.string().nullable(),
      ledesMatterId: z.string().nullable(),
      ledesClientMatterId: z.string().nullable(),
      ledesTimekeeperClassificationType: z.union([z.number(), z.string()]).nullable(),
    })
    .nullable(),
});
export type BillingView = z.infer<typeof billingSchema>;

/** spec: Activity code. A member that is left out of `fields` was not shown, or is none that can be sent: it must be entered. */
export const activityCodeSchema = z.object({
  codeId: z.string(),
  /** For the form's `seen`. */
  version: z.string(),
  fields: activityCodeFormSchema.omit({ operation: true, codeId: true, seen: true }).partial(),
  /** What the service shows of it otherwise than it can be sent. */
  unreadable: z.array(z.string()),
  /** What the service says of type and rate type, also where it is no number of the specification. */
  type: z.union([z.number(), z.string()]).nullable(),
  rateType: z.union([z.number(), z.string()]).nullable(),
  isDeleted: z.boolean(),
});
export type ActivityCodeView = z.infer<typeof activityCodeSchema>;
export const activityCodesSchema = z.object({
  ...kept,
  rows: z.array(activityCodeSchema),
  total: z.int().nonnegative(),
});

/** A portal task made here. No operation reads one: `state` is what was last set here. */
export const portalTaskSchema = z.object({
  /** The request that made it, which a patch names. */
  task: requestIdSchema,
  /** The service's id; null while it is not made, or where its answer has none we can see: then it cannot be changed. */
  taskId: z.string().nullable(),
  matterId: matterIdSchema,
  matter: z.string(),
  fileIds: z.array(fileIdSchema),
  state: z.enum(['requested', 'asked', 'completed', 'cancelled', 'expired']),
  setAt: instantSchema,
  /** Everything as last set here, the texts included. */
  fields: portalTaskChangesSchema,
  contactName: z.string().nullable(),
  email: z.string().nullable(),
  requireMFA: z.boolean(),
  optional: z.boolean(),
  /** A change of it is waiting, sent or a problem. */
  pending: z.boolean(),
});
export type PortalTaskView = z.infer<typeof portalTaskSchema>;

/** Plugins put and webhook subscriptions made here, as last set here: no operation of the specification reads one. */
export const pluginsSchema = z.array(
  z.object({ pluginId: z.string(), form: requestFormSchema, setAt: instantSchema, pending: z.boolean() }),
);
export const webhooksSchema = z.array(
  z.object({
    request: requestIdSchema,
    webhookId: z.string().nullable(),
    name: z.string(),
    eventTypes: z.array(z.string()),
    eventNotificationUrl: z.string(),
    madeAt: instantSchema,
  }),
);

/** What the list of matters is narrowed to, under a name that the person gave it. */
export const listFilterSchema = z.object({
  id: z.uuid(),
  name: z.string().min(1).max(200),
  /** Of the list's question, except for its page; columns are the window's own words. */
  filter: z.object({
    text: z.string().max(500),
    show: z.enum(['open', 'all', 'leads', 'linked']),
    responsibleId: z.string().max(1024).nullable(),
    status: z.string().max(1024).nullable(),
    matterType: z.string().max(1024).nullable(),
    location: z.string().max(1024).nullable(),
    columns: z.array(z.string().max(100)).max(50),
  }),
});
export type ListFilter = z.infer<typeof listFilterSchema>;

/** Columns that the list of matters may show and write. */
export const matterColumnSchema = z.enum([
  'number',
  'title',
  'status',
  'matterType',
  'personResponsible',
  'clientNames',
  'lastChangeAt',
  'linkedFolder',
] satisfies (keyof MatterRow)[]);
export type MatterColumn = z.infer<typeof matterColumnSchema>;
