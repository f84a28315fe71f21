import { useQuery } from '@tanstack/react-query';
import type { ProfilesView } from '../../shared/model.ts';
import { useConversation } from '../conversation/useConversation.ts';

/** The profiles of this person; null until they are known, and in a locked window. */
export function useProfiles(): ProfilesView | null {
  const { queries } = useConversation();
  return useQuery(queries.app.profiles.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data ?? null;
}
