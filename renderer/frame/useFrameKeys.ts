import { useEffect, useRef } from 'react';
import type { Place } from '../place/place.ts';
import { goTo } from '../place/usePlace.ts';

const numbered: readonly Place[] = [
  { screen: 'matters' },
  { screen: 'activity', part: 'now' },
  { screen: 'problems' },
  { screen: 'settings' },
];

export interface FrameDeeds {
  commands: () => void;
  shortcuts: () => void;
  search: () => void;
  refresh: () => void;
}

/** Keys that work anywhere in the window, except under something that is open on top of it. */
export function useFrameKeys(deeds: FrameDeeds): void {
  const newest = useRef(deeds);
  useEffect(() => {
    newest.current = deeds;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return;
      const deed = deedOf(event, newest.current);
      if (!deed) return;
      event.preventDefault();
      deed();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function deedOf(event: KeyboardEvent, deeds: FrameDeeds): (() => void) | null {
  if (event.altKey || event.shiftKey) return null;
  if (!event.ctrlKey && !event.metaKey) {
    if (event.key === 'F1') return deeds.shortcuts;
    return event.key === 'F5' ? deeds.refresh : null;
  }
  const place = numbered[Number(event.key) - 1];
  if (place) return () => goTo(place);
  if (event.key.toLowerCase() === 'k') return deeds.commands;
  return event.key.toLowerCase() === 'f' ? deeds.search : null;
}
