import { useEffect } from 'react';
import { follow } from '../conversation/follow.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { documentsOf } from './place.ts';
import { goTo } from './usePlace.ts';

/** Goes where the tray or a notification leads. */
export function useNavigationTargets(): void {
  const { client } = useConversation();
  useEffect(() => {
    const gone = new AbortController();
    void follow(
      (signal) => client.app.leads(undefined, { signal }),
      (lead) =>
        goTo(lead.to === 'problems' ? { screen: 'problems' } : documentsOf(lead.matterId, null, lead.fileId)),
      gone.signal,
    );
    return () => gone.abort();
  }, [client]);
}
