import type { Result } from '../../shared/base/result.ts';
import type { Refusal } from '../../shared/model/index.ts';
import type { Workspace } from './compose.ts';
import type { Engine } from './engine.ts';

/** What a procedure of the contract can refuse with. */
export type Refuse = { REFUSED: (options: { data: Refusal; message: string }) => Error };

export const refuse = (errors: Refuse, refusal: Refusal): never => {
  throw errors.REFUSED({ data: refusal, message: refusal.what });
};

export const valueOf = <Value>(errors: Refuse, result: Result<Value, Refusal>): Value =>
  result.ok ? result.value : refuse(errors, result.error);

export type WorkspaceOf = (errors: Refuse) => Workspace;

/** The workspace that is shown, or why none is. */
export const workspaceOf =
  (engine: Engine): WorkspaceOf =>
  (errors) =>
    engine.workspace ?? refuse(errors, engine.nothingShown);
