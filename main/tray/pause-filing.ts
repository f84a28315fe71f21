import type { Result } from '../../shared/base/result.ts';
import type { Refusal } from '../../shared/model/index.ts';
import { asking, type EngineSource } from '../conversation/forward.ts';
import { asResult } from '../conversation/refused.ts';

/** Pauses or resumes all filing from outside the window. */
export const pauseFiling = (engine: EngineSource, paused: boolean): Promise<Result<unknown, Refusal>> =>
  asResult(asking(engine, ({ client }, signal) => client.engine.pause({ paused }, { signal })));
