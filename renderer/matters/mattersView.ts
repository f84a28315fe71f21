import type { Preferences } from '../../shared/model.ts';

/** Which matters are shown, and which of them the keyboard is on; kept while the person is elsewhere in the window. */
export interface MattersView {
  readonly text: string;
  readonly show: Preferences['show'];
  readonly active: number;
}

export const freshView: MattersView = { text: '', show: 'open', active: 0 };

export const filters: readonly { readonly value: MattersView['show']; readonly label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'all', label: 'All' },
  { value: 'leads', label: 'Leads' },
  { value: 'linked', label: 'Linked' },
  { value: 'pinned', label: 'Pinned' },
  { value: 'recent', label: 'Recent' },
];
