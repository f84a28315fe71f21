import type { MatterId, StaffMember } from '../../../shared/model/index.ts';
import type { Stores } from '../store/stores.ts';

/** The firm's staff as far as the service lists them, by name. */
export const staffList = (staff: Iterable<readonly [id: string, name: string]>): StaffMember[] =>
  [...staff].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name));

/** Whoever did something in a matter, by name. */
export function timelinePeople(
  { timeline, matters }: Pick<Stores, 'timeline' | 'matters'>,
  matterId: MatterId,
): { readonly userId: string; readonly name: string }[] {
  const staff = matters.staffNames();
  return timeline
    .people(matterId)
    .map((userId) => ({ userId, name: staff.get(userId) ?? userId }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
