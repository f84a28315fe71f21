import { useRef, useState } from 'react';
import type { RequestKeyId } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';

export interface Keys {
  /** Typed, and not kept yet: it is in no draft. */
  readonly typed: string;
  setTyped: (typed: string) => void;
  /** Another takes its place, once the form is sent. */
  replaced: (id: RequestKeyId) => void;
}

/** Signing keys of a form: none that was typed is left out unsaid, and none goes before what it signs has another. */
export function useKeys(then: () => void) {
  const { client } = useConversation();
  const [typed, setTyped] = useState('');
  const replaced = useRef(new Set<RequestKeyId>());
  const isTyped = typed !== '';
  return {
    typed,
    setTyped,
    replaced: (id: RequestKeyId) => void replaced.current.add(id),
    faults: keyFaults(typed),
    notInDraft: isTyped ? 'The signing key you typed is not in it: enter it again.' : null,
    sent: () => {
      for (const id of replaced.current) client.app.requestKeys.forget({ id }).catch(() => {});
      then();
    },
  };
}

/** What would not be sent, although it was typed. */
export const keyFaults = (typed: string): { readonly key?: string } =>
  typed === '' ? {} : { key: 'is typed and not kept yet. Choose “Keep it”, or clear the field' };
