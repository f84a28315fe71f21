import { type MatterStatus, matterStatuses } from '../model/matters.ts';
import { instant, notEmpty, oneOf, rule, type Violation, violations } from './checks.ts';

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

export function newMatterViolations(matter: NewMatter): readonly Violation[] {
  return violations(
    notEmpty('matterTypeId', matter.matterTypeId),
    rule('clientIds', matter.clientIds.length >= 1, 'must have at least 1 entry'),
    oneOf('status', matter.status, matterStatuses),
    instant('dateOpened', matter.dateOpened),
  );
}
