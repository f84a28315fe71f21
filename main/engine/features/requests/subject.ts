import type { MatterId, RequestForm } from '../../../../shared/model/index.ts';
import type { Stores } from '../../store/stores.ts';

/** The matter that a form concerns; null for what belongs to none, and for a new one. */
export const matterIn = (form: RequestForm): MatterId | null => ('matterId' in form ? form.matterId : null);

/** What a request is about, in a few words, for lists and the custody log. */
export function subjectOf(form: RequestForm, stores: Pick<Stores, 'matters' | 'requests'>): string {
  const matter = matterIn(form);
  const ofMatter = matter === null ? '' : matterName(matter, stores);
  switch (form.operation) {
    case 'matters.create':
      return [form.number, form.description || form.clients.map(({ name }) => name).join(', ')]
        .filter((part) => part !== '')
        .join(' · ');
    case 'contacts.create':
      return `${form.firstName} ${form.lastName}`.trim();
    case 'matters.patch':
      return ofMatter;
    case 'relationships.put':
      return `${form.displayName || form.name} · ${ofMatter}`;
    case 'activityCodes.put':
      return form.code ?? form.description ?? form.codeId;
    case 'portalTasks.create':
      return `${form.title} · ${ofMatter}`;
    case 'portalTasks.patch': {
      const made = stores.requests.get(form.task)?.form;
      const title = made?.operation === 'portalTasks.create' ? made.title : '';
      return `${form.changes.title ?? title} · ${ofMatter}`;
    }
    case 'plugins.put':
      return form.version?.name || form.pluginId;
    case 'webhooks.create':
      return form.name;
  }
}

export function matterName(matterId: MatterId, { matters }: Pick<Stores, 'matters'>): string {
  const facts = matters.get(matterId);
  return facts ? [facts.number, facts.title].filter((part) => part !== '').join(' · ') : matterId;
}
