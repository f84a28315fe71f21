import { z } from 'zod';
import { accepted, notFound, problem } from '../answer.ts';
import { link, pagedAnswer, readPage } from '../links.ts';
import type { Operation } from '../operation.ts';
import { fieldsOutsideRegion, inRegion } from '../regions.ts';
import { recordsOf } from '../store/records.ts';
import { invalid, optionalNumber, optionalText, parseBody } from '../validation.ts';
import type { World } from '../world.ts';
import { acceptRecord } from './accepted-records.ts';
import type { Broken } from './matter-references.ts';
import { readTicks } from './matters-read.ts';

const percentage = z
  .number()
  .min(0, 'must not be negative')
  .refine((rate) => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-9, 'must have at most two decimals')
  .nullish();

/** Strict: no other properties are allowed. */
const updateBody = z.strictObject({
  updatedByUserId: optionalText,
  type: z.literal([0, 1, 2]).optional(),
  description: optionalText,
  code: z.string().max(20, 'must be at most 20 characters').nullish(),
  isBillable: z.boolean().optional(),
  rateType: z.literal([0, 1, 2]).optional(),
  rate: optionalNumber,
  quantity: optionalNumber,
  taxInclusive: z.boolean().optional(),
  taxExempt: z.boolean().optional(),
  taxZeroRated: z.boolean().optional(),
  taxOutOfScope: z.boolean().optional(),
  inputTaxRate: percentage,
  outputTaxRate: percentage,
});

/** An activity code as kept (spec: Activity code). */
export interface ActivityCodeRecord {
  readonly versionId: string;
  readonly updatedByUserId: string | null;
  readonly type: number;
  readonly description: string | null;
  readonly code: string | null;
  readonly isBillable: boolean;
  readonly rateType: number;
  readonly rate: number | null;
  readonly quantity: number | null;
  readonly taxInclusive: boolean;
  readonly taxExempt: boolean;
  readonly taxZeroRated: boolean;
  readonly taxOutOfScope: boolean;
  readonly inputTaxRate: number | null;
  readonly outputTaxRate: number | null;
  readonly isDeleted: boolean;
  /** Codes of another application answer 403 to a change. */
  readonly isForeign: boolean;
}

const fixed = 0;
const overrideRateForAllStaff = 1;

/** GET /activitycodes and PUT /activitycodes/{id} (spec: Activity codes, Errors 2). */
export function activityCodeOperations(world: World): Operation[] {
  const codes = recordsOf<ActivityCodeRecord>(world.store, 'activityCode');
  return [
    {
      name: 'activityCodes.list',
      method: 'GET',
      path: '/activitycodes',
      handle(request) {
        const page = readPage(request, 500);
        if ('refusal' in page) return page.refusal;
        const since = readTicks(request.query.get('UpdatedSince'));
        if (since === 'malformed') return problem(400, 'UpdatedSince must be .NET ticks.');
        const all = codes.all(since);
        const value = all.slice(page.offset, page.offset + page.limit).map(({ id, value: record }) => {
          const { isForeign: _isForeign, ...code } = record;
          return { id, ...inRegion(world.region, code) };
        });
        return pagedAnswer(world, request, {
          page,
          size: all.length,
          value,
          relation: 'ActivityCodes',
          naturalShape: 'full',
        });
      },
    },
    {
      name: 'activityCodes.put',
      method: 'PUT',
      path: '/activitycodes/{id}',
      handle(request) {
        const stored = codes.get(request.params.id ?? '');
        if (stored === undefined) return notFound('activity code');
        if (stored.value.isForeign)
          return problem(403, 'The activity code is not associated with this client.');
        const parsed = parseBody(updateBody, request.body);
        if ('refusal' in parsed) return parsed.refusal;
        const body = parsed.value;
        const broken = [
          ...fieldsOutsideRegion(world.region, body),
          ...brokenRules({ ...stored.value, ...body }),
        ];
        if (broken.length > 0) return invalid(broken);
        acceptRecord(world, {
          kind: 'activityCode',
          id: stored.id,
          changes: { ...body, versionId: world.newId() },
        });
        return accepted(link(world, 'ActivityCodes', stored.id, `/activitycodes/${stored.id}`));
      },
    },
  ];
}

type RuledFields = {
  readonly [Field in
    | 'type'
    | 'rateType'
    | 'rate'
    | 'quantity'
    | 'taxExempt'
    | 'taxZeroRated'
    | 'taxOutOfScope']?: ActivityCodeRecord[Field] | undefined;
};

/** The rules between the fields of one code. */
function brokenRules(code: RuledFields): Broken[] {
  const broken: Broken[] = [];
  if (code.rate != null && code.rateType !== overrideRateForAllStaff) {
    broken.push(['rateType', 'must be OverrideRateForAllStaff when a rate is set']);
  }
  if (code.quantity != null && code.type === fixed) broken.push(['quantity', 'does not apply to type Fixed']);
  const taxFlags = [code.taxExempt, code.taxZeroRated, code.taxOutOfScope].filter((flag) => flag === true);
  if (taxFlags.length > 1) {
    broken.push(['taxExempt', 'taxExempt, taxZeroRated and taxOutOfScope are mutually exclusive']);
  }
  return broken;
}
