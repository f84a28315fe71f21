import type { MatterId } from '../../shared/model/index.ts';

interface FoundMatter {
  readonly matterId: MatterId;
  readonly number: string;
  readonly status: string;
}

/** By the words that the spec shows (spec: Matter); every other status may mean anything. */
export const isOver = (status: string): boolean => ['Closed', 'Deleted', 'Cancelled'].includes(status);

/**
 * Found matters as they are offered: those opened lately first, latest first, then the others as they were found; what is over comes after all that is
 * not, however lately it was opened, unless its very number was typed.
 */
export function inOrder<Matter extends FoundMatter>(
  found: readonly Matter[],
  recent: readonly MatterId[],
  typed: string,
): Matter[] {
  const rank = ({ matterId, number, status }: Matter) => {
    if (number === typed) return -1;
    const at = recent.indexOf(matterId);
    const among = at < 0 ? recent.length : at;
    return isOver(status) ? recent.length + 1 + among : among;
  };
  return found.toSorted((one, other) => rank(one) - rank(other));
}
