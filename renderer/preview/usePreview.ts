import { useEffect, useReducer, useState } from 'react';
import type { FileId, MatterId, PreviewPage, PreviewStep, Refusal } from '../../shared/model/index.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';

export interface PreviewOf {
  readonly matterId: MatterId;
  readonly fileId: FileId;
  /** As the list of versions names it; null for the document as it is now. */
  readonly versionId: string | null;
}

type Shown = Exclude<PreviewStep, { step: 'fetching' | 'reading' | 'end' | 'refused' | 'page' }>;

export interface Preview {
  readonly pages: readonly PreviewPage[];
  readonly shown: Shown | null;
  /** What goes on; null once nothing does. */
  readonly going: Extract<PreviewStep, { step: 'fetching' | 'reading' }> | null;
  readonly refusal: (Pick<Refusal, 'what' | 'why' | 'next'> & Partial<Pick<Refusal, 'code'>>) | null;
  readonly more: (() => void) | null;
  readonly again: () => void;
}

type State = Omit<Preview, 'more' | 'again'>;
const nothing: State = { pages: [], shown: null, going: null, refusal: null };

type Told =
  | 'begin'
  | Exclude<PreviewStep, { step: 'refused' }>
  | { readonly step: 'refused'; readonly refusal: NonNullable<State['refusal']> };

function after(state: State, step: Told): State {
  if (step === 'begin') return { ...state, going: { step: 'reading' }, refusal: null };
  switch (step.step) {
    case 'fetching':
    case 'reading':
      return { ...state, going: step };
    case 'page':
      return state.pages.some(({ number }) => number === step.number)
        ? state
        : { ...state, pages: [...state.pages, step] };
    case 'end':
      return { ...state, going: null };
    case 'refused':
      return { ...state, going: null, refusal: step.refusal };
    default:
      return { ...state, shown: step };
  }
}

/** A document as pictures and plain text, read for as long as it is looked at; nothing of it before that is wanted. */
export function usePreview({ matterId, fileId, versionId }: PreviewOf, isWanted = true): Preview {
  const { client } = useConversation();
  const [state, tell] = useReducer(after, nothing);
  const [asked, setAsked] = useState({ fromPage: 1 });
  useEffect(() => {
    if (!isWanted) return undefined;
    const leave = new AbortController();
    const { signal } = leave;
    const { fromPage } = asked;
    const read = async () => {
      tell('begin');
      try {
        const steps = await client.documents.preview({ matterId, fileId, versionId, fromPage }, { signal });
        for await (const step of steps) if (!signal.aborted) tell(step);
      } catch (error) {
        if (!signal.aborted) tell({ step: 'refused', refusal: refusalOf(error) });
      }
    };
    void read();
    return () => leave.abort();
  }, [client, matterId, fileId, versionId, isWanted, asked]);
  const last = state.pages.at(-1);
  return {
    ...state,
    more:
      last && last.number < last.of && !state.going ? () => setAsked({ fromPage: last.number + 1 }) : null,
    again: () => setAsked({ ...asked }),
  };
}
