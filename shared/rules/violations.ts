import type { ContactChoice, Region, RequestForm, RequestSettings } from '../model/index.ts';
import { activityCodeViolations } from './activity-code.ts';
import {
  activityCodeBody,
  matterPatchBody,
  newContactBody,
  newMatterBody,
  newPortalTaskBody,
  pluginBody,
  portalTaskPatchBody,
  webhookBody,
} from './body.ts';
import {
  isSecureAddress,
  isSecureOrLocal,
  notEmpty,
  rule,
  uuid,
  type Violation,
  violations,
} from './checks.ts';
import { newContactViolations } from './contact.ts';
import { matterPatchViolations } from './matter-patch.ts';
import { newMatterViolations } from './new-matter.ts';
import { pluginViolations } from './plugin.ts';
import { newPortalTaskViolations, portalTaskPatchViolations } from './portal-task.ts';
import { webhookViolations } from './webhook.ts';

export interface RulesFor {
  readonly region: Region | null;
  readonly pluginProperties: RequestSettings['pluginProperties'];
}

/** A requested contact has no id yet: any of the form that ids have stands for it. */
const anyId = '00000000-0000-4000-8000-000000000000';
const idOf = (choice: ContactChoice): string => (choice.kind === 'known' ? choice.contactId : anyId);

/** Where a form has contacts, the field that the service calls otherwise. */
const fieldsOfForm: Readonly<Record<string, string>> = {
  clientIds: 'clients',
  otherSidesIds: 'otherSides',
  otherSideIds: 'otherSides',
  referrerId: 'referrer',
  contactId: 'contact',
  representativeIds: 'representatives',
};

/** The field of the form that is sent under this name. */
export const formField = (sent: string): string => fieldsOfForm[sent] ?? sent;

/**
 * Every rule that a form breaks: those of the specification, and ours about addresses. None means that it may be sent; the
 * service may still refuse it. For the window with each keystroke, and for the engine before it keeps and before it sends.
 */
export function violationsOf(
  form: RequestForm,
  { region, pluginProperties }: RulesFor,
): readonly Violation[] {
  const found = broken(form, region ?? undefined, pluginProperties);
  return found.map(({ field, rule: words }) => ({ field: formField(field), rule: words }));
}

function broken(
  form: RequestForm,
  region: Region | undefined,
  pluginProperties: RulesFor['pluginProperties'],
): readonly Violation[] {
  switch (form.operation) {
    case 'matters.create':
      return newMatterViolations(newMatterBody(form, idOf));
    case 'matters.patch':
      return [
        ...violations(
          // spec: PATCH /matters/{matterId}, "matterId uuid".
          uuid('matterId', form.matterId),
          rule('changes', Object.keys(form.changes).length > 0, 'must change something'),
          // spec: Limits, `clientIds` at least 1 entry; of a matter that is there we take none away entirely either.
          rule('clients', form.changes.clients?.length !== 0, 'must have at least 1 entry'),
        ),
        ...matterPatchViolations(matterPatchBody(form, idOf), region),
      ];
    case 'contacts.create':
      return newContactViolations(newContactBody(form));
    case 'relationships.put':
      // spec: Relationships. It replaces all that a relationship has, so a name that was lost on the way must not be sent.
      return violations(notEmpty('name', form.name));
    case 'activityCodes.put':
      return activityCodeViolations(activityCodeBody(form), region);
    case 'portalTasks.create':
      return [
        // spec: Portal tasks, "matterId uuid".
        ...violations(uuid('matterId', form.matterId)),
        ...newPortalTaskViolations(newPortalTaskBody(form, idOf)),
        ...violations(isSecureAddress('url', form.url), isSecureAddress('completedUrl', form.completedUrl)),
      ];
    case 'portalTasks.patch': {
      const { changes } = form;
      return [
        ...portalTaskPatchViolations(portalTaskPatchBody(form)),
        ...violations(
          uuid('matterId', form.matterId),
          rule('changes', Object.keys(changes).length > 0, 'must change something'),
          // spec: Portal tasks, POST; what must have a character when it is made is not emptied afterwards.
          ...(['externalUserId', 'title', 'url'] as const).map((field) =>
            notEmpty(field, changes[field] ?? 'kept'),
          ),
          ...(['url', 'completedUrl', 'cancelledUrl', 'expiredUrl'] as const).map((field) =>
            isSecureAddress(field, changes[field]),
          ),
        ),
      ];
    }
    case 'plugins.put':
      return [
        ...pluginViolations(pluginBody(form, pluginProperties)),
        ...violations(
          notEmpty('pluginId', form.pluginId),
          isSecureOrLocal('version.requestEndpointUrl', form.version?.requestEndpointUrl),
          // spec: Plugins, `key` can only be set on creation.
          rule('key', form.key === null || form.isNew, 'can be set only when the plugin is made'),
          rule(
            'application',
            form.application === null || pluginProperties.application !== null,
            'cannot be sent before the settings say what the service calls this property',
          ),
          rule(
            'componentType',
            form.componentType === null || pluginProperties.componentType !== null,
            'cannot be sent before the settings say what the service calls this property',
          ),
        ),
      ];
    case 'webhooks.create':
      return [
        ...webhookViolations(webhookBody(form)),
        ...violations(
          rule('eventTypes', form.eventTypes.length > 0, 'must have at least 1 entry'),
          isSecureOrLocal('eventNotificationUrl', form.eventNotificationUrl),
        ),
      ];
  }
}
