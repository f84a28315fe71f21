import type { KeptScreen } from '../../shared/model/index.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { firstMatters } from './firstScreen.ts';

/** What main put into the page: the screen that the window showed last; null when there is none, or nobody may see it. */
export function keptScreen(page: Document): KeptScreen | null {
  const element = page.getElementById('kept-screen');
  element?.remove();
  const kept: unknown = JSON.parse(element?.textContent ?? 'null');
  // Main checked what it is when it was kept, and that it was kept by this version.
  return typeof kept === 'object' ? (kept as KeptScreen | null) : null;
}

/** Shows it until newer is told, which is asked for at once. */
export function beginWith(kept: KeptScreen, { queries, cache }: Conversation): void {
  const { preferences, staff } = kept;
  cache.setQueryData(queries.app.preferences.queryKey(), preferences);
  const page = firstMatters(queries, preferences, staff);
  if (page && kept.matters) cache.setQueryData(page.queryKey, kept.matters);
  void cache.invalidateQueries({ refetchType: 'none' });
}
