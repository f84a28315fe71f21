import type { FileId, FormOf, MatterId, PortalTaskView } from '../../shared/model/index.ts';

export const newMatter = (isLead: boolean): FormOf<'matters.create'> => ({
  operation: 'matters.create',
  number: '',
  matterTypeId: '',
  matterTypeName: '',
  clients: [],
  otherSides: [],
  clientRole: null,
  otherSideRole: null,
  description: '',
  status: null,
  dateOpened: null,
  personResponsibleStaffId: null,
  personAssistingStaffId: null,
  isLead,
});

export const matterChange = (
  matterId: MatterId,
  changes: FormOf<'matters.patch'>['changes'] = {},
): FormOf<'matters.patch'> => ({ operation: 'matters.patch', matterId, seen: null, changes });

export const newContact: FormOf<'contacts.create'> = {
  operation: 'contacts.create',
  firstName: '',
  lastName: '',
  email: '',
};

export const newTask = (matterId: MatterId, fileIds: FileId[] = []): FormOf<'portalTasks.create'> => ({
  operation: 'portalTasks.create',
  matterId,
  fileIds,
  externalUserId: '',
  title: '',
  url: '',
  contact: null,
  email: null,
  requireMFA: false,
  optional: false,
  actionText: null,
  completedText: null,
  completedUrl: null,
});

export const taskChange = (
  { matterId, task }: Pick<PortalTaskView, 'matterId' | 'task'>,
  changes: FormOf<'portalTasks.patch'>['changes'] = {},
): FormOf<'portalTasks.patch'> => ({ operation: 'portalTasks.patch', matterId, task, changes });

export const newPlugin: FormOf<'plugins.put'> = {
  operation: 'plugins.put',
  pluginId: '',
  isNew: true,
  application: null,
  componentType: null,
  key: null,
};

/** No key is chosen yet: the form does not let it be sent so. */
export const noKey = '00000000-0000-4000-8000-000000000000' as FormOf<'webhooks.create'>['key'];

export const newWebhook: FormOf<'webhooks.create'> = {
  operation: 'webhooks.create',
  name: '',
  eventTypes: [],
  eventNotificationUrl: '',
  key: noKey,
};
