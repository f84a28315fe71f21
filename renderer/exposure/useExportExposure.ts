import type { MatterId } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct, useTell } from '../frame/notices.tsx';
import { shortPath } from '../words/shortPath.ts';

/** Saves the exposure report of a matter, or of all, to a CSV file the person chooses. */
export function useExportExposure(): (query: { matterId: MatterId | null; onlyHere: boolean }) => void {
  const { client } = useConversation();
  const act = useAct();
  const tell = useTell();
  return (query) =>
    act(async () => {
      const saved = await client.custody.exportExposure(query);
      if (!saved) return;
      tell({
        intent: 'success',
        title: 'Exposure report exported',
        lines: [`It is in ${shortPath(saved.path)}.`],
      });
    });
}
