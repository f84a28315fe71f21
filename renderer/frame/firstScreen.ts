import type { Preferences, StaffMember } from '../../shared/model/index.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { Queries } from '../conversation/queries.ts';
import { freshView, openingView } from '../matters/mattersView.ts';
import { askedFor, pageQuery } from '../matters/useMatterPages.ts';
import { placeOf } from '../place/place.ts';
import { preferencesQuery } from '../preferences/usePreferences.ts';

/** The page that the list of matters opens with; null when that is made of matters that the window itself remembers. */
export function firstMatters(queries: Queries, preferences: Preferences, staff: StaffMember | null) {
  const { text, sort } = freshView;
  const asked = askedFor(openingView(preferences, staff), staff?.id);
  return asked && pageQuery(queries, { text, sort, ...asked }, 0);
}

/**
 * Asks at once for everything the first screen is made of, since each question that waits for the answer to another adds
 * to the start; the first matters too, which come while the screen is being made. False when the window is locked.
 */
export async function askForFirstScreen(conversation: Conversation): Promise<boolean> {
  const { client, queries, cache, session, status, person } = conversation;
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
  if (preferences && place.screen === 'matters') {
    void person.first().then((now) => {
      const matters = firstMatters(queries, preferences, now.state === 'known' ? now.staff : null);
      return matters && cache.prefetchQuery(matters);
    });
  }
  return true;
}
