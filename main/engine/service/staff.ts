import { z } from 'zod';
import type { Result } from '../../../shared/result.ts';
import { answerTo, callOf, wholeCollection } from './calls.ts';
import type { ServiceError } from './errors.ts';
import { staffIdSchema } from './ids.ts';
import { isObject } from './json.ts';
import type { Page } from './page.ts';
import { flagOrNull, lenient, recordReader, text, textOrNull, versionId, type WithRaw } from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';

const phoneNumber = lenient((value) =>
  isObject(value) && typeof value['number'] === 'string' ? value['number'] : null,
);

const staffSchema = z.object({
  id: staffIdSchema,
  href: textOrNull,
  versionId,
  title: text,
  firstName: text,
  lastName: text,
  /** The number alone. */
  phone: phoneNumber,
  cell: phoneNumber,
  email: textOrNull,
  /** Address of a picture. */
  avatar: textOrNull,
  /** No longer with the firm. */
  former: flagOrNull,
  enabled: flagOrNull,
});

/** spec: Staff. */
export type Staff = WithRaw<z.infer<typeof staffSchema>>;

const readStaff = recordReader(staffSchema);

export function createStaff(transport: Transport) {
  return {
    /** Everyone, in one answer (spec: GET /staff). */
    list(options: CallOptions = {}): Promise<Result<Page<Staff>, ServiceError>> {
      return answerTo(
        transport,
        callOf(transport, 'staff.list', {}, {}, options),
        wholeCollection(readStaff),
      );
    },
  };
}
