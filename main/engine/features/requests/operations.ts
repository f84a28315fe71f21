import { assertNever, err, ok, type Result } from '../../../../shared/base/result.ts';
import type { FormOf, RequestForm } from '../../../../shared/model/index.ts';
import type { ContactIdOf } from '../../../../shared/rules/body.ts';
import { pluginBody, portalTaskPatchBody } from '../../../../shared/rules/body.ts';
import type { RecordState } from '../../domain/request-standing.ts';
import type { RecordsClient } from '../../service/client.ts';
import type { ServiceError } from '../../service/errors.ts';
import type { CallOptions } from '../../service/transport.ts';
import type { Names } from '../records/names.ts';
import { activityCodePut, matterPatch, type ReadableChange, relationshipPut } from './changes.ts';
import { createContact, createMatter, createPortalTask, createWebhook, type Sending } from './creations.ts';
import { madeBy } from './needed.ts';
import type { RequestPorts } from './ports.ts';
import type { Comparable } from './record-state.ts';

type Sent = Promise<Result<{ readonly id: string | null }, ServiceError>>;

/** A change of a form that can be read before and after, with its form. */
export interface Readable {
  readonly read: (names: Names, options: CallOptions) => Promise<Result<RecordState, ServiceError>>;
  readonly wanted: Comparable;
  readonly send: (now: RecordState, options: CallOptions) => Sent;
  /** What it sets and no read form has, by the fields of the form, in words. */
  readonly hidden: Readonly<Record<string, string>>;
  /** The version that the person was shown; null while none was. */
  readonly seen: string | null;
}

export type ReadableForm = FormOf<'matters.patch' | 'relationships.put' | 'activityCodes.put'>;

/** The others are of what is made, and of what cannot be read. */
export const isReadable = (form: RequestForm): form is ReadableForm =>
  form.operation === 'matters.patch' ||
  form.operation === 'relationships.put' ||
  form.operation === 'activityCodes.put';
export type UnreadForm = Exclude<RequestForm, ReadableForm>;

export function readableChange(form: ReadableForm, client: RecordsClient, idOf: ContactIdOf): Readable {
  const of = <Form extends ReadableForm>(change: ReadableChange<Form>, given: Form): Readable => ({
    read: (names, options) => change.read(given, client, names, options),
    wanted: change.wanted(given, idOf),
    hidden: change.hidden?.(given) ?? {},
    send: (now, options) => change.send(given, now, client, idOf, options),
    seen: given.seen,
  });
  switch (form.operation) {
    case 'matters.patch':
      return of(matterPatch, form);
    case 'relationships.put':
      return of(relationshipPut, form);
    case 'activityCodes.put':
      return of(activityCodePut, form);
    default:
      return assertNever(form);
  }
}

/** Sends a form of what is made, or of what cannot be read. */
export async function sendUnread(
  form: UnreadForm,
  { client, stores, settings }: RequestPorts,
  sending: Sending,
  options: CallOptions,
): Sent {
  switch (form.operation) {
    case 'matters.create':
      return createMatter(form, client, sending, options);
    case 'contacts.create':
      return createContact(form, client, sending, options);
    case 'portalTasks.create':
      return createPortalTask(form, client, sending, options);
    case 'webhooks.create':
      return createWebhook(form, client, sending, options);
    case 'plugins.put': {
      const body = pluginBody(form, settings().pluginProperties);
      const key = sending.key === null ? {} : { key: sending.key };
      return client.plugins.put(form.pluginId, { ...body, ...key }, options);
    }
    case 'portalTasks.patch': {
      const taskId = madeBy(form.task, stores.requests);
      if (taskId === null)
        return err({ operation: 'portalTasks.patch', kind: 'not-found', status: 404, problem: null });
      const patched = await client.portalTasks.patch(
        form.matterId,
        taskId,
        portalTaskPatchBody(form),
        options,
      );
      return patched.ok ? ok({ id: patched.value.taskId ?? taskId }) : patched;
    }
    default:
      return assertNever(form);
  }
}

/**
 * Whether the same again changes nothing more, whatever became of it the first time: a PUT at an id that was chosen here sets the
 * whole of it. A portal task cannot be read, and what a PATCH of one sets off a second time is not shown.
 */
export const mayBeRepeated = (form: RequestForm): boolean => form.operation === 'plugins.put';

/** Of what is new at an id that was chosen here, the same again may be refused only because the try before made it. */
export const mayBeMade = (form: RequestForm): boolean => form.operation === 'plugins.put' && form.isNew;

/** Of a secret that goes along; null where none does. */
export const keyOf = (form: RequestForm) =>
  form.operation === 'webhooks.create' || form.operation === 'plugins.put' ? form.key : null;
