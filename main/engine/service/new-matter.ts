import { type MatterStatus, matterStatuses } from './matter.ts';
import { firstViolation, instant, notEmpty, oneOf, rule, type Violation } from './rules.ts';

/** spec: POST /matters. */
export interface NewMatter {
  /** May be blank. */
  readonly number?: string | undefined;
  readonly matterTypeId: string;
  /** Contacts, at least one. */
  readonly clientIds: readonly string[];
  readonly otherSidesIds?: readonly string[] | undefined;
  /** The matter type's default role unless said. */
  readonly clientRole?: string | undefined;
  readonly otherSideRole?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: MatterStatus | undefined;
  /** ISO 8601; may lie in the past. */
  readonly dateOpened?: string | undefined;
  readonly personResponsibleStaffId?: string | undefined;
  readonly personAssistingStaffId?: string | undefined;
  readonly isLead?: boolean | undefined;
}

/** Whose spelling of two names a service takes (spec: POST and PATCH differ). */
export type MatterNames = 'asPost' | 'asPatch';

/** The body with these names. */
export function named({ otherSidesIds, dateOpened, ...matter }: NewMatter, names: MatterNames): object {
  return names === 'asPost'
    ? { ...matter, otherSidesIds, dateOpened }
    : { ...matter, otherSideIds: otherSidesIds, openedDate: dateOpened };
}

export function checkNewMatter(matter: NewMatter): Violation | null {
  return firstViolation(
    notEmpty('matterTypeId', matter.matterTypeId),
    rule('clientIds', matter.clientIds.length >= 1, 'must have at least 1 entry'),
    oneOf('status', matter.status, matterStatuses),
    instant('dateOpened', matter.dateOpened),
  );
}
