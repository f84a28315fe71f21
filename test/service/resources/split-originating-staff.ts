import { z } from 'zod';
import type { Broken } from './matter-references.ts';

export const splitSettings = z.object({
  isEnabled: z.boolean().nullish(),
  splitMatterStaffs: z
    .array(z.object({ matterStaffId: z.string(), matterStaffRatio: z.number().nullish() }))
    .nullish(),
  splitMethod: z
    .string()
    // The name of the equal split is not shown.
    .refine((method) => method === 'UseRatio' || /equal/i.test(method), 'must be an equal split or UseRatio')
    .nullish(),
  remainderStaffId: z.string().nullish(),
});

const wholeInRatios = 10_000;
const field = 'splitOriginatingStaffSettings';

/** The four rules for splitOriginatingStaffSettings (spec: Matters, PATCH). */
export function brokenSplitRules(
  settings: z.output<typeof splitSettings>,
  originatingStaffIds: readonly string[] | null | undefined,
): Broken[] {
  if (settings.isEnabled !== true) return [];
  const shares = settings.splitMatterStaffs ?? [];
  const ids = shares.map((share) => share.matterStaffId);
  const broken: Broken[] = [];
  const originating = new Set(originatingStaffIds);
  if (originatingStaffIds == null) {
    broken.push(['originatingStaffIds', 'must be included when the split is enabled']);
  } else if (originating.size !== new Set(ids).size || ids.some((id) => !originating.has(id))) {
    broken.push([field, 'the staff in splitMatterStaffs must exactly match originatingStaffIds']);
  }
  const sum = shares.reduce((total, share) => total + (share.matterStaffRatio ?? 0), 0);
  if (settings.splitMethod === 'UseRatio' && sum !== wholeInRatios) {
    broken.push([field, 'with UseRatio the ratios must sum to 10000']);
  }
  if (settings.remainderStaffId != null && !ids.includes(settings.remainderStaffId)) {
    broken.push([field, 'remainderStaffId must be one of the staff in splitMatterStaffs']);
  }
  if (new Set(ids).size !== ids.length || originating.size !== (originatingStaffIds?.length ?? 0)) {
    broken.push([field, 'the same staff must not appear twice']);
  }
  return broken;
}
