import type { Region } from '../model/index.ts';
import { type MatterStatus, matterStatuses } from '../model/matters.ts';
import { finite, instant, oneOf, onlyIn, rule, type Violation, violations } from './checks.ts';
import { type SplitStaffSettings, splitStaffViolations } from './split-staff.ts';

export const referralFeeTypes = ['%', 'Flat fee', 'Other'] as const;

/** spec: PATCH /matters/{matterId}; what is left out stays as it is, null empties it. */
export interface MatterPatch {
  readonly externalSystemId?: string | null;
  readonly number?: string | null;
  readonly matterTypeId?: string | null;
  readonly description?: string | null;
  readonly status?: MatterStatus | null;
  /** Dates are ISO 8601 and may lie in the past. */
  readonly dateOpened?: string | null;
  readonly openedDate?: string | null;
  readonly closedDate?: string | null;
  readonly leadOpenedDate?: string | null;
  readonly leadClosedDate?: string | null;
  readonly leadClosedReason?: string | null;
  /** Values differ by region. */
  readonly referralType?: string | null;
  readonly referrerId?: string | null;
  readonly referralAgreementFeeType?: (typeof referralFeeTypes)[number] | null;
  readonly referralAgreementFee?: number | null;
  readonly referralAgreementFeeComment?: string | null;
  readonly personResponsibleStaffId?: string | null;
  readonly personAssistingStaffId?: string | null;
  readonly personAssistingStaffIds?: readonly string[] | null;
  /** Originating attorney (US) or introducer (AU). */
  readonly originatingStaffId?: string | null;
  readonly originatingStaffIds?: readonly string[] | null;
  readonly splitOriginatingStaffSettings?: SplitStaffSettings | null;
  /** UK only. */
  readonly supervisorStaffId?: string | null;
  /** AU and UK only. */
  readonly clientCode?: string | null;
  readonly branchId?: string | null;
  readonly branchProviderId?: string | null;
  /** Only, and always, together with `isLead` false: that turns a lead into a matter. */
  readonly clientRole?: string | null;
  readonly isLead?: boolean;
  readonly clientIds?: readonly string[] | null;
  readonly otherSideIds?: readonly string[] | null;
  readonly items?: Readonly<Record<string, unknown>> | null;
}

export function matterPatchViolations(patch: MatterPatch, region: Region | undefined): readonly Violation[] {
  const converts = patch.isLead === false;
  const forLeads = (field: 'leadOpenedDate' | 'leadClosedDate' | 'leadClosedReason') =>
    rule(field, !converts || (patch[field] ?? null) === null, 'applies only to a lead');
  const role = patch.clientRole ?? '';
  return violations(
    oneOf('status', patch.status, matterStatuses),
    instant('dateOpened', patch.dateOpened),
    instant('openedDate', patch.openedDate),
    instant('closedDate', patch.closedDate),
    instant('leadOpenedDate', patch.leadOpenedDate),
    instant('leadClosedDate', patch.leadClosedDate),
    forLeads('leadOpenedDate'),
    forLeads('leadClosedDate'),
    forLeads('leadClosedReason'),
    oneOf('referralAgreementFeeType', patch.referralAgreementFeeType, referralFeeTypes),
    finite('referralAgreementFee', patch.referralAgreementFee),
    onlyIn('supervisorStaffId', patch.supervisorStaffId, ['UK'], region),
    onlyIn('clientCode', patch.clientCode, ['AU', 'UK'], region),
    rule('clientRole', !converts || role !== '', 'is required when a lead becomes a matter'),
    rule('clientRole', converts || role === '', 'may be given only when a lead becomes a matter'),
    ...splitStaffViolations(patch.splitOriginatingStaffSettings, patch.originatingStaffIds),
  );
}
