import type { Filing, FilingRow } from '../../shared/model/index.ts';
import { count } from '../words/count.ts';

/** A line of the list of what is going on: the heading of a part, or a save. */
export type ActivityItem =
  | { readonly kind: 'heading'; readonly title: string; readonly more: string | null }
  | { readonly kind: 'save'; readonly row: FilingRow };

/** What is on its way first, what needs a person, what waits, and what was filed today. */
export function activityItems({ open, openTotal, filed }: Filing): ActivityItem[] {
  const inState = (...states: FilingRow['state'][]) => open.filter((row) => states.includes(row.state));
  const unlisted = openTotal - open.length;
  return [
    ...part('In progress', inState('sending', 'sent')),
    ...part('Problems', inState('problem')),
    ...part('Waiting', inState('waiting'), unlisted > 0 ? `and ${count(unlisted, 'more', 'more')}` : null),
    ...part('Filed in the last 24 hours', filed),
  ];
}

function part(title: string, rows: readonly FilingRow[], more: string | null = null): ActivityItem[] {
  if (rows.length === 0 && more === null) return [];
  return [{ kind: 'heading', title, more }, ...rows.map((row) => ({ kind: 'save' as const, row }))];
}
