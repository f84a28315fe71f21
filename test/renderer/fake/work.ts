import { implement } from '@orpc/server';
import { contract } from '../../../shared/contract/index.ts';
import {
  type Change,
  type RequestKeyId,
  type RequestSettings,
  type RequestView,
  requestSettingsBefore,
} from '../../../shared/model/index.ts';
import { ago, matterAt } from './firm.ts';
import {
  billingOf,
  codesOf,
  keptOf,
  matterTypesOf,
  recordOf,
  staffOf,
  stagesOf,
  tasksOf,
} from './records.ts';
import { contactsOf, draftsOf, requestsOf, someId } from './requests.ts';
import type { Scene } from './scenes.ts';
import type { Stream } from './stream.ts';

type Os = Pick<ReturnType<ReturnType<typeof implement<typeof contract>>['use']>, 'engine' | 'app'>;

/** The firm's work besides documents, answered from memory. */
export function fakeWork(os: Os, scene: Scene, changes: Stream<Change>) {
  let requests = requestsOf(scene);
  let drafts = draftsOf(scene);
  let settings: RequestSettings = { ...requestSettingsBefore, ...scene.requestSettings };
  let keys = 0;
  const changed = () => {
    changes.push({ topic: 'requests' });
    changes.push({ topic: 'records' });
  };
  const without = (id: string) => {
    requests = requests.filter((one) => one.id !== id);
    changed();
  };
  const has = (text: string, ...words: (string | null)[]) =>
    words.join(' ').toLowerCase().includes(text.toLowerCase());
  const kept = keptOf(scene);
  const { requests: ofRequests, drafts: ofDrafts, records } = os.engine;
  const key = () => ({
    id: `00000000-0000-4000-8000-${String(++keys).padStart(12, '0')}` as RequestKeyId,
    keptIn: 'system' as const,
  });
  return {
    requests: {
      list: ofRequests.list.handler(({ input: { states } }) => {
        const rows = requests.filter(({ state }) => states === null || states.includes(state));
        return { rows, total: rows.length };
      }),
      get: ofRequests.get.handler(({ input, errors }) => {
        const found = requests.find(({ id }) => id === input.id);
        if (found) return found;
        throw errors.REFUSED({ data: { code: 'not-here', what: 'Gone', why: 'Gone.', next: 'Go on.' } });
      }),
      submit: ofRequests.submit.handler(({ input }) => {
        const made = input.requests.map(
          ({ id, form }): RequestView => ({
            id,
            operation: form.operation,
            form,
            subject: { matterId: 'matterId' in form ? form.matterId : null, name: 'Just requested' },
            revision: 0,
            submittedAt: ago(0),
            changedAt: ago(0),
            state: 'waiting',
            waitsFor: 'turn',
            why: null,
            nextTryAt: null,
          }),
        );
        requests = [...made, ...requests];
        drafts = drafts.filter(({ id }) => id !== input.draft);
        changed();
      }),
      edit: ofRequests.edit.handler(() => changed()),
      cancel: ofRequests.cancel.handler(({ input }) => without(input.id)),
      retry: ofRequests.retry.handler(() => changed()),
      decide: ofRequests.decide.handler(({ input }) => without(input.id)),
      settings: ofRequests.settings.handler(() => settings),
      setSettings: ofRequests.setSettings.handler(({ input, errors }) => {
        if (input.equalSplitWord === 'wrong')
          throw errors.REFUSED({
            data: {
              ...{ code: 'service-failed', what: 'The setting was not kept', why: 'The disk is full.' },
              next: 'Make room and try again.',
            },
          });
        settings = { ...settings, ...(input as Partial<RequestSettings>) };
        return settings;
      }),
    },
    drafts: {
      list: ofDrafts.list.handler(() => drafts),
      put: ofDrafts.put.handler(({ input }) => {
        drafts = [{ ...input, savedAt: ago(0) }, ...drafts.filter(({ id }) => id !== input.id)];
        changed();
      }),
      remove: ofDrafts.remove.handler(({ input }) => {
        drafts = drafts.filter(({ id }) => id !== input.id);
        changed();
      }),
    },
    records: {
      matterTypes: records.matterTypes.handler(({ input: { text, location, category } }) => {
        const rows = matterTypesOf(scene).filter(
          (type) =>
            has(text, type.name) &&
            (location === null || type.location === location) &&
            (category === null || type.category === category),
        );
        return {
          ...kept,
          rows,
          total: rows.length,
          locations: scene.bare ? [] : ['New South Wales', 'Victoria'],
          categories: scene.bare ? [] : ['Commercial', 'Property'],
        };
      }),
      matterType: records.matterType.handler(({ input }) => ({
        ...kept,
        matterType: matterTypesOf(scene).find(({ id }) => id === input.id) ?? null,
      })),
      contacts: records.contacts.handler(({ input: { text } }) => ({
        rows: contactsOf(scene).filter(({ name, email }) => has(text, name, email)),
        requested:
          scene.bare || !has(text, 'Ben Haruna')
            ? []
            : [{ requestId: someId(1), name: 'Ben Haruna', email: null }],
        searchedAtService: scene.status.service === 'offline' ? ('not-now' as const) : ('no' as const),
      })),
      similarContacts: records.similarContacts.handler(({ input: { lastName } }) => ({
        rows: contactsOf(scene).filter(({ name }) => lastName !== '' && has(lastName, name)),
        requested: [],
        searchedAtService: 'no' as const,
      })),
      staff: records.staff.handler(() => ({ ...kept, rows: staffOf(scene) })),
      matter: records.matter.handler(({ input }) => recordOf(scene, input.matterId)),
      layouts: records.layouts.handler(() => ({
        ...kept,
        rows: scene.bare
          ? []
          : ['Lease details', 'Court details'].map((name, index) => ({
              id: `layout-${index}`,
              name: scene.long ? matterAt(index, scene).title : name,
              lastUpdated: index === 1 ? null : ago(9_000_000),
            })),
      })),
      layoutContacts: records.layoutContacts.handler(() => ({
        ...kept,
        rows: [
          { key: 'landlord', contact: { contactId: 'contact-3', name: 'Northgate Rail plc' } },
          { key: 'surety', contact: null },
        ],
      })),
      stageSet: records.stageSet.handler(() => stagesOf(scene)),
      billing: records.billing.handler(() => billingOf(scene)),
      activityCodes: records.activityCodes.handler(({ input: { text, type } }) => {
        const rows = codesOf(scene).filter(
          (code) =>
            has(text, code.fields.code ?? '', code.fields.description ?? '') &&
            (type === null || code.type === type),
        );
        return { ...kept, rows, total: rows.length };
      }),
      portalTasks: records.portalTasks.handler(() => {
        const rows = tasksOf(scene);
        return { rows, total: rows.length };
      }),
      plugins: records.plugins.handler(() =>
        scene.bare
          ? []
          : [
              {
                pluginId: 'com.firm.calculator',
                form: {
                  operation: 'plugins.put' as const,
                  pluginId: 'com.firm.calculator',
                  isNew: true,
                  application: null,
                  componentType: null,
                  key: null,
                  version: { name: '1', attributes: { text: 'Calculator', color: 'teal' } },
                },
                setAt: ago(900_000),
                pending: false,
              },
            ],
      ),
      webhooks: records.webhooks.handler(() =>
        scene.bare
          ? []
          : [
              {
                request: someId(30),
                webhookId: 'webhook-1',
                name: 'Filing room',
                eventTypes: ['matter.updated', 'file.created'],
                eventNotificationUrl: 'https://hub.firm.example/events',
                madeAt: ago(9_000_000),
              },
            ],
      ),
    },
    requestKeys: {
      keep: os.app.requestKeys.keep.handler(key),
      make: os.app.requestKeys.make.handler(key),
      copy: os.app.requestKeys.copy.handler(() => {}),
      forget: os.app.requestKeys.forget.handler(() => {}),
    },
  };
}
