import type { Gathered, Problem } from '../../shared/model/index.ts';

/** What the person was shown of a problem, as it is said with a decision: no more than that is agreed to. */
export interface Shown {
  readonly id: string;
  readonly shown: string | null;
  readonly gathered: Gathered | null;
}

export const shownOf = ({ id, conflict, gathered }: Problem): Shown => ({
  id,
  shown: conflict?.theirs.version ?? null,
  gathered: gathered ?? null,
});

/** What may happen while a question is open, and would be decided about without having been looked at. */
export function whatCame(asked: Shown, now: Shown): string | null {
  if (asked.id !== now.id) return 'This problem has changed since you were asked.';
  if (asked.shown !== now.shown) return 'Another version was filed since you were asked.';
  const isMore = now.gathered?.count !== asked.gathered?.count || now.gathered?.last !== asked.gathered?.last;
  return isMore ? 'Other documents changed since you were asked.' : null;
}
