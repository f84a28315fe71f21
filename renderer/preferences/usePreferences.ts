import { useQuery } from '@tanstack/react-query';
import type { Preferences } from '../../shared/model/index.ts';
import type { Queries } from '../conversation/queries.ts';
import { useConversation } from '../conversation/useConversation.ts';

/** What the person prefers changes only by this window. */
export const preferencesQuery = (queries: Queries) =>
  queries.app.preferences.queryOptions({ staleTime: Number.POSITIVE_INFINITY });

/** What the person prefers; null until it is known. */
export function usePreferences(): Preferences | null {
  const { queries } = useConversation();
  return useQuery(preferencesQuery(queries)).data ?? null;
}

/** Changes what the person prefers: at once in the window, and then for good; back again where it is refused. */
export function usePrefer(): (change: Partial<Preferences>) => Promise<void> {
  const { client, queries, cache } = useConversation();
  return async (change) => {
    const queryKey = queries.app.preferences.queryKey();
    cache.setQueryData<Preferences>(queryKey, (before) => before && { ...before, ...change });
    try {
      cache.setQueryData<Preferences>(queryKey, await client.app.setPreferences(change));
    } catch (refused) {
      await cache.invalidateQueries({ queryKey });
      throw refused;
    }
  };
}
