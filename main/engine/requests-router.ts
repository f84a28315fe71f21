import { implement, type Router } from '@orpc/server';
import { engineContract } from '../../shared/contract/index.ts';
import { contactsWith, similarContacts } from './features/requests/contacts-found.ts';
import { plugins, portalTasks, webhooks } from './features/requests/made-here.ts';
import { requestSettings, setRequestSettings } from './features/requests/settings.ts';
import { valueOf, type WorkspaceOf } from './router-context.ts';
import { activityCodesPage, matterTypesPage } from './view/record-pages.ts';

type Parts = Pick<typeof engineContract.engine, 'requests' | 'drafts' | 'records' | 'listFilters'>;

/** What the window asks of writes to the service, of drafts of them, and of the records that they concern. */
export function requestsRouter(workspaceOf: WorkspaceOf): Router<Parts, Record<never, never>> {
  const { requests, drafts, records, listFilters } = implement(engineContract.engine);
  return {
    requests: {
      list: requests.list.handler(({ input, errors }) => workspaceOf(errors).requests.list(input)),
      get: requests.get.handler(({ input, errors }) =>
        valueOf(errors, workspaceOf(errors).requests.get(input.id)),
      ),
      submit: requests.submit.handler(({ input, errors }) =>
        valueOf(errors, workspaceOf(errors).requests.submit(input.requests, input.draft)),
      ),
      edit: requests.edit.handler(({ input, errors }) =>
        valueOf(errors, workspaceOf(errors).requests.edit(input.id, input.form, input.revision, input.draft)),
      ),
      cancel: requests.cancel.handler(({ input, errors }) =>
        valueOf(errors, workspaceOf(errors).requests.cancel(input.id)),
      ),
      retry: requests.retry.handler(({ input, errors }) =>
        valueOf(errors, workspaceOf(errors).requests.retry(input.id)),
      ),
      decide: requests.decide.handler(({ input, errors }) =>
        valueOf(errors, workspaceOf(errors).requests.decide(input.id, input.decision)),
      ),
      settings: requests.settings.handler(({ errors }) => requestSettings(workspaceOf(errors).stores)),
      setSettings: requests.setSettings.handler(({ input, errors }) =>
        setRequestSettings(workspaceOf(errors).stores, input),
      ),
    },
    drafts: {
      list: drafts.list.handler(({ errors }) => workspaceOf(errors).stores.drafts.list()),
      put: drafts.put.handler(({ input, errors }) => {
        const { stores, clock } = workspaceOf(errors);
        stores.drafts.put(input, clock.now());
      }),
      remove: drafts.remove.handler(({ input, errors }) =>
        workspaceOf(errors).stores.drafts.remove(input.id),
      ),
    },
    records: {
      matterTypes: records.matterTypes.handler(({ input, errors }) =>
        matterTypesPage(workspaceOf(errors).records.matterTypes(), input),
      ),
      matterType: records.matterType.handler(({ input, errors }) =>
        workspaceOf(errors).records.matterType(input.id),
      ),
      contacts: records.contacts.handler(({ input, errors }) =>
        contactsWith(workspaceOf(errors).stores, input.text, input.limit),
      ),
      similarContacts: records.similarContacts.handler(({ input, errors }) =>
        similarContacts(workspaceOf(errors).stores, input),
      ),
      staff: records.staff.handler(({ errors }) => workspaceOf(errors).records.staff()),
      matter: records.matter.handler(({ input, errors }) =>
        workspaceOf(errors).records.matter(input.matterId),
      ),
      layouts: records.layouts.handler(({ errors }) => workspaceOf(errors).records.layouts()),
      layoutContacts: records.layoutContacts.handler(({ input, errors }) =>
        workspaceOf(errors).records.layoutContacts(input.matterId, input.itemId),
      ),
      stageSet: records.stageSet.handler(({ input, errors }) =>
        workspaceOf(errors).records.stageSet(input.matterId),
      ),
      billing: records.billing.handler(({ input, errors }) =>
        workspaceOf(errors).records.billing(input.matterId),
      ),
      activityCodes: records.activityCodes.handler(({ input, errors }) =>
        activityCodesPage(workspaceOf(errors).records.activityCodes(), input),
      ),
      portalTasks: records.portalTasks.handler(({ input, errors }) =>
        portalTasks(workspaceOf(errors).stores, input),
      ),
      plugins: records.plugins.handler(({ errors }) => plugins(workspaceOf(errors).stores)),
      webhooks: records.webhooks.handler(({ errors }) => webhooks(workspaceOf(errors).stores)),
    },
    listFilters: {
      list: listFilters.list.handler(({ errors }) => workspaceOf(errors).stores.drafts.listFilters()),
      put: listFilters.put.handler(({ input, errors }) =>
        workspaceOf(errors).stores.drafts.putListFilter(input),
      ),
      remove: listFilters.remove.handler(({ input, errors }) =>
        workspaceOf(errors).stores.drafts.removeListFilter(input.id),
      ),
    },
  };
}
