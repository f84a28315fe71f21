import { z } from 'zod';
import { ok, type Result } from '../../../shared/base/result.ts';
import { callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import { staffIdSchema } from './ids.ts';
import { isObject } from './json.ts';
import type { MalformedItem, Page } from './page.ts';
import { readPages } from './paging.ts';
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

export const readStaff = recordReader(staffSchema);

export function createStaff(transport: Transport) {
  return {
    /** Everyone, each once (spec: GET /staff): in one answer, or page by page where the service has pages. */
    async list(options: CallOptions = {}): Promise<Result<Page<Staff>, ServiceError>> {
      const call = callOf(transport, 'staff.list', {}, {}, options);
      if (!call.ok) return call;
      const items: Staff[] = [];
      const malformed: MalformedItem[] = [];
      let size: number | null = null;
      for await (const page of readPages(transport, call.value, readStaff, (person) => person.id)) {
        if (!page.ok) return page;
        items.push(...page.value.items);
        malformed.push(...page.value.malformed);
        ({ size } = page.value);
      }
      return ok({ items, malformed, offset: null, limit: null, size, next: null });
    },
  };
}
