import { useEffect, useState } from 'react';
import type { CompareStep, FileId, MatterId, Refusal } from '../../shared/model/index.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';

type Differences = Extract<CompareStep, { step: 'differences' }>;

export interface Comparison {
  readonly differences: Differences | null;
  readonly going: Extract<CompareStep, { step: 'fetching' | 'reading' }> | null;
  readonly refusal: Pick<Refusal, 'what' | 'why' | 'next'> | null;
}

interface Compared {
  readonly matterId: MatterId;
  readonly fileId: FileId;
  readonly before: string;
  readonly after: string;
}

const begun: Comparison = { differences: null, going: { step: 'reading' }, refusal: null };

/** Two versions of a document compared as text. */
export function useCompare({ matterId, fileId, before, after }: Compared): Comparison {
  const { client } = useConversation();
  const [state, setState] = useState(begun);
  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    const read = async () => {
      setState(begun);
      try {
        const steps = await client.documents.compare({ matterId, fileId, before, after }, { signal });
        for await (const step of steps) {
          if (signal.aborted) return;
          if (step.step === 'differences') setState({ differences: step, going: null, refusal: null });
          else if (step.step === 'refused')
            setState({ differences: null, going: null, refusal: step.refusal });
          else setState({ ...begun, going: step });
        }
      } catch (error) {
        if (!signal.aborted) setState({ differences: null, going: null, refusal: refusalOf(error) });
      }
    };
    void read();
    return () => leave.abort();
  }, [client, matterId, fileId, before, after]);
  return state;
}
