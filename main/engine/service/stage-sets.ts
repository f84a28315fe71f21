import { z } from 'zod';
import type { Result } from '../../../shared/base/result.ts';
import { answerTo, callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import { type StageSetId, stageSetIdSchema } from './ids.ts';
import {
  flag,
  linkMembers,
  recordReader,
  text,
  textOrNull,
  ticksOrNull,
  tolerantArray,
  versionId,
  type WithRaw,
} from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';

const stageMembers = { ...linkMembers, versionId, name: text, isDeleted: flag, lastUpdated: ticksOrNull };
const stageSchema = z.object({ ...stageMembers, id: textOrNull });
export type Stage = WithRaw<z.infer<typeof stageSchema>>;
export const readStage = recordReader(stageSchema);
const stageSetSchema = z.object({
  ...stageMembers,
  id: stageSetIdSchema,
  stages: tolerantArray(stageSchema),
});
/** spec: Stage set. */
export type StageSet = WithRaw<z.infer<typeof stageSetSchema>>;
export const readStageSet = recordReader(stageSetSchema);

export function createStageSets(transport: Transport) {
  return {
    /** A stage set with its stages (spec: GET /stagesets/{id}). */
    read(id: StageSetId, options: CallOptions = {}): Promise<Result<StageSet, ServiceError>> {
      return answerTo(transport, callOf(transport, 'stageSets.read', { id }, {}, options), readStageSet);
    },
  };
}
