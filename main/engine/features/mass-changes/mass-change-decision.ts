import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { Gathered, MatterId, Problem, Refusal } from '../../../../shared/model/index.ts';
import { moreCame, noProblem } from '../../domain/refusals.ts';
import type { MassChange } from '../../store/mass-changes.ts';
import type { MassDecision } from '../../store/outbox.ts';
import { oneOfMany, writeProblem } from '../../store/save-problem.ts';
import type { Stores } from '../../store/stores.ts';

const idOf = /^mass-change:(\d+)$/;

export const massChangeProblemId = (id: number): string => `mass-change:${id}`;
export const isOfMassChange = (problemId: string): boolean => idOf.test(problemId);

const decisions: Partial<Record<Problem['actions'][number], MassDecision>> = {
  'file-all': 'file',
  'keep-all-unfiled': 'keep',
  'look-at-each': 'each',
  // Offered where nothing is held: documents were removed here, which changes nothing in the service. Nothing that comes
  // later is agreed to by that.
  dismiss: 'keep',
};

/** What a decision about it is about now. */
export function gatheredBy(stores: Pick<Stores, 'massChanges'>, { id, lastAt }: MassChange): Gathered {
  const { held, removed } = stores.massChanges.counts(id);
  return { count: held + removed, last: lastAt };
}

interface Said {
  readonly id: string;
  readonly action: Problem['actions'][number];
  /** What the person was shown; nothing that came since is agreed to. */
  readonly gathered: Gathered | null;
}

/** Does what the person decided about many changes at once, and tells the matter they are of. */
export function decideMassChange(
  stores: Pick<Stores, 'massChanges'>,
  { id, action, gathered }: Said,
): Result<MatterId, Refusal> {
  const massChange = stores.massChanges.get(Number(idOf.exec(id)?.[1]));
  const decision = decisions[action];
  if (massChange?.decision !== null || decision === undefined) return err(noProblem);
  if (gathered === null || hasMore(gatheredBy(stores, massChange), gathered)) return err(moreCame);
  if (action === 'dismiss' && stores.massChanges.counts(massChange.id).held > 0) return err(noProblem);
  stores.massChanges.decide(massChange.id, decision, writeProblem(oneOfMany));
  return ok(massChange.matterId);
}

/** Fewer may be left than were shown: some were on their way already. The clock may have been set back. */
const hasMore = (now: Gathered, shown: Gathered): boolean =>
  now.count > shown.count || now.last !== shown.last;
