import type { Preferences } from '../../shared/model/index.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { Queries } from '../conversation/queries.ts';
import { freshView } from '../matters/mattersView.ts';
import { pageQuery } from '../matters/useMatterPages.ts';
import { placeOf } from '../place/place.ts';
import { preferencesQuery } from '../preferences/usePreferences.ts';

/** The page that the list of matters begins with; null when it shows matters that the person chose, or theirs. */
export function firstMatters(queries: Queries, preferences: Preferences | undefined) {
  const { text, sort, show: usual } = freshView;
  const show = preferences?.show ?? usual;
  return show === 'pinned' || show === 'recent' || show === 'mine'
    ? null
    : pageQuery(queries, { text, sort, show }, 0);
}

/**
 * Asks at once for everything the first screen is made of, since each question that waits for the answer to another adds
 * to the start; the first matters too, which come while the screen is being made. False when the window is locked.
 */
export async function askForFirstScreen(conversation: Conversation): Promise<boolean> {
  const { client, queries, cache, session, status } = conversation;
  const [locked] = await Promise.all([
    client.app.locked(),
    session.first(),
    // Never rejects; a locked window is refused it.
    cache.prefetchQuery(preferencesQuery(queries)),
  ]);
  if (locked) return false;
  conversation.followChanges();
  void status.first();
  const preferences = cache.getQueryData(queries.app.preferences.queryKey());
  const place = placeOf(window.location.hash || (preferences?.place ?? ''));
  const matters = firstMatters(queries, preferences);
  if (matters && place.screen === 'matters') void cache.prefetchQuery(matters);
  return true;
}
