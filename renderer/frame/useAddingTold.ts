import { useEffect, useRef } from 'react';
import { useAdding, useConversation } from '../conversation/useConversation.ts';
import { documentsOf } from '../place/place.ts';
import { goTo } from '../place/usePlace.ts';
import { addedNotice, addingNotice, waitingNotice } from '../words/adding.ts';
import { useAct, useTell, useTellGoing } from './notices.tsx';

/** Tells how far adding documents is, and what became of it, also of what was begun before this page was there. */
export function useAddingTold(): void {
  const { client, queries, cache } = useConversation();
  const adding = useAdding();
  const tell = useTell();
  const tellGoing = useTellGoing();
  const act = useAct();
  const now = adding?.now ?? null;
  useEffect(() => {
    const stop = () => act(() => client.documents.stopAdding());
    if (now === null) return tellGoing(null);
    const { folderName, waitingFor } = now;
    tellGoing(waitingFor.length > 0 ? waitingNotice(waitingFor, stop) : addingNotice(now, folderName, stop));
  }, [now, client, act, tellGoing]);
  const told = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    // Each is told once, however often the rest changes until main knows that it was read.
    const news = (adding?.ended ?? []).filter(({ id }) => !told.current.has(id));
    for (const { id, matterId, folderName, outcomes, left, unsure } of news) {
      told.current = new Set([...told.current, id]);
      const notice = addedNotice(outcomes, folderName, left, unsure);
      const onRead = () => act(() => client.documents.addedRead({ id }));
      const run = () => goTo(documentsOf(matterId, null, null));
      const isGood = notice === null || notice.intent === 'success';
      if (isGood) onRead();
      tell(isGood ? notice : { ...notice, about: id, onRead, action: { label: 'Show the matter', run } });
      void cache.invalidateQueries({ queryKey: queries.documents.list.key({ input: { matterId } }) });
    }
  }, [adding, tell, cache, queries, client, act]);
}
