import type { Client } from '../conversation/client.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct, useTell } from '../frame/notices.tsx';
import { shortPath } from '../words/shortPath.ts';

type Part = Parameters<Client['custody']['export']>[0]['part'];

/** Saves the custody log, or the part of it about a matter or a document, to a file the person chooses. */
export function useExportCustody(): (part: Part) => void {
  const { client } = useConversation();
  const act = useAct();
  const tell = useTell();
  return (part) =>
    act(async () => {
      const saved = await client.custody.export({ part, format: 'csv' });
      if (!saved) return;
      tell({
        intent: 'success',
        title: 'Custody log exported',
        lines: [`It is in ${shortPath(saved.path)}.`],
      });
    });
}
