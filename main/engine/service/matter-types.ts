import { z } from 'zod';
import { err, type Result } from '../../../shared/base/result.ts';
import { answerTo, callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import { type MatterTypeId, matterTypeIdSchema } from './ids.ts';
import type { Page } from './page.ts';
import { readPages } from './paging.ts';
import {
  flagOrNull,
  lenient,
  linkMembers,
  recordReader,
  text,
  textOrNull,
  texts,
  tolerantArray,
  versionId,
  type WithRaw,
  wordOrNull,
} from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';

/** spec: Matter type, `type`. */
export const matterTypeKinds = { matter: 0, lead: 1 } as const;

const itemSchema = z.object({
  ...linkMembers,
  id: textOrNull,
  providerId: textOrNull,
  itemId: textOrNull,
  name: textOrNull,
  subItems: lenient((value): readonly unknown[] => (Array.isArray(value) ? value : [])),
});

const matterTypeSchema = z
  .object({
    ...linkMembers,
    id: matterTypeIdSchema,
    versionId,
    name: text,
    category: textOrNull,
    /** One of `matterTypeKinds`, or whatever else the service said. */
    type: wordOrNull,
    representativeOptions: texts,
    location: textOrNull,
    isDeleted: flagOrNull,
    deleted: flagOrNull,
    items: tolerantArray(itemSchema),
  })
  .transform(({ deleted, isDeleted, ...matterType }) => ({
    ...matterType,
    /** True: not for new leads or matters. */
    isDeleted: isDeleted ?? deleted ?? false,
  }));

/** spec: Matter type. */
export type MatterType = WithRaw<z.infer<typeof matterTypeSchema>>;

export const readMatterType = recordReader(matterTypeSchema);

/** spec: GET /mattertypes; the values of `Type` are not shown, so the word or number goes as given. */
export interface MatterTypeQuery {
  readonly location?: string | undefined;
  readonly type?: string | number | undefined;
}

export function createMatterTypes(transport: Transport) {
  return {
    /** Matter types page by page, each once; ends after an error (spec: GET /mattertypes). */
    async *list(
      query: MatterTypeQuery = {},
      options: CallOptions = {},
    ): AsyncGenerator<Result<Page<MatterType>, ServiceError>, void> {
      const parameters = { Location: query.location, Type: query.type };
      const call = callOf(transport, 'matterTypes.list', {}, { query: parameters }, options);
      if (call.ok) yield* readPages(transport, call.value, readMatterType, (matterType) => matterType.id);
      else yield err(call.error);
    },

    /** spec: GET /mattertypes/{id}. */
    read(id: MatterTypeId, options: CallOptions = {}): Promise<Result<MatterType, ServiceError>> {
      return answerTo(transport, callOf(transport, 'matterTypes.read', { id }, {}, options), readMatterType);
    },
  };
}
