import type { TimelineKind } from '../../../shared/model/index.ts';

/** What the person wants to see of a timeline, as it is chosen. */
export interface ChosenFilter {
  readonly text: string;
  readonly userId: string;
  readonly kinds: KindGroup | '';
  readonly period: Period | '';
  /** Local days as `2026-03-02`, both included; only for the period `between`. */
  readonly from: string;
  readonly to: string;
}

export const noFilter: ChosenFilter = { text: '', userId: '', kinds: '', period: '', from: '', to: '' };

export const kindGroups = {
  versions: { label: 'New documents and versions', kinds: ['created', 'new-version', 'restored'] },
  moves: { label: 'Renamed, moved, copied', kinds: ['renamed', 'moved', 'copied'] },
  deletions: { label: 'Deleted', kinds: ['deleted', 'folder-deleted'] },
  folders: {
    label: 'Folders',
    kinds: ['folder-created', 'folder-renamed', 'folder-moved', 'folder-deleted'],
  },
  other: { label: 'Other changes', kinds: ['other'] },
} as const satisfies Record<string, { label: string; kinds: readonly TimelineKind[] }>;
export type KindGroup = keyof typeof kindGroups;

export const periods = {
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  between: 'Custom range…',
} as const;
export type Period = keyof typeof periods;

const daysOf = { today: 0, week: 6, month: 29 } as const;

export const isFiltered = (chosen: ChosenFilter): boolean =>
  chosen.text.trim() !== '' || chosen.userId !== '' || chosen.kinds !== '' || chosen.period !== '';

interface AskedFilter {
  readonly text: string;
  readonly userId: string | null;
  readonly kinds: TimelineKind[] | null;
  readonly since: string | null;
  readonly until: string | null;
}

/** The filter as it is asked for; days begin and end in local time. */
export function askedFilter(chosen: ChosenFilter, now: number): AskedFilter {
  const { since, until } = spanOf(chosen, now);
  return {
    text: chosen.text.trim(),
    userId: chosen.userId === '' ? null : chosen.userId,
    kinds: chosen.kinds === '' ? null : [...kindGroups[chosen.kinds].kinds],
    since,
    until,
  };
}

function spanOf({ period, from, to }: ChosenFilter, now: number): Pick<AskedFilter, 'since' | 'until'> {
  if (period === '') return { since: null, until: null };
  if (period === 'between') {
    return { since: dayAt(from, '00:00:00.000'), until: dayAt(to, '23:59:59.999') };
  }
  const day = new Date(now);
  day.setDate(day.getDate() - daysOf[period]);
  day.setHours(0, 0, 0, 0);
  return { since: day.toISOString(), until: null };
}

function dayAt(day: string, time: string): string | null {
  const at = new Date(`${day}T${time}`);
  return day === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
