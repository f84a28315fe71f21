import { z } from 'zod';
import { err, type Result } from '../../../shared/base/result.ts';
import type { MatterId } from '../../../shared/model/index.ts';
import { firstViolation, pageWindow, uuid } from '../../../shared/rules/checks.ts';
import { answerTo, callOf, wholeCollection } from './calls.ts';
import type { ServiceError } from './errors.ts';
import { layoutIdSchema } from './ids.ts';
import type { Page } from './page.ts';
import { readPages } from './paging.ts';
import {
  linkMembers,
  linkOrNull,
  recordReader,
  text,
  textOrNull,
  ticksOrNull,
  versionId,
  type WithRaw,
} from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';

const layoutSchema = z.object({
  ...linkMembers,
  id: layoutIdSchema,
  versionId,
  name: text,
  lastUpdated: ticksOrNull,
});
/** spec: Layout design. */
export type Layout = WithRaw<z.infer<typeof layoutSchema>>;
export const readLayout = recordReader(layoutSchema);

const layoutContactSchema = z.object({
  ...linkMembers,
  id: textOrNull,
  /** Unique among the layout's contacts. */
  key: z.string().min(1),
  contact: linkOrNull,
});
/** spec: Layout contact. */
export type LayoutContact = WithRaw<z.infer<typeof layoutContactSchema>>;
export const readLayoutContact = recordReader(layoutContactSchema);

/** spec: GET /layouts, query. */
export interface LayoutQuery {
  /** 0 to 2147483647. */
  readonly offset?: number | undefined;
  /** 1 to 500. */
  readonly limit?: number | undefined;
}

export function createLayouts(transport: Transport) {
  return {
    /** Layout designs page by page, each once; ends after an error (spec: GET /layouts). */
    async *list(
      query: LayoutQuery = {},
      options: CallOptions = {},
    ): AsyncGenerator<Result<Page<Layout>, ServiceError>, void> {
      const parameters = { Offset: query.offset, Limit: query.limit };
      const violation = pageWindow({ offset: 'Offset', limit: 'Limit' }, query);
      const call = callOf(transport, 'layouts.list', {}, { query: parameters, violation }, options);
      if (call.ok) yield* readPages(transport, call.value, readLayout, (layout) => layout.id);
      else yield err(call.error);
    },

    /** The contacts in a matter's layout (spec: GET /matters/{matterId}/layouts/{itemId}/contacts; UUIDs). */
    contacts(
      matterId: MatterId,
      itemId: string,
      options: CallOptions = {},
    ): Promise<Result<Page<LayoutContact>, ServiceError>> {
      const violation = firstViolation(uuid('matterId', matterId), uuid('itemId', itemId));
      const call = callOf(transport, 'layouts.contacts', { matterId, itemId }, { violation }, options);
      return answerTo(transport, call, wholeCollection(readLayoutContact));
    },
  };
}
