import { useQuery } from '@tanstack/react-query';
import type { MatterId, MatterRecord } from '../../shared/model/index.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';

/** A matter as forms need it: as it was when the form was opened, so that what changes meanwhile is noticed at sending. */
export function useMatterRecord(matterId: MatterId) {
  const { queries } = useConversation();
  const { data, error, refetch } = useQuery(
    queries.engine.records.matter.queryOptions({ input: { matterId } }),
  );
  return { record: data ?? null, refusal: error && !data ? refusalOf(error) : null, refetch };
}

type Changes = MatterRecord['fields'];

/**
 * What was entered of a matter, without what is so already: only changed fields are sent. A list that the service does not show and that
 * has nobody in it any more is left alone.
 */
export function changedFields(before: Changes, entered: Changes): Changes {
  const isNobody = (field: string, value: unknown) =>
    !(field in before) && Array.isArray(value) && value.length === 0;
  const isAsBefore = (field: string, value: unknown) =>
    isNobody(field, value) ||
    JSON.stringify(value ?? null) === JSON.stringify(Reflect.get(before, field) ?? null);
  const { splitOriginatingStaffSettings: split, ...changed } = Object.fromEntries(
    Object.entries(entered).filter(([field, value]) => !isAsBefore(field, value)),
  ) as Changes;
  // A split is of the people it is among.
  const isOfNobody = isNobody('originatingStaffIds', entered.originatingStaffIds);
  return split === undefined || isOfNobody ? changed : { ...changed, splitOriginatingStaffSettings: split };
}
