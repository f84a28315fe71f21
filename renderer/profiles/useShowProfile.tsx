import { isDefinedError, safe } from '@orpc/client';
import { type ReactNode, useState } from 'react';
import type { Refusal } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { RefusedDialog } from '../widgets/RefusedDialog.tsx';

/** Shows another profile, or says why it cannot be opened: `refused` is to be put somewhere on the screen. */
export function useShowProfile(): {
  readonly show: (id: string) => Promise<void>;
  readonly refused: ReactNode;
} {
  const { client } = useConversation();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const show = async (id: string) => {
    const [error] = await safe(client.app.showProfile({ id }));
    // The page is loaded anew where it can be shown, so that nobody hears any other answer.
    if (isDefinedError(error)) setRefusal(error.data);
  };
  return {
    show,
    refused: refusal && <RefusedDialog refusal={refusal} onClose={() => setRefusal(null)} />,
  };
}
