import { useConversation } from '../conversation/useConversation.ts';

/** Lets the person choose where matter folders are made. Answers whether one was chosen. */
export function useChooseRootFolder(): () => Promise<boolean> {
  const { client, queries, cache } = useConversation();
  return async () => {
    const chosen = await client.app.chooseFolder({ purpose: 'root-folder' });
    if (!chosen) return false;
    await client.app.setRootFolder({ path: chosen.path });
    await Promise.all([
      cache.invalidateQueries({ queryKey: queries.app.info.key() }),
      cache.invalidateQueries({ queryKey: queries.folders.suggest.key() }),
    ]);
    return true;
  };
}
