import type { MatterId, Problem } from '../../../shared/model.ts';
import type { MassDecision } from '../store/outbox.ts';
import type { Stores } from '../store/stores.ts';
import { type SaveProblem, writeProblem } from '../upload/save-problem.ts';

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

/** What the person decided about many changes at once; the matter it was about, or null when it is decided already. */
export function decideMassChange(
  stores: Pick<Stores, 'massChanges'>,
  problemId: string,
  action: Problem['actions'][number],
): MatterId | null {
  const massChange = stores.massChanges.get(Number(idOf.exec(problemId)?.[1]));
  const decision = decisions[action];
  if (massChange?.decision !== null || decision === undefined) return null;
  if (action === 'dismiss' && stores.massChanges.counts(massChange.id).held > 0) return null;
  stores.massChanges.decide(massChange.id, decision, writeProblem(oneOfMany));
  return massChange.matterId;
}

const oneOfMany: SaveProblem = {
  code: 'one-of-many',
  what: 'This document changed together with many others',
  why: 'Nothing of it is filed before you say so.',
  next: 'Look at it, then file it or keep it unfiled. This save is kept either way.',
};
