import type { ContactChoice, FormOf, RequestForm, RequestSettings } from '../model/index.ts';
import type { ActivityCodeUpdate } from './activity-code.ts';
import type { NewContact } from './contact.ts';
import type { MatterPatch } from './matter-patch.ts';
import type { NewMatter } from './new-matter.ts';
import type { PluginUpdate } from './plugin.ts';
import type { NewPortalTask, PortalTaskPatch } from './portal-task.ts';
import type { Relationship } from './relationship.ts';
import type { NewWebhook } from './webhook.ts';

/** The id of a contact that was chosen: of a requested one, what the request made. */
export type ContactIdOf = (choice: ContactChoice) => string;

/** Undefined for what is empty, so that it is not sent. */
const orNone = (value: string | null): string | undefined => (value ?? '') || undefined;

export function newMatterBody(form: FormOf<'matters.create'>, idOf: ContactIdOf): NewMatter {
  return {
    number: form.number,
    matterTypeId: form.matterTypeId,
    clientIds: form.clients.map(idOf),
    otherSidesIds: form.otherSides.length === 0 ? undefined : form.otherSides.map(idOf),
    clientRole: orNone(form.clientRole),
    otherSideRole: orNone(form.otherSideRole),
    description: orNone(form.description),
    status: form.status ?? undefined,
    dateOpened: orNone(form.dateOpened),
    personResponsibleStaffId: form.personResponsibleStaffId ?? undefined,
    personAssistingStaffId: form.personAssistingStaffId ?? undefined,
    isLead: form.isLead,
  };
}

export function matterPatchBody({ changes }: FormOf<'matters.patch'>, idOf: ContactIdOf): MatterPatch {
  const { clients, otherSides, referrer, ...plain } = changes;
  return {
    ...withoutUndefined(plain),
    ...(clients !== undefined && { clientIds: clients && clients.map(idOf) }),
    ...(otherSides !== undefined && { otherSideIds: otherSides && otherSides.map(idOf) }),
    ...(referrer !== undefined && { referrerId: referrer && idOf(referrer) }),
  };
}

/** `requestId` is our own reference of what is made. */
export function newContactBody(form: FormOf<'contacts.create'>, requestId?: string): NewContact {
  const { firstName, lastName, email } = form;
  return { person: { firstName, lastName, email }, externalSystemId: requestId };
}

export function relationshipBody(form: FormOf<'relationships.put'>, idOf: ContactIdOf): Relationship {
  return {
    name: form.name,
    displayName: form.displayName,
    contactId: idOf(form.contact),
    representativeIds: form.representatives.map(idOf),
    isMatterItemRequired: form.isMatterItemRequired,
  };
}

export function activityCodeBody(form: FormOf<'activityCodes.put'>): ActivityCodeUpdate {
  const { operation: _operation, codeId: _id, seen: _seen, ...fields } = form;
  return withoutUndefined(fields);
}

export function newPortalTaskBody(form: FormOf<'portalTasks.create'>, idOf: ContactIdOf): NewPortalTask {
  return {
    externalUserId: form.externalUserId,
    title: form.title,
    url: form.url,
    contactId: form.contact && idOf(form.contact),
    email: form.email || null,
    requireMFA: form.requireMFA,
    optional: form.optional,
    actionText: form.actionText?.trim() || null,
    completedText: form.completedText || null,
    completedUrl: form.completedUrl || null,
  };
}

export const portalTaskPatchBody = ({ changes }: FormOf<'portalTasks.patch'>): PortalTaskPatch =>
  withoutUndefined(changes);

export function pluginBody(
  form: FormOf<'plugins.put'>,
  properties: RequestSettings['pluginProperties'],
): PluginUpdate {
  const { externalId, version, application, componentType, additionalData } = form;
  const named = <Value extends string>(property: string | null, value: Value | null) =>
    property === null || value === null ? undefined : { property, value };
  return withoutUndefined({
    externalId,
    version,
    application: named(properties.application, application),
    componentType: named(properties.componentType, componentType),
    additionalData,
  });
}

export const webhookBody = (form: FormOf<'webhooks.create'>): Omit<NewWebhook, 'key'> => ({
  name: form.name,
  eventTypes: form.eventTypes,
  eventNotificationUrl: form.eventNotificationUrl,
});

/** Contacts that a form names, whether they are there or requested. */
export function contactsIn(form: RequestForm): readonly ContactChoice[] {
  switch (form.operation) {
    case 'matters.create':
      return [...form.clients, ...form.otherSides];
    case 'matters.patch': {
      const { clients, otherSides, referrer } = form.changes;
      return [...(clients ?? []), ...(otherSides ?? []), ...(referrer ? [referrer] : [])];
    }
    case 'relationships.put':
      return [form.contact, ...form.representatives];
    case 'portalTasks.create':
      return form.contact ? [form.contact] : [];
    default:
      return [];
  }
}

function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
