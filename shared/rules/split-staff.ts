import { rule, type Violation, violations } from './checks.ts';

/** spec: PATCH /matters/{matterId}, `splitOriginatingStaffSettings`. */
export interface SplitStaffSettings {
  readonly isEnabled: boolean;
  readonly splitMatterStaffs?: readonly {
    readonly matterStaffId: string;
    readonly matterStaffRatio?: number;
  }[];
  /** `UseRatio`, or the service's word for an equal split, which is not shown. */
  readonly splitMethod?: string;
  readonly remainderStaffId?: string | null;
}

/** All of it: ratios are hundredths of a percent (spec: Limits). */
export const wholeRatio = 10_000;

const field = 'splitOriginatingStaffSettings';

/** The four rules for sharing a matter among originating staff; settings that are off are not held to them. */
export function splitStaffViolations(
  settings: SplitStaffSettings | null | undefined,
  originatingStaffIds: readonly string[] | null | undefined,
): readonly Violation[] {
  if (!settings?.isEnabled) return [];
  const shares = settings.splitMatterStaffs ?? [];
  const staff = new Set(shares.map(({ matterStaffId }) => matterStaffId));
  const originating = new Set(originatingStaffIds);
  const { remainderStaffId: remainder } = settings;
  return violations(
    rule(
      'originatingStaffIds',
      Boolean(originatingStaffIds),
      'must be given with the split among originating staff',
    ),
    rule(`${field}.splitMatterStaffs`, staff.size === shares.length, 'must not name anyone twice'),
    rule(
      'originatingStaffIds',
      originating.size === originatingStaffIds?.length,
      'must not name anyone twice',
    ),
    rule(
      `${field}.splitMatterStaffs`,
      staff.size === originating.size && [...originating].every((id) => staff.has(id)),
      'must name exactly the originating staff',
    ),
    rule(
      `${field}.splitMatterStaffs`,
      settings.splitMethod !== 'UseRatio' || sumOfRatios(shares) === wholeRatio,
      `must have ratios that sum to ${wholeRatio}`,
    ),
    rule(
      `${field}.remainderStaffId`,
      remainder === null || remainder === undefined || staff.has(remainder),
      'must be one of the staff in the split',
    ),
  );
}

/** NaN when a ratio is missing or negative, so that it equals nothing. */
function sumOfRatios(shares: NonNullable<SplitStaffSettings['splitMatterStaffs']>): number {
  return shares.reduce(
    (sum, { matterStaffRatio: ratio }) => (ratio !== undefined && ratio >= 0 ? sum + ratio : Number.NaN),
    0,
  );
}

/** Equal shares that sum to the whole; what does not divide goes to the first ones. */
export const equalRatios = (count: number): number[] =>
  Array.from(
    { length: count },
    (_, index) => Math.floor(wholeRatio / count) + (index < wholeRatio % count ? 1 : 0),
  );
