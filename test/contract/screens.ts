import type { OperationId, SignInOperationId } from '../../main/engine/service/operations.ts';
import type { RequestForm } from '../../shared/model/index.ts';
import { procedures, type WindowUses } from './window-uses.ts';

/** Where in the window an operation is reached. */
export interface Screen {
  readonly name: string;
  /** The form that is sent by it; none where it only reads, or is sent of a document. */
  readonly form?: RequestForm['operation'];
  /** What exists of it in the conversation between window and program. */
  readonly asks: readonly string[];
}

/** By operation; the real window reaches each in test/e2e/every-operation.test.ts. */
export const screens: Readonly<Record<OperationId | SignInOperationId, Screen>> = {
  'matterTypes.list': { name: 'New matter: Matter type', asks: ['engine.records.matterTypes'] },
  'matterTypes.read': { name: 'New matter: Role of the client', asks: ['engine.records.matterType'] },
  'contacts.create': {
    name: 'New person',
    form: 'contacts.create',
    asks: ['engine.records.contacts', 'engine.records.similarContacts'],
  },
  'staff.list': { name: 'Firm: Staff', asks: ['engine.records.staff'] },
  'matters.create': {
    name: 'New matter, New lead',
    form: 'matters.create',
    asks: ['engine.requests.submit'],
  },
  'matters.read': {
    name: 'Matter: Details, People and billing',
    asks: ['engine.matters.details', 'engine.records.matter'],
  },
  'matters.list': {
    name: 'Matters',
    asks: ['engine.matters.list', 'engine.matters.refresh'],
  },
  'matters.patch': {
    name: 'Matter: Edit, Close, reopen or cancel',
    form: 'matters.patch',
    asks: ['engine.requests.submit'],
  },
  'billingConfiguration.read': { name: 'Matter: People and billing', asks: ['engine.records.billing'] },
  'relationships.put': {
    name: 'Matter: People and billing',
    form: 'relationships.put',
    asks: ['engine.requests.submit'],
  },
  'layouts.list': { name: 'Firm: Layouts', asks: ['engine.records.layouts'] },
  'layouts.contacts': { name: 'Matter: People and billing', asks: ['engine.records.layoutContacts'] },
  'activityCodes.list': { name: 'Firm: Activity codes', asks: ['engine.records.activityCodes'] },
  'activityCodes.put': {
    name: 'Firm: Activity codes',
    form: 'activityCodes.put',
    asks: ['engine.requests.submit'],
  },
  'stageSets.read': { name: 'Matter: People and billing', asks: ['engine.records.stageSet'] },
  'documents.putFile': {
    name: 'Matter: Documents',
    asks: ['folders.link', 'documents.add', 'documents.rename'],
  },
  'documents.putContent': { name: 'Matter: Documents', asks: ['folders.link', 'documents.add'] },
  'history.read': { name: 'Matter: Timeline', asks: ['engine.timeline'] },
  'portalTasks.create': {
    name: 'Ask the client',
    form: 'portalTasks.create',
    asks: ['engine.records.portalTasks'],
  },
  'portalTasks.patch': {
    name: 'Client tasks',
    form: 'portalTasks.patch',
    asks: ['engine.records.portalTasks'],
  },
  'plugins.put': { name: 'Firm: Plugins', form: 'plugins.put', asks: ['engine.records.plugins'] },
  'webhooks.create': { name: 'Firm: Webhooks', form: 'webhooks.create', asks: ['engine.records.webhooks'] },
  'signIn.authorize': { name: 'Sign in', asks: ['app.signIn'] },
  'signIn.exchange': { name: 'Sign in', asks: ['app.signIn'] },
  'signIn.refresh': { name: 'Sign in, by itself afterwards', asks: ['app.signIn'] },
};

/** What the engine can do and no screen asks for yet (docs/known-limits.md); refused here once one does. */
const notShownYet = [
  'engine.listFilters.list',
  'engine.listFilters.put',
  'engine.listFilters.remove',
  'matters.export',
];

/** Parts of the conversation that exist for operations of the service alone. */
const partsOfTheService = /^(?:engine\.records|engine\.listFilters|matters)\./;

/** What of the operations no screen of the window uses; empty when all is. */
export function notUsed(
  uses: WindowUses,
  all: Readonly<Record<string, Screen>> = screens,
  known: readonly string[] = procedures,
): string[] {
  const asked = new Set(Object.values(all).flatMap(({ asks }) => asks));
  return [
    ...Object.entries(all).flatMap(([id, { form, asks }]) => [
      ...asks.filter((name) => !known.includes(name)).map((name) => `${id}: the contract has no ${name}`),
      ...asks.filter((name) => !uses.procedures.has(name)).map((name) => `${id}: no screen uses ${name}`),
      ...(form === undefined || uses.forms.has(form) ? [] : [`${id}: no screen makes its form`]),
    ]),
    ...known
      .filter((name) => partsOfTheService.test(name) && !asked.has(name) && !notShownYet.includes(name))
      .map((name) => `${name}: in the contract for no operation`),
    ...notShownYet
      .filter((name) => uses.procedures.has(name))
      .map((name) => `${name}: a screen uses it now: name the operation that it is for`),
  ];
}
