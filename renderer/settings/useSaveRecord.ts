import type { Client } from '../conversation/client.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct, useTell } from '../frame/notices.tsx';
import { displayName } from '../words/displayName.ts';

type Part = Parameters<Client['custody']['saveRecord']>[0]['part'];

/** Saves the record of a matter, a document or a version: a page to read, and a file with which anyone can check it. */
export function useSaveRecord(): (part: Part) => void {
  const { client } = useConversation();
  const act = useAct();
  const tell = useTell();
  return (part) =>
    act(async () => {
      const saved = await client.custody.saveRecord({ part });
      if (!saved) return;
      tell({
        intent: 'success',
        title: 'Record saved',
        lines: [
          `The page to read is in ${displayName(saved.path)}.`,
          `${displayName(saved.proofs)} beside it is for whoever checks it: hand on both.`,
        ],
      });
    });
}
