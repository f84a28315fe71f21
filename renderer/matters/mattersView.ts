import type { Preferences } from '../../shared/model/index.ts';

/** Which matters are shown, and which of them the keyboard is on; kept while the person is elsewhere in the window. */
export interface MattersView {
  readonly text: string;
  readonly show: Preferences['show'];
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
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'all', label: 'All' },
  { value: 'leads', label: 'Leads' },
  { value: 'linked', label: 'Linked' },
  { value: 'pinned', label: 'Pinned' },
  { value: 'recent', label: 'Recent' },
];
