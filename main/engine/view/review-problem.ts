import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { Gathered, Problem, Refusal } from '../../../shared/model/index.ts';
import { isMoreThanShown } from '../domain/gathered.ts';
import { instant } from '../domain/instant.ts';
import { moreCame, noProblem } from '../domain/refusals.ts';
import { heldForReview, type MassDecision } from '../store/outbox.ts';
import { type SaveProblem, writeProblem } from '../store/save-problem.ts';
import type { Stores } from '../store/stores.ts';

export const reviewId = 'another-person';

/** What was saved in the person's folders while somebody else was signed in, as one problem. */
export function reviewProblem({ outbox }: Pick<Stores, 'outbox'>, now: number): Problem[] {
  const { count, last, since } = outbox.toReview();
  if (count === 0) return [];
  return [
    {
      id: reviewId,
      matterId: null,
      matterTitle: null,
      subject: null,
      fileId: null,
      conflict: null,
      gathered: { count, last },
      what: `${count === 1 ? '1 save was' : `${count} saves were`} made in your folders while another person was signed in`,
      why: 'They may be yours or theirs. They are kept, and nothing of them was sent in anybody’s name.',
      next: 'File them if they are yours. Look at each if you are not sure: they are filed in your name.',
      since: instant(since ?? now),
      nextTryAt: null,
      actions: ['file-all', 'look-at-each', 'keep-all-unfiled'],
    },
  ];
}

const decisions: Partial<Record<Problem['actions'][number], MassDecision>> = {
  'file-all': 'file',
  'keep-all-unfiled': 'keep',
  'look-at-each': 'each',
};

/** Does what the person decided about those that they were shown: `shown`. Nothing that came since is agreed to. */
export function review(
  { outbox }: Pick<Stores, 'outbox'>,
  action: Problem['actions'][number],
  shown: Gathered | null,
): Result<void, Refusal> {
  const decision = decisions[action];
  const now = outbox.toReview();
  if (decision === undefined || now.count === 0) return err(noProblem);
  if (isMoreThanShown(now, shown)) return err(moreCame);
  outbox.letGo(heldForReview, decision, writeProblem(ofAnother), `reviewed-${decision}`);
  return ok(undefined);
}

const ofAnother: SaveProblem = {
  code: 'one-of-many',
  what: 'This was saved while another person was signed in',
  why: 'Nothing of it is filed before you say so.',
  next: 'Look at it, then file it or keep it unfiled. This save is kept either way.',
};
