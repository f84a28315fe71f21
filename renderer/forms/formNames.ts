import type { RequestForm, RequestOperation } from '../../shared/model/index.ts';

export const operationWords: Record<RequestOperation, string> = {
  'matters.create': 'New matter',
  'matters.patch': 'Change a matter',
  'contacts.create': 'New person',
  'relationships.put': 'Change a relationship',
  'activityCodes.put': 'Change an activity code',
  'portalTasks.create': 'Ask the client',
  'portalTasks.patch': 'Change a client task',
  'plugins.put': 'Set up a plugin',
  'webhooks.create': 'New webhook subscription',
};

/** What a form is about, in the words of lists. */
export function formName(form: RequestForm): string {
  switch (form.operation) {
    case 'matters.create':
      return (
        [form.number, form.description, form.clients[0]?.name ?? ''].find((text) => text !== '') ??
        form.matterTypeName
      );
    case 'contacts.create':
      return `${form.firstName} ${form.lastName}`.trim();
    case 'relationships.put':
    case 'webhooks.create':
      return form.name;
    case 'activityCodes.put':
      return form.code ?? form.description ?? '';
    case 'portalTasks.create':
      return form.title;
    case 'portalTasks.patch':
      return form.changes.title ?? '';
    case 'plugins.put':
      return form.pluginId;
    case 'matters.patch':
      return '';
  }
}

/** "New lead", "Ask the client". */
export const formTitle = (form: RequestForm): string =>
  form.operation === 'matters.create' && form.isLead ? 'New lead' : operationWords[form.operation];
