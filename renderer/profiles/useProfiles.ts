import { useQuery } from '@tanstack/react-query';
import type { ProfilesView } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';

/** How often it is asked which of them need a person, in milliseconds. */
const needLook = 10_000;

/** The profiles of this person; null until they are known, and in a locked window. */
export function useProfiles(): ProfilesView | null {
  const { queries } = useConversation();
  const options = queries.app.profiles.queryOptions({
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.error === null ? needLook : false),
  });
  return useQuery(options).data ?? null;
}
