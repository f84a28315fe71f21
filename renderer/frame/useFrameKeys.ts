import { useEffect, useRef } from 'react';
import type { Place } from '../place/place.ts';
import { goTo } from '../place/usePlace.ts';

const numbered: readonly Place[] = [
  { screen: 'matters' },
  { screen: 'activity', part: 'now' },
  { screen: 'problems' },
  { screen: 'settings' },
  { screen: 'firm', part: 'requests' },
];

export interface FrameActions {
  commands: () => void;
  shortcuts: () => void;
  search: () => void;
  refresh: () => void;
}

/** Keys that work anywhere in the window, except under something that is open on top of it. */
export function useFrameKeys(actions: FrameActions): void {
  const newest = useRef(actions);
  useEffect(() => {
    newest.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return;
      const action = actionOf(event, newest.current);
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function actionOf(event: KeyboardEvent, actions: FrameActions): (() => void) | null {
  if (event.altKey || event.shiftKey) return null;
  if (!event.ctrlKey && !event.metaKey) {
    if (event.key === 'F1') return actions.shortcuts;
    return event.key === 'F5' ? actions.refresh : null;
  }
  const place = numbered[Number(event.key) - 1];
  if (place) return () => goTo(place);
  if (event.key.toLowerCase() === 'k') return actions.commands;
  return event.key.toLowerCase() === 'f' ? actions.search : null;
}
