import type { Problem } from '../../../shared/model.ts';
import { heldForReview, type MassDecision } from '../store/outbox.ts';
import type { Stores } from '../store/stores.ts';
import { type SaveProblem, writeProblem } from '../upload/save-problem.ts';
import { instant } from './instant.ts';

export const reviewId = 'another-person';

/** What was saved in the person's folders while somebody else was signed in, as one problem. */
export function reviewProblem({ outbox }: Pick<Stores, 'outbox'>, now: number): Problem[] {
  const { count, since } = outbox.toReview();
  if (count === 0) return [];
  return [
    {
      id: reviewId,
      matterId: null,
      matterTitle: null,
      subject: null,
      fileId: null,
      conflict: null,
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

/** What the person decided about them; false when there is nothing to decide. */
export function review({ outbox }: Pick<Stores, 'outbox'>, action: Problem['actions'][number]): boolean {
  const decision = decisions[action];
  if (decision === undefined || outbox.toReview().count === 0) return false;
  outbox.letGo(heldForReview, decision, writeProblem(ofAnother), `reviewed-${decision}`);
  return true;
}

const ofAnother: SaveProblem = {
  code: 'one-of-many',
  what: 'This was saved while another person was signed in',
  why: 'Nothing of it is filed before you say so.',
  next: 'Look at it, then file it or keep it unfiled. This save is kept either way.',
};
