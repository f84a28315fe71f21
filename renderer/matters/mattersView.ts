import type { Preferences, StaffMember } from '../../shared/model/index.ts';

/** The views of the list. */
export type Shown = Exclude<Preferences['show'], 'usual'>;

/** What the list opens with: as the person chose, else theirs, else those they opened last, else all open ones. */
export function openingView(
  { show, recent }: Pick<Preferences, 'show' | 'recent'>,
  staff: StaffMember | null,
): Shown {
  if (show !== 'usual') return show;
  if (staff !== null) return 'mine';
  return recent.length > 0 ? 'recent' : 'open';
}

/** Which matters are shown, and which of them the keyboard is on; kept while the person is elsewhere in the window. */
export interface MattersView {
  readonly text: string;
  readonly show: Shown;
  readonly active: number;
  readonly sort: MattersSort;
}

export interface MattersSort {
  readonly by: 'number' | 'title' | 'status' | 'lastChange' | 'responsible';
  readonly direction: 'up' | 'down';
}

/** A click on a column: its usual direction first (newest first, A first), then the other one. */
export function sortAfterClick(sort: MattersSort, by: MattersSort['by']): MattersSort {
  if (sort.by === by) return { by, direction: sort.direction === 'up' ? 'down' : 'up' };
  return { by, direction: by === 'lastChange' ? 'down' : 'up' };
}

export const freshView: MattersView = {
  text: '',
  show: 'open',
  active: 0,
  sort: { by: 'number', direction: 'down' },
};

export const filters: readonly { readonly value: MattersView['show']; readonly label: string }[] = [
  { value: 'mine', label: 'My matters' },
  { value: 'recent', label: 'Recent' },
  { value: 'pinned', label: 'Pinned' },
  { value: 'linked', label: 'Linked' },
  { value: 'open', label: 'All open' },
  { value: 'leads', label: 'Leads' },
  { value: 'all', label: 'All' },
];
