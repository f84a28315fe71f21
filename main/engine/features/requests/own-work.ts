import type { RequestForm } from '../../../../shared/model/index.ts';
import type { RecordState, StoredRequest } from '../../domain/request-standing.ts';
import type { RequestPorts } from './ports.ts';
import { type Comparable, differing, isOwnWork } from './record-state.ts';

/**
 * What the person changed themselves is no news to them: requests of the same record that were filled in before it was changed are
 * taken as filled in after, unless something else changed between. So are those of the matter that it is a part of.
 */
export function seeOwnWork(
  { stores }: Pick<RequestPorts, 'stores'>,
  { record, id, form: own }: Pick<StoredRequest, 'record' | 'id' | 'form'>,
  wanted: Comparable,
  before: RecordState,
  after: RecordState,
): void {
  const ofItself = isOwnWork(wanted, before, after) ? { before, after } : null;
  const ofMatter = wholeOf(before, after);
  for (const other of stores.requests.waitingFor(record)) {
    const { form } = other;
    if (other.id === id || !('seen' in form)) continue;
    const change = isOfSame(own, form) ? ofItself : form.operation === 'matters.patch' ? ofMatter : null;
    if (change && form.seen === change.before.version)
      stores.requests.sawAlso(other, { ...form, seen: change.after.version }, change.after);
  }
}

/** A matter with several relationships is one record. */
const isOfSame = (one: RequestForm, other: RequestForm): boolean =>
  one.operation === other.operation &&
  (one.operation !== 'relationships.put' ||
    (other.operation === 'relationships.put' &&
      one.roleId === other.roleId &&
      one.relationshipId === other.relationshipId));

/** The record that it is a part of, where nothing of that changed beside it. */
function wholeOf({ within: before }: RecordState, { within: after }: RecordState) {
  return before && after && differing(before.fields, after.fields).length === 0 ? { before, after } : null;
}
