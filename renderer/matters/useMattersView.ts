import { useState } from 'react';
import { usePrefer, usePreferences } from '../preferences/usePreferences.ts';
import { freshView, type MattersView } from './mattersView.ts';

type Change = (before: MattersView) => MattersView;

/** The view of the list of matters; which matters it shows is remembered over restarts. */
export function useMattersView(): [MattersView, (change: Change) => void] {
  const preferences = usePreferences();
  const prefer = usePrefer();
  const [chosen, setChosen] = useState<MattersView | null>(null);
  const view = chosen ?? { ...freshView, show: preferences?.show ?? freshView.show };
  return [
    view,
    (change) => {
      const next = change(view);
      setChosen(next);
      if (next.show === view.show) return;
      prefer({ show: next.show }).catch((error: unknown) => {
        console.warn('Which matters are shown is not remembered.', error);
      });
    },
  ];
}
