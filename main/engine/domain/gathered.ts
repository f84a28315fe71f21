import type { Gathered } from '../../../shared/model/index.ts';

/** True when a decision would be about more than the person was shown. Fewer may be left: some may be done already. */
export const isMoreThanShown = (now: Gathered, shown: Gathered | null): boolean =>
  shown === null || now.count > shown.count || now.last > shown.last;
