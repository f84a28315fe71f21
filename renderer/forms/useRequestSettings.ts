import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type RequestSettings, requestSettingsBefore } from '../../shared/model/requests.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';

/** What the firm configured of its requests, and a way to change it. */
export function useRequestSettings(): [RequestSettings, (change: Partial<RequestSettings>) => void] {
  const { client, queries, cache } = useConversation();
  const act = useAct();
  const { data = requestSettingsBefore } = useQuery(queries.engine.requests.settings.queryOptions());
  const change = useCallback(
    (some: Partial<RequestSettings>) =>
      act(async () => {
        const now = await client.engine.requests.setSettings(some);
        cache.setQueryData(queries.engine.requests.settings.queryKey(), now);
      }),
    [act, client, cache, queries],
  );
  return [data, change];
}
