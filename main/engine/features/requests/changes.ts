import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { FormOf } from '../../../../shared/model/index.ts';
import {
  activityCodeBody,
  type ContactIdOf,
  matterPatchBody,
  relationshipBody,
} from '../../../../shared/rules/body.ts';
import type { MatterPatch } from '../../../../shared/rules/matter-patch.ts';
import type { RecordState } from '../../domain/request-standing.ts';
import type { RecordsClient } from '../../service/client.ts';
import type { ServiceError } from '../../service/errors.ts';
import { activityCodeIdSchema } from '../../service/ids.ts';
import type { Matter } from '../../service/matter.ts';
import { isSameId } from '../../service/tolerant.ts';
import type { CallOptions } from '../../service/transport.ts';
import { activityCodeView } from '../records/activity-code-view.ts';
import { matterFields } from '../records/matter-fields.ts';
import { rolesOf } from '../records/matter-items.ts';
import type { Names } from '../records/names.ts';
import { type Comparable, comparable, comparableMatter } from './record-state.ts';

type Read = Promise<Result<RecordState, ServiceError>>;
type Sent = Promise<Result<{ readonly id: string | null }, ServiceError>>;

/** A change of a record that can be read before and after. */
export interface ReadableChange<Form> {
  readonly read: (form: Form, client: RecordsClient, names: Names, options: CallOptions) => Read;
  /** What the record shall show, by the same fields. */
  readonly wanted: (form: Form, idOf: ContactIdOf) => Comparable;
  /** What it sets and no read form has, by the fields of the form, in words. */
  readonly hidden?: (form: Form) => Readonly<Record<string, string>>;
  /** `now` is what the record was found to be just before. */
  readonly send: (
    form: Form,
    now: RecordState,
    client: RecordsClient,
    idOf: ContactIdOf,
    options: CallOptions,
  ) => Sent;
}

const known: ContactIdOf = (choice) => (choice.kind === 'known' ? choice.contactId : choice.requestId);

/** A matter as it is compared. */
export const matterState = (matter: Matter, names: Names): RecordState => ({
  version: matter.versionId,
  fields: comparableMatter(matterFields(matter, names), known),
});

export const matterPatch: ReadableChange<FormOf<'matters.patch'>> = {
  async read({ matterId }, client, names, options) {
    const matter = await client.matters.read(matterId, options);
    return matter.ok ? ok(matterState(matter.value, names)) : matter;
  },
  wanted: ({ changes }, idOf) => comparableMatter(changes, idOf),
  hidden: ({ changes: { clientRole } }) => (clientRole ? { clientRole } : {}),
  send(form, now, client, idOf, options) {
    return client.matters.patch(form.matterId, onlyChanged(form, now, idOf), options);
  },
};

/** Fields that the service counts on finding with others in one request (spec: PATCH, conversion of a lead; split rule (a)). */
const together: readonly (readonly (keyof MatterPatch)[])[] = [
  ['isLead', 'clientRole'],
  ['splitOriginatingStaffSettings', 'originatingStaffIds'],
];

const fieldOf: Readonly<Record<string, string>> = {
  clientIds: 'clients',
  otherSideIds: 'otherSides',
  referrerId: 'referrer',
  dateOpened: 'openedDate',
};

/** The fields of a patch that the record does not show already, and those that go with one of them. */
export function onlyChanged(form: FormOf<'matters.patch'>, now: RecordState, idOf: ContactIdOf): MatterPatch {
  const body = matterPatchBody(form, idOf);
  const wanted = comparableMatter(form.changes, idOf);
  const isChanged = (name: string): boolean => {
    const field = fieldOf[name] ?? name;
    return !(field in now.fields) || now.fields[field] !== wanted[field];
  };
  const changed = new Set(Object.keys(body).filter(isChanged));
  const fields = Object.entries(body).filter(
    ([name]) =>
      changed.has(name) ||
      together.some((group) => group.some((one) => one === name) && group.some((one) => changed.has(one))),
  );
  return Object.fromEntries(fields);
}

/** A relationship as it is compared; null where the matter shows none of that id. */
export function relationshipState(
  matter: Matter,
  { roleId, relationshipId }: Pick<FormOf<'relationships.put'>, 'roleId' | 'relationshipId'>,
  names: Names,
): RecordState | null {
  const found = rolesOf(matter, names)
    .find((role) => role.roleId === roleId)
    ?.relationships.find((each) => each.relationshipId === relationshipId);
  if (!found) return null;
  const { contact, representatives, isMatterItemRequired } = found;
  const people = representatives.shown ? representatives.value.map(({ contactId }) => contactId) : [];
  const fields = {
    // Services show the display name in its place, where there is one: it tells nothing about what was set.
    ...(contact.shown && contact.value.contactId !== null && { contact: contact.value.contactId }),
    ...(people.every((id) => id !== null) && representatives.shown && { representatives: people }),
    ...(isMatterItemRequired.shown && { isMatterItemRequired: isMatterItemRequired.value }),
    names: [found.name, found.displayName].flatMap((each) => (each.shown ? [each.value] : [])),
  };
  const within = matterState(matter, names);
  return { version: found.version, fields: comparable(fields), within };
}

export const relationshipPut: ReadableChange<FormOf<'relationships.put'>> = {
  async read(form, client, names, options) {
    const matter = await client.matters.read(form.matterId, options);
    if (!matter.ok) return matter;
    const state = relationshipState(matter.value, form, names);
    return state
      ? ok(state)
      : err({ operation: 'matters.read', kind: 'not-found', status: 404, problem: null });
  },
  wanted: (form, idOf) =>
    comparable({
      contact: idOf(form.contact),
      representatives: form.representatives.map(idOf),
      isMatterItemRequired: form.isMatterItemRequired,
      name: form.name,
      displayName: form.displayName,
    }),
  send({ matterId, roleId, relationshipId: id, ...form }, _now, client, idOf, options) {
    const body = relationshipBody({ matterId, roleId, relationshipId: id, ...form }, idOf);
    return client.relationships.put({ matterId, roleId, id }, body, options);
  },
};

export const activityCodePut: ReadableChange<FormOf<'activityCodes.put'>> = {
  async read({ codeId }, client, _names, options) {
    for await (const page of client.activityCodes.list({}, options)) {
      if (!page.ok) return page;
      const code = page.value.items.find(({ id }) => isSameId(id, codeId));
      if (code) return ok({ version: code.versionId, fields: comparable(activityCodeView(code).fields) });
    }
    return err({ operation: 'activityCodes.list', kind: 'not-found', status: 404, problem: null });
  },
  wanted: (form) => comparable(activityCodeBody(form)),
  send: (form, _now, client, _idOf, options) =>
    client.activityCodes.put(activityCodeIdSchema.parse(form.codeId), activityCodeBody(form), options),
};
