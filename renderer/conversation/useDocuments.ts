import { useQuery } from '@tanstack/react-query';
import type { MatterId } from '../../shared/model/index.ts';
import { useConversation } from './useConversation.ts';

/** All folders and documents of a matter, kept true as long as they are shown. */
export function useDocuments(matterId: MatterId) {
  const { queries, documentLists } = useConversation();
  return useQuery({
    ...queries.documents.list.queryOptions({ input: { matterId } }),
    queryFn: ({ signal }) => documentLists.read(matterId, signal),
    // What did not change is the same object already.
    structuralSharing: false,
  });
}
