import type { KnownAround } from '../../service/history.ts';

interface Stated {
  /** Milliseconds since 1970; null when nothing readable is stated. */
  readonly at: number | null;
}

/** More than this share of neighbours whose times run backwards: the answer has no order of its own. */
const mostBackwards = 0.25;

/** What earlier answers showed of the order of answers: below 0 where the newest comes first. */
export type Lean = number;
const strongest = 20;

/**
 * Entries of one answer, oldest first: in the order in which the service shows them, for clients' clocks may be wrong; by the
 * times they state where the answer has no order of its own, as when what is new stands among what was known.
 * @param wasRead whether the folder was read before: what is new then stands at one end
 */
export function oldestFirst<Entry extends Stated>(
  entries: readonly Entry[],
  known: KnownAround | null,
  wasRead: boolean,
  lean: Lean,
): { readonly entries: Entry[]; readonly isAsShown: boolean; readonly lean: Lean } {
  const { forwards, backwards } = neighbours(entries);
  const sides = wasRead && known?.among === 0 ? Math.sign(known.before - known.after) * entries.length : 0;
  const evidence = forwards - backwards + 2 * sides;
  const newestFirst = lean + evidence < 0;
  const wrong = newestFirst ? forwards : backwards;
  // What is new stands at the newer end of what was known.
  const isAtEnd = known === null || (known.among === 0 && (newestFirst ? known.before : known.after) === 0);
  const isAsShown =
    isAtEnd && ((wasRead && known !== null) || wrong <= (forwards + backwards) * mostBackwards);
  const shown = newestFirst ? entries.toReversed() : [...entries];
  return {
    entries: isAsShown ? shown : shown.sort((a, b) => (a.at ?? 0) - (b.at ?? 0)),
    isAsShown,
    lean: Math.max(-strongest, Math.min(strongest, lean + evidence)),
  };
}

function neighbours(entries: readonly Stated[]): { forwards: number; backwards: number } {
  let [forwards, backwards] = [0, 0];
  for (let index = 1; index < entries.length; index += 1) {
    const step = (entries[index]?.at ?? 0) - (entries[index - 1]?.at ?? 0);
    if (step > 0) forwards += 1;
    else if (step < 0) backwards += 1;
  }
  return { forwards, backwards };
}

/** In microseconds since 1970, where an entry without a readable time counts as the oldest. */
export const statedOrder = (at: number | null): number => Math.round((at ?? 0) * 1_000);

/** The place of an entry: where its clock puts it, or just after what is known to have come before it. */
export const placedAfter = (at: number | null, before: number | null): number =>
  before === null ? statedOrder(at) : Math.max(statedOrder(at), before + 1);
