import type { FileId, MatterId } from '../../../shared/model/index.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct, useTell } from '../../frame/notices.tsx';
import { freedWords } from '../../words/keeping.ts';

/** Has copies that the service gives out again leave this computer, and tells what became of that. Null for a whole matter. */
export function useFreeSpace(matterId: MatterId): (fileIds: FileId[] | null) => void {
  const { client } = useConversation();
  const act = useAct();
  const tell = useTell();
  return (fileIds) =>
    act(async () => {
      const freed = await client.engine.keeping.freeSpace({ matterId, fileIds });
      tell({ intent: freed.left.length > 0 ? 'warning' : 'success', ...freedWords(freed) });
    });
}
