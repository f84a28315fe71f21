import type { TimelineEntry } from '../../../shared/model/index.ts';
import { dayHeading } from '../../words/time.ts';
import { groupAction } from '../../words/timelineSentence.ts';

/** So many like changes in a row are told as one. */
const fewestInGroup = 3;

export type TimelineItem = {
  /** The newest of them, for a group. */
  readonly entry: TimelineEntry;
  /** Stands above the first entry of its group; null for the others. */
  readonly heading: string | null;
} & (
  | { readonly kind: 'entry'; readonly isInGroup: boolean }
  | { readonly kind: 'group'; readonly entries: readonly TimelineEntry[]; readonly isOpen: boolean }
);

export const notFiledYet = 'On this computer, not filed yet';

/**
 * Saves that are not filed yet first, then what the service's history shows, by day; newest first throughout. What one person did
 * to several documents in a row is one line, with the others below it when it is open.
 * @param open ids of groups, as of their newest entries
 */
export function timelineItems(
  entries: readonly TimelineEntry[],
  now: number,
  open: ReadonlySet<string>,
): TimelineItem[] {
  const pending = entries.filter((entry) => entry.state !== 'filed');
  const filed = entries.filter((entry) => entry.state === 'filed');
  let group: string | null = null;
  const headingOf = (heading: string): string | null => {
    const isFirst = heading !== group;
    group = heading;
    return isFirst ? heading : null;
  };
  return [
    ...pending.map((entry) => ({
      kind: 'entry' as const,
      entry,
      heading: headingOf(notFiledYet),
      isInGroup: false,
    })),
    ...inGroups(filed, (entry) => dayHeading(entry.at, now)).flatMap(([first, ...others]): TimelineItem[] => {
      if (!first) return [];
      const heading = headingOf(dayHeading(first.at, now));
      if (others.length === 0) return [{ kind: 'entry', entry: first, heading, isInGroup: false }];
      const isOpen = open.has(groupId(first));
      const all = [first, ...others];
      const below = all.map((entry) => ({ kind: 'entry' as const, entry, heading: null, isInGroup: true }));
      return [{ kind: 'group', entry: first, heading, entries: all, isOpen }, ...(isOpen ? below : [])];
    }),
  ];
}

export const groupId = (entry: TimelineEntry): string => `group of ${entry.id}`;

/** Entries in a row that are told as one, each alone where they are too few. */
function inGroups(
  entries: readonly TimelineEntry[],
  dayOf: (entry: TimelineEntry) => string,
): TimelineEntry[][] {
  const groups: TimelineEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last && before && isAlike(before, entry) && dayOf(before) === dayOf(entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap((group) => (group.length < fewestInGroup ? group.map((entry) => [entry]) : [group]));
}

const isAlike = (one: TimelineEntry, other: TimelineEntry): boolean =>
  one.kind === other.kind &&
  one.who === other.who &&
  one.matterId === other.matterId &&
  groupAction(one.kind, 2) !== null &&
  (one.kind !== 'moved' || one.to === other.to);
