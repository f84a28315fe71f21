import { z } from 'zod';
import { err, type Result } from '../../../shared/base/result.ts';
import { type ActivityCodeUpdate, activityCodeViolations } from '../../../shared/rules/activity-code.ts';
import { firstViolation, pageWindow } from '../../../shared/rules/checks.ts';
import { acceptedBy, callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import { type ActivityCodeId, activityCodeIdSchema } from './ids.ts';
import type { Page } from './page.ts';
import { readPages } from './paging.ts';
import { ticksIn } from './ticks.ts';
import {
  flagOrNull,
  type Link,
  numberOrNull,
  recordReader,
  textOrNull,
  versionId,
  type WithRaw,
  wordOrNull,
} from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';

const activityCodeSchema = z.object({
  id: activityCodeIdSchema,
  versionId,
  updatedByUserId: textOrNull,
  /** One of `activityTypes`, or whatever else the service said. */
  type: wordOrNull,
  description: textOrNull,
  code: textOrNull,
  isBillable: flagOrNull,
  /** One of `rateTypes`, or whatever else the service said. */
  rateType: wordOrNull,
  /** Dollars. */
  rate: numberOrNull,
  /** Units of an expense; of time, minutes divided by 100. */
  quantity: numberOrNull,
  taxInclusive: flagOrNull,
  taxExempt: flagOrNull,
  taxZeroRated: flagOrNull,
  taxOutOfScope: flagOrNull,
  /** Percent. */
  inputTaxRate: numberOrNull,
  outputTaxRate: numberOrNull,
  isDeleted: flagOrNull,
});
/** spec: Activity code. */
export type ActivityCode = WithRaw<z.infer<typeof activityCodeSchema>>;
export const readActivityCode = recordReader(activityCodeSchema);

/** spec: GET /activitycodes, query. */
export interface ActivityCodeQuery {
  /** 0 to 2147483647. */
  readonly offset?: number | undefined;
  /** 1 to 500. */
  readonly limit?: number | undefined;
  /** Only codes changed at or after these ticks. */
  readonly updatedSince?: bigint | undefined;
}

export function createActivityCodes(transport: Transport) {
  return {
    /** Activity codes page by page, each once; ends after an error (spec: GET /activitycodes). */
    async *list(
      query: ActivityCodeQuery = {},
      options: CallOptions = {},
    ): AsyncGenerator<Result<Page<ActivityCode>, ServiceError>, void> {
      const { offset, limit, updatedSince } = query;
      const parameters = { Offset: offset, Limit: limit, UpdatedSince: updatedSince };
      const violation = firstViolation(
        pageWindow({ offset: 'Offset', limit: 'Limit' }, query),
        ticksIn('UpdatedSince', updatedSince),
      );
      const call = callOf(transport, 'activityCodes.list', {}, { query: parameters, violation }, options);
      if (call.ok) yield* readPages(transport, call.value, readActivityCode, (code) => code.id);
      else yield err(call.error);
    },

    /**
     * Changes a code; `rejected`, `forbidden` and `not-found` mean what the spec's table says (spec: Errors 2):
     * unsupported, not this client's, no such code.
     */
    put(
      id: ActivityCodeId,
      update: ActivityCodeUpdate,
      options: CallOptions = {},
    ): Promise<Result<Link, ServiceError>> {
      const violation = firstViolation(...activityCodeViolations(update, transport.region));
      const call = callOf(
        transport,
        'activityCodes.put',
        { id },
        { body: update, violation, anyBody: true },
        options,
      );
      return acceptedBy(transport, call);
    },
  };
}
