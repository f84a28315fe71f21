import type { MatterId, PortalTaskView, RequestForm } from '../../../../shared/model/index.ts';
import { instant } from '../../domain/instant.ts';
import { isOver, type StoredRequest } from '../../domain/request-standing.ts';
import type { Stores } from '../../store/stores.ts';
import { madeBy } from './needed.ts';
import { matterName } from './subject.ts';

type Form<Operation extends RequestForm['operation']> = Extract<RequestForm, { operation: Operation }>;
type Of<Operation extends RequestForm['operation']> = StoredRequest & { readonly form: Form<Operation> };

/** Far more than one computer makes. */
const all = { offset: 0, limit: 10_000, states: null } as const;

function requestsOf<Operation extends RequestForm['operation']>(
  { requests }: Pick<Stores, 'requests'>,
  operation: Operation,
  matterId: MatterId | null = null,
): Of<Operation>[] {
  const { rows } = requests.list({ ...all, matterId, operations: [operation] });
  return rows.filter((each): each is Of<Operation> => each.standing.state !== 'cancelled');
}

const isKnownToService = ({ standing }: StoredRequest): boolean =>
  standing.state === 'done' || standing.state === 'sent';

/** Portal tasks made here, as they were last set here: none can be read (spec: Portal tasks). */
export function portalTasks(
  stores: Pick<Stores, 'requests' | 'matters'>,
  { matterId, offset, limit }: { matterId: MatterId | null; offset: number; limit: number },
): { rows: PortalTaskView[]; total: number } {
  const { rows, total } = stores.requests.list({
    ...{ matterId, offset, limit },
    operations: ['portalTasks.create'],
    states: ['waiting', 'sending', 'sent', 'done', 'problem'],
  });
  const patches = Map.groupBy(requestsOf(stores, 'portalTasks.patch', matterId), ({ form }) => form.task);
  return {
    total,
    rows: rows.flatMap((task) =>
      task.form.operation === 'portalTasks.create'
        ? [taskView(task, task.form, (patches.get(task.id) ?? []).toReversed(), stores)]
        : [],
    ),
  };
}

function taskView(
  task: StoredRequest,
  form: Form<'portalTasks.create'>,
  patches: readonly Of<'portalTasks.patch'>[],
  stores: Pick<Stores, 'requests' | 'matters'>,
): PortalTaskView {
  const set = patches.filter(isKnownToService);
  const changes = Object.assign({}, ...set.map((patch) => patch.form.changes)) as PortalTaskView['fields'];
  const { externalUserId, title, url, actionText, completedText, completedUrl } = form;
  const fields = { externalUserId, title, url, actionText, completedText, completedUrl, ...changes };
  const { expired, cancelled, completed } = fields;
  const state = expired ? 'expired' : cancelled ? 'cancelled' : completed ? 'completed' : 'asked';
  return {
    task: task.id,
    taskId: madeBy(task.id, stores.requests),
    matterId: form.matterId,
    matter: matterName(form.matterId, stores),
    fileIds: form.fileIds,
    state: isKnownToService(task) ? state : 'requested',
    setAt: instant((set.at(-1) ?? task).changedAt),
    fields,
    contactName: form.contact?.name ?? null,
    email: form.email,
    requireMFA: form.requireMFA,
    optional: form.optional,
    pending: patches.some(({ standing }) => !isOver(standing)),
  };
}

/** Plugins put here, each as it was last set here. */
export function plugins(stores: Pick<Stores, 'requests'>) {
  const byId = Map.groupBy(requestsOf(stores, 'plugins.put'), ({ form }) => form.pluginId);
  return [...byId].map(([pluginId, puts]) => {
    const newest = puts.find(isKnownToService) ?? puts[0];
    return {
      pluginId,
      form: (newest as Of<'plugins.put'>).form,
      setAt: instant((newest as Of<'plugins.put'>).changedAt),
      pending: puts.some(({ standing }) => !isOver(standing)),
    };
  });
}

/** Webhook subscriptions made here. */
export const webhooks = (stores: Pick<Stores, 'requests'>) =>
  requestsOf(stores, 'webhooks.create')
    .filter(isKnownToService)
    .map(({ id, form, changedAt }) => ({
      request: id,
      webhookId: madeBy(id, stores.requests),
      name: form.name,
      eventTypes: form.eventTypes,
      eventNotificationUrl: form.eventNotificationUrl,
      madeAt: instant(changedAt),
    }));

/** Persons made or requested here, by what is known of them from their forms. */
export function personsRequested(stores: Pick<Stores, 'requests'>) {
  return requestsOf(stores, 'contacts.create').map(({ id, form, standing }) => ({
    requestId: id,
    contactId: standing.state === 'done' ? standing.result.id : null,
    isOver: isOver(standing),
    firstName: form.firstName,
    lastName: form.lastName,
    name: `${form.firstName} ${form.lastName}`.trim(),
    email: form.email || null,
  }));
}
