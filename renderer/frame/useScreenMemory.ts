import { useEffect } from 'react';
import type { KeptScreen, Session } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useOwnStaff } from '../person/useOwnStaff.ts';
import type { Place } from '../place/place.ts';
import { firstMatters } from './firstScreen.ts';

/** How long after a change the screen is kept, in milliseconds: changes come in bursts. */
const settles = 1_000;

/** Lets the next window begin with what this one shows; nothing is kept without a connection. */
export function useScreenMemory(session: Session, { screen }: Place): void {
  const { client, queries, cache } = useConversation();
  const staff = useOwnStaff();
  useEffect(() => {
    if (session.state === 'unconfigured' || session.state === 'signing-in') return;
    let kept = '';
    let timer: ReturnType<typeof setTimeout> | null = null;
    const keep = () => {
      timer = null;
      const preferences = cache.getQueryData(queries.app.preferences.queryKey());
      if (!preferences) return;
      const page = screen === 'matters' ? firstMatters(queries, preferences, staff) : null;
      const matters = (page && cache.getQueryData(page.queryKey)) ?? null;
      const shown: KeptScreen = { session, preferences, staff, matters };
      const text = JSON.stringify(shown);
      if (text === kept) return;
      kept = text;
      client.app.keepScreen(shown).catch((error: unknown) => {
        console.warn('What the window shows is not kept.', error);
      });
    };
    const keepSoon = () => void (timer ??= setTimeout(keep, settles));
    keepSoon();
    const leave = cache.getQueryCache().subscribe(keepSoon);
    return () => {
      leave();
      if (timer !== null) clearTimeout(timer);
    };
  }, [session, screen, staff, client, queries, cache]);
}
