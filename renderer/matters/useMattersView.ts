import { useState } from 'react';
import { useConversation, usePerson } from '../conversation/useConversation.ts';
import { useOwnStaff } from '../person/useOwnStaff.ts';
import { usePrefer, usePreferences } from '../preferences/usePreferences.ts';
import { freshView, type MattersView, openingView } from './mattersView.ts';

type Change = (before: MattersView) => MattersView;

/** The view of the list of matters; what the person chose to see is remembered over restarts. */
export function useMattersView(): [MattersView, (change: Change) => void] {
  const preferences = usePreferences();
  const staff = useOwnStaff();
  const { keptScreen } = useConversation();
  const isAnswered = usePerson() !== null || keptScreen !== null;
  const prefer = usePrefer();
  const [kept, setKept] = useState<MattersView | null>(null);
  const opened = preferences && { ...freshView, show: openingView(preferences, staff) };
  // Who the person is may turn out later: what they look at stays.
  if (kept === null && opened !== null && isAnswered) setKept(opened);
  const view = kept ?? opened ?? freshView;
  return [
    view,
    (change) => {
      const next = change(view);
      setKept(next);
      if (next.show === view.show) return;
      prefer({ show: next.show }).catch((error: unknown) => {
        console.warn('Which matters are shown is not remembered.', error);
      });
    },
  ];
}
